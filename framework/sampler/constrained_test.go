package sampler_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/network"
	"ebim/framework/network/networktest"
	"ebim/framework/sampler"
)

func constrained(noise float64, steps int, solver sampler.Solver) *sampler.ConstrainedLangevin {
	return &sampler.ConstrainedLangevin{LangevinStep: sampler.LangevinStep{Steps: steps, Noise: noise, Unroll: 4},
		Solver: solver, Tolerance: 1e-4, LongestReturn: 1}
}

// From (1, 0) on the circle with noise (r, s) and energy gradient (g, h): the proposal (1 - step g/2, noise s - step
// h/2) returns along (1, 0), so that the second coordinate stays.
func TestConstrainedStepByHand(t *testing.T) {
	s := constrained(0.5, 1, &sampler.Newton{Iterations: 12})
	s.LangevinStep.Step, s.Clamp = number(0.4), number(1.5)
	system := sampler.System{Energy: along(1, -2), Constraint: circle.Formula}
	next, statistics := step(t, s, system, networktest.Matrix([]float64{1, 0}, []float64{0, 1}),
		networktest.Matrix([]float64{7, 0.6}, []float64{-1, 3}))
	// The first row's second coordinate is 0.5*0.6 + 0.2*1.5 (clamped), the second row's first -0.5 - 0.2*1.
	up, left := 0.6, -0.7
	near(t, "next", next.Data, []float64{math.Sqrt(1 - up*up), up, left, math.Sqrt(1 - left*left)}, 1e-12)
	near(t, "residual, unsolved, long returns, clamped", statistics, []float64{0, 0, 0, 0.5}, 1e-12)
}

// A proposal whose line along the normal misses the circle can't return: the chain keeps its point and is counted. So
// does one whose energy has run away.
func TestUnsolvedChainsStay(t *testing.T) {
	for name, solver := range solvers() {
		s := constrained(1, 1, solver)
		x := networktest.Matrix([]float64{1, 0}, []float64{0.6, 0.8}, []float64{0, -1}, []float64{1, 0})
		noise := networktest.Matrix([]float64{0, 1.4}, []float64{-0.8, 0.6}, []float64{-2, 0}, []float64{0, 0.1})
		next, statistics := step(t, s, sampler.System{Energy: slope(flat), Constraint: circle.Formula}, x, noise)
		near(t, name+": unsolved chains", append(next.Data[:2:2], next.Data[4:6]...), []float64{1, 0, 0, -1}, 0)
		if statistics[1] < 0.5 {
			t.Errorf("%s: %v of the chains are unsolved, want at least the two without a solution", name, statistics[1])
		}
		if name == "lbfgs" {
			continue // hard chains hold up the others there
		}
		near(t, name+": a solved chain", next.Data[6:], []float64{math.Sqrt(0.99), 0.1}, 1e-6)
	}
}

// With infinite bounds chains go where their solver ends, solved or not, but not to what is no number. From (1, 0) on
// the circle one Newton iteration from (1, 1.4) leads by -J^T F/(J(y) J(x)) to first coordinate 1 - 1.96/2.
func TestUnboundedChainsGoOn(t *testing.T) {
	s := constrained(1, 1, &sampler.Newton{Iterations: 1})
	s.Tolerance, s.LongestReturn = math.Inf(1), math.Inf(1)
	x := networktest.Matrix([]float64{1, 0}, []float64{1, 0}, []float64{1, 0})
	noise := networktest.Matrix([]float64{0, 1.4}, []float64{0, math.NaN()}, []float64{0, 0})
	next, statistics := step(t, s, sampler.System{Energy: slope(flat),
		Constraint: networktest.Formula(squareCircle)}, x, noise)
	near(t, "chains", next.Data, []float64{1 - 1.96/2, 1.4, 1, 0, 1, 0}, 1e-6)
	near(t, "unsolved, long returns", statistics[1:3], []float64{1. / 3, 0}, 1e-6)
}

// squareCircle is |x|^2 - 1, whose derivative along a line is linear.
func squareCircle(x *graph.Node) *graph.Node { return graph.AddScalar(networktest.Square(x), -1) }

// F = u exp(-u^2) with u = y - 2 x^2 is 0 on a parabola and nearly 0 far from it. From the origin, a step of 1 along
// the tangent ends at u = -2, from where Newton's method runs off to u = -4, where |F| < 1e-4: no point of the
// manifold. A step of 0.2 ends at u = -0.08 and returns.
func TestChainsDontReturnToWhereFIsFlat(t *testing.T) {
	parabola := networktest.Formula(func(x *graph.Node) *graph.Node {
		u := graph.Sub(networktest.Coordinate(x, 1), graph.MulScalar(graph.Square(networktest.Coordinate(x, 0)), 2))
		return graph.Mul(u, graph.Exp(graph.Neg(graph.Square(u))))
	})
	x, noise := networktest.Matrix([]float64{0, 0}, []float64{0, 0}),
		networktest.Matrix([]float64{1, 0}, []float64{0.2, 0})
	system := sampler.System{Energy: slope(flat), Constraint: parabola}
	s := constrained(1, 1, &sampler.Newton{Iterations: 12})
	next, statistics := step(t, s, system, x, noise)
	near(t, "next", next.Data, []float64{0, 0, 0.2, 0.08}, 1e-6)
	near(t, "unsolved, long returns", statistics[1:3], []float64{0, 0.5}, 0)

	s.LongestReturn = 3
	next, statistics = step(t, s, system, x, noise)
	if y := next.Data[1]; !(y < -1.5) || statistics[2] != 0 {
		t.Errorf("y = %v and %v of the returns too long, with returns of up to three steps allowed", y, statistics[2])
	}
}

// The line along the normals at (1, 0) meets the circle behind the end of a step as well. A solver that finds that
// point makes no move: its return is longer than the step.
func TestChainsDontJumpToTheOtherSide(t *testing.T) {
	s := constrained(1, 1, &across{})
	x := networktest.Matrix([]float64{1, 0})
	next, statistics := step(t, s, sampler.System{Energy: slope(flat), Constraint: circle.Formula}, x,
		networktest.Matrix([]float64{0, 0.6}))
	near(t, "next", next.Data, x.Data, 0)
	near(t, "unsolved, long returns", statistics[1:3], []float64{0, 1}, 0)
}

// across returns to the far side of the unit circle from a step up at (1, 0).
type across struct{ sampler.Newton }

func (*across) Solve(_ network.Function, proposal *graph.Node, _ sampler.Normals) *graph.Node {
	up := networktest.Coordinate(proposal, 1)
	return networktest.Join(graph.Neg(graph.Sqrt(graph.OneMinus(graph.Square(up)))), up)
}

func TestRunawayEnergiesLeaveTheChainWhereItWas(t *testing.T) {
	s := constrained(0.1, 1, &sampler.Newton{Iterations: 4})
	endless := func(x *graph.Node) *graph.Node { return graph.Log(graph.MulScalar(graph.OnesLike(x), -1)) }
	x := networktest.Matrix([]float64{1, 0}, []float64{0.6, 0.8})
	next, statistics := step(t, s, sampler.System{Energy: slope(endless), Constraint: circle.Formula}, x,
		networktest.Matrix([]float64{0, 1}, []float64{1, 0}))
	near(t, "next", next.Data, x.Data, 0)
	near(t, "residual and unsolved", statistics[:2], []float64{0, 1}, 0)
}

// 200 chains in single precision over 60 steps, under an energy: every end is on the manifold within the tolerance (and
// the rounding of F itself), the chains have moved, and few steps failed.
func TestChainsStayOnTheManifold(t *testing.T) {
	for _, m := range all {
		solver := &sampler.Newton{Iterations: 5}
		slope := make([]float64, m.Ambient)
		slope[0] = 0.5
		const chains = 200
		rng := rand.New(rand.NewPCG(6, 2))
		start := float32s(draws(m, rng, chains).Data)
		// One step at a time: these formulas' derivatives make large graphs.
		c := chain(t, on(constrained(0.15, 1, solver), sampler.System{Energy: along(slope...), Constraint: m.Formula}),
			chains, m.Ambient)
		ends, statistics := start, []float64(nil)
		for range 60 {
			ends, statistics = run(t, c, ends, rng)
		}
		if size := residual(t, m, float64s(ends)); !(size < 1.1e-4) {
			t.Errorf("%s in R^%d: |F| at the ends of the chains is up to %v", m.Name, m.Ambient, size)
		}
		if !(statistics[0] <= 1e-4) || statistics[1] > 0.05 {
			t.Errorf("%s in R^%d: residual %v, unsolved %v, want at most 1e-4 and 0.05", m.Name, m.Ambient,
				statistics[0], statistics[1])
		}
		moved := 0.0
		for i := 0; i < len(start); i += m.Ambient {
			moved += distance(float64s(start[i:i+m.Ambient]), float64s(ends[i:i+m.Ambient])) / chains
		}
		// 60 steps of 0.15 in each tangent direction diffuse by about 1.2.
		if moved < 0.5 {
			t.Errorf("%s in R^%d: the chains moved by %v on average", m.Name, m.Ambient, moved)
		}
	}
}

// Without an energy the chain is uniform on a circle: by symmetry for any step size, in codimension 1 and 2, from a
// point. Chi-square in 20 cells exceeds 43.8 with probability 0.001, so the two have a false-alarm rate of 0.002.
func TestConstrainedChainIsUniformOnTheCircle(t *testing.T) {
	const chains, cells = 4000, 20
	for _, test := range []struct {
		manifold networktest.Manifold
		start    []float64
		angle    func(x []float32) float64
	}{
		{circle, []float64{1, 0}, func(x []float32) float64 { return math.Atan2(float64(x[1]), float64(x[0])) }},
		{ring, ring.Nearest([]float64{1, 0, 0}), func(x []float32) float64 {
			return math.Atan2(float64(x[1]),
				float64(x[0])*0.8-float64(x[2])*0.6)
		}},
	} {
		var start []float32
		for range chains {
			start = append(start, float32s(test.start)...)
		}
		s := constrained(0.4, 60, &sampler.Newton{Iterations: 6})
		c := chain(t, on(s, sampler.System{Energy: slope(flat), Constraint: test.manifold.Formula}), chains,
			test.manifold.Ambient)
		ends, _ := run(t, c, start, rand.New(rand.NewPCG(7, 2)))
		var counts [cells]float64
		for i := 0; i < len(ends); i += test.manifold.Ambient {
			turn := test.angle(ends[i:])/(2*math.Pi) + 0.5
			counts[min(int(turn*cells), cells-1)]++
		}
		square := 0.0
		for _, n := range counts {
			square += (n - chains/cells) * (n - chains/cells) / (chains / cells)
		}
		if square > 43.8 {
			t.Errorf("%s: chi-square %v against uniformity, want at most 43.8; counts %v", test.manifold.Name,
				square, counts)
		}
	}
}

// The von Mises energy -k x_0 on the circle has E[cos] = I_1(k)/I_0(k) and E[cos 2] = I_2(k)/I_0(k); for k = 2 these
// are
// 0.69777 and 0.30222. 4.5 standard errors of 4000 chains are 0.028 and 0.044 (standard deviations at most 0.4 and
// 0.62,
// false-alarm rate 1.4e-5), and 0.01 is left for the discretization, whose error is of order noise^2 = 0.0225.
func TestConstrainedChainFollowsVonMises(t *testing.T) {
	const chains = 4000
	s := constrained(0.15, 500, &sampler.Newton{Iterations: 4})
	start := make([]float32, 2*chains)
	for i := 0; i < len(start); i += 2 {
		start[i+1] = 1
	}
	ends, _ := run(t, chain(t, on(s, sampler.System{Energy: along(-2, 0), Constraint: circle.Formula}), chains, 2),
		start, rand.New(rand.NewPCG(8, 2)))
	var cos, cos2, sin float64
	for i := 0; i < len(ends); i += 2 {
		x, y := float64(ends[i]), float64(ends[i+1])
		cos, cos2, sin = cos+x/chains, cos2+(x*x-y*y)/chains, sin+y/chains
	}
	for _, moment := range []struct {
		name             string
		got, want, limit float64
	}{{"E[cos]", cos, 0.69777, 0.038}, {"E[cos 2]", cos2, 0.30222, 0.054}, {"E[sin]", sin, 0, 0.055}} {
		if math.Abs(moment.got-moment.want) > moment.limit {
			t.Errorf("%s is %v, want %v within %v", moment.name, moment.got, moment.want, moment.limit)
		}
	}
}

func TestConstrainedLangevinMustMove(t *testing.T) {
	s := constrained(0, 10, &sampler.Newton{Iterations: 4})
	if s.Check() == nil {
		t.Error("neither noise nor step, and no complaint")
	}
	s.LangevinStep.Step = number(1)
	if err := s.Check(); err != nil {
		t.Errorf("descent without noise: %v", err)
	}
}
