package sampler_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/backend"
	"ebim/framework/network/networktest"
	"ebim/framework/sampler"
)

func hmc(stepSize float64, leapfrogs, warmup int) *sampler.ConstrainedHMC {
	return &sampler.ConstrainedHMC{LeapfrogSteps: leapfrogs, Target: 0.65,
		MetropolisStep: sampler.MetropolisStep{Steps: 10, StepSize: stepSize,
			Warmup: warmup, Solver: &sampler.Newton{Iterations: 5}, Tolerance: 1e-4, ReverseTolerance: 1e-3, Unroll: 1}}
}

// careless is Hamiltonian Monte Carlo without its Metropolis test.
type careless struct{ *sampler.ConstrainedHMC }

func (c careless) Move(system sampler.System, from sampler.Phase, draws sampler.Draws) (sampler.Phase, sampler.Info) {
	draws.LogUniform = graph.AddScalar(draws.LogUniform, -1e6)
	return c.ConstrainedHMC.Move(system, from, draws)
}

// ends are those of independent chains that start at one point of the law's manifold, after the given number of runs,
// the warm-up among them.
func (l law) ends(t *testing.T, s sampler.Constrained, chains, runs int, seed uint64) []float64 {
	t.Helper()
	rng := rand.New(rand.NewPCG(seed, 3))
	c := chain(t, on(s, l.system()), chains, l.manifold.Ambient)
	var x []float32
	for range chains {
		x = append(x, float32s(l.point(0.7, 0.3))...)
	}
	for range runs {
		if c.Warm() {
			c.Freeze()
		}
		x, _ = run(t, c, x, rng)
	}
	if !c.Warm() {
		t.Fatal("the warm-up is longer than all runs")
	}
	return float64s(x)
}

// The ends of chains from one point have the law exp(-E) on the surface, in frequencies and in means. The 8 cases have
// 8 chi-squares and 25 means, so that a right sampler fails with probability 1e-3 (the seeds are fixed).
func TestAdjustedSamplersHaveTheRightLaw(t *testing.T) {
	persistent := hmc(0.1, 2, 30)
	persistent.Persistence = 0.7
	quasi := hmc(0.1, 3, 30)
	quasi.Solver = &sampler.QuasiNewton{Iterations: 12}
	mala := &sampler.ConstrainedMALA{MetropolisStep: hmc(0.1, 1, 30).MetropolisStep, Target: 0.57}
	for name, test := range map[string]struct {
		law     law
		sampler sampler.Constrained
		runs    int
	}{
		"hmc on the circle":           {vonMisesLaw(), hmc(0.1, 3, 30), 6},
		"persistent on the circle":    {vonMisesLaw(), persistent, 7},
		"mala on the circle":          {vonMisesLaw(), mala, 8},
		"hmc on the sphere":           {fisherLaw(), hmc(0.1, 3, 30), 6},
		"hmc on the torus":            {sineLaw(), hmc(0.1, 3, 30), 8},
		"hmc in codimension 2":        {ellipseLaw(), hmc(0.1, 3, 30), 7},
		"quasi-Newton, codimension 2": {ellipseLaw(), quasi, 7},
		"hmc on a curve in R^4":       {waveLaw(), hmc(0.1, 3, 30), 8},
	} {
		t.Run(name, func(t *testing.T) {
			if complaints := test.law.disagreement(
				test.law.ends(t, test.sampler, 4000, test.runs, 1)); len(complaints) > 0 {
				t.Error(complaints)
			}
		})
	}
}

// What has another law is found out: large steps without the Metropolis test, and Langevin dynamics with large steps.
func TestWrongSamplersAreCaught(t *testing.T) {
	langevin := constrained(0.9, 60, &sampler.Newton{Iterations: 5})
	for name, test := range map[string]struct {
		law     law
		sampler sampler.Constrained
	}{
		"no test on the circle":    {vonMisesLaw(), careless{hmc(0.9, 3, 0)}},
		"no test in codimension 2": {ellipseLaw(), careless{hmc(0.8, 3, 0)}},
		"unadjusted on the sphere": {fisherLaw(), langevin},
	} {
		if complaints := test.law.disagreement(test.law.ends(t, test.sampler, 4000, 4, 2)); len(complaints) == 0 {
			t.Errorf("%s: the wrong law is not noticed", name)
		}
	}
}

// transition is one transition in double precision.
func transition(t *testing.T, s sampler.Constrained, l law, x, momentum, logUniform networktest.Array,
	stepSize float64) (next, end networktest.Array, statistics []float64) {
	t.Helper()
	got := networktest.Evaluate(t, graphOf(s, l), x, momentum, logUniform, networktest.Array{Data: []float64{stepSize}})
	for _, a := range got[2:] {
		statistics = append(statistics, a.Data[0])
	}
	return got[0], got[1], statistics
}

// always is a uniform number that accepts whatever can be reversed.
func always(batch int) networktest.Array {
	a := networktest.Array{Dimensions: []int{batch}, Data: make([]float64, batch)}
	for i := range a.Data {
		a.Data[i] = math.Inf(-1)
	}
	return a
}

// From x with momentum p, 10 leapfrogs and 10 back with the momentum turned round end at x with -p: to 1e-5, in double
// and in single precision, in every codimension, with Newton's and the quasi-Newton solver.
func TestTrajectoriesCanBeReversed(t *testing.T) {
	quasi := hmc(0.1, 2, 0)
	quasi.Solver = &sampler.QuasiNewton{Iterations: 20}
	for _, test := range []struct {
		law     law
		sampler *sampler.ConstrainedHMC
	}{
		{vonMisesLaw(), hmc(0.1, 2, 0)}, {fisherLaw(), hmc(0.1, 2, 0)}, {sineLaw(), hmc(0.1, 2, 0)},
		{ellipseLaw(), hmc(0.1, 2, 0)},
		{waveLaw(), hmc(0.1, 2, 0)}, {sineLaw(), quasi}, {ellipseLaw(), quasi},
	} {
		name := fmt.Sprintf("%s with %T", test.law.manifold.Name, test.sampler.Solver)
		checkReversal(t, name+" in double precision", test.law, 1e-7, doubleTransition(t, test.sampler, test.law))
		checkReversal(t, name+" in single precision", test.law, 1e-5, singleTransition(t, test.sampler, test.law))
	}
}

const reversed = 20 // chains of the tests of reversals

// checkReversal does transitions from some points, as many back, and compares.
func checkReversal(t *testing.T, name string, l law, tolerance float64,
	transition func(inputs ...networktest.Array) []networktest.Array) {
	t.Helper()
	start, momentum := l.start(reversed)
	walk := func(x, p networktest.Array) (networktest.Array, networktest.Array) {
		for range 5 {
			out := transition(x, p, always(reversed), networktest.Array{Data: []float64{0.1}})
			near(t, name+": failed and non-reversible", []float64{out[3].Data[0], out[4].Data[0]}, []float64{0, 0}, 0)
			x, p = out[0], out[1]
		}
		return x, p
	}
	x, p := walk(start, momentum)
	if moved := distance(x.Data, start.Data); moved < 1 {
		t.Errorf("%s: all chains together moved by %v only", name, moved)
	}
	x, p = walk(x, negative(p))
	near(t, name+": x", x.Data, start.Data, tolerance)
	near(t, name+": momentum", p.Data, negative(momentum).Data, 10*tolerance)
}

// graphOf is a transition from (x, p), logarithms of uniform numbers and the step size to (x, p) and statistics.
func graphOf(s sampler.Constrained, l law) func(in []*graph.Node) []*graph.Node {
	return func(in []*graph.Node) []*graph.Node {
		to, info := s.Move(l.system(), sampler.Phase{X: in[0], Momentum: in[1]},
			sampler.Draws{Normal: in[1], LogUniform: in[2], StepSize: in[3]})
		return []*graph.Node{to.X, to.Momentum, info.Acceptance, info.Failed, info.NonReversible}
	}
}

func doubleTransition(t *testing.T, s sampler.Constrained, l law) func(
	inputs ...networktest.Array) []networktest.Array {
	return networktest.Compile(t, graphOf(s, l))
}

func singleTransition(t *testing.T, s sampler.Constrained, l law) func(
	inputs ...networktest.Array) []networktest.Array {
	n := l.manifold.Ambient
	program, err := backend.Compile(engine(t), "transition", nil,
		[][]int{{reversed, n}, {reversed, n}, {reversed}, nil},
		func(_, in []*graph.Node) (_, outputs []*graph.Node) { return nil, graphOf(s, l)(in) })
	if err != nil {
		t.Fatal(err)
	}
	return func(inputs ...networktest.Array) (outputs []networktest.Array) {
		var narrow []backend.Array
		for _, a := range inputs {
			narrow = append(narrow, backend.Array{Dimensions: a.Dimensions, Data: float32s(a.Data)})
		}
		out, err := program.Run(nil, narrow, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, a := range out {
			outputs = append(outputs, networktest.Array{Dimensions: a.Dimensions, Data: float64s(a.Data)})
		}
		return outputs
	}
}

// start is points of the manifold with tangent momenta.
func (l law) start(chains int) (x, momentum networktest.Array) {
	rng := rand.New(rand.NewPCG(11, 1))
	var rows, tangents [][]float64
	for range chains {
		u, v := rng.Float64(), rng.Float64()
		const step = 1e-6
		along, across := 2*rng.NormFloat64(), 2*rng.NormFloat64()
		from, to := l.point(u-step*along, v-step*across), l.point(u+step*along, v+step*across)
		size, tangent := 0.0, make([]float64, len(from))
		for j := range from {
			tangent[j] = to[j] - from[j]
			size += tangent[j] * tangent[j]
		}
		factor := (0.5 + rng.Float64()) / math.Sqrt(size)
		for j := range tangent {
			tangent[j] *= factor
		}
		rows, tangents = append(rows, l.point(u, v)), append(tangents, tangent)
	}
	return networktest.Matrix(rows...), networktest.Matrix(tangents...)
}

func negative(a networktest.Array) networktest.Array {
	turned := a.Copy()
	for i := range turned.Data {
		turned.Data[i] *= -1
	}
	return turned
}

// Without an energy on the unit circle a leapfrog goes from (1, 0) with momentum (0, v) to (sqrt(1 - s^2), s), s = h
// v, and turns the momentum along: H stays, so that it is always accepted. With the energy -g x_1 at (1, 0), the half
// momentum is v + h g/2, and the new one that plus h g/2 sqrt(1 - s^2).
func TestTransitionByHand(t *testing.T) {
	const h, v, g = 0.5, 0.8, 0.6
	for _, force := range []float64{0, g} {
		l := vonMisesLaw()
		l.energy = linear(0, force)
		half := v + h*force/2
		s := h * half
		c := math.Sqrt(1 - s*s)
		speed := half + h*force/2*c
		x, momentum := networktest.Matrix([]float64{1, 0}), networktest.Matrix([]float64{0.3, v}) // 0.3 is normal
		next, end, statistics := transition(t, hmc(h, 1, 0), l, x, momentum, always(1), h)
		near(t, "x", next.Data, []float64{c, s}, 1e-9)
		near(t, "momentum", end.Data, []float64{-s * speed, c * speed}, 1e-9)
		change := speed*speed/2 - force*s - v*v/2
		near(t, "acceptance, failed, non-reversible", statistics, []float64{math.Min(1, math.Exp(-change)), 0, 0}, 1e-9)
		// A logarithm above -change is refused: the point stays, and the momentum turns round.
		refused := networktest.Array{Dimensions: []int{1}, Data: []float64{-change + 1e-6}}
		next, end, _ = transition(t, hmc(h, 1, 0), l, x, momentum, refused, h)
		near(t, "refused", append(next.Data, end.Data...), []float64{1, 0, 0, -v}, 1e-9)
		accepted := networktest.Array{Dimensions: []int{1}, Data: []float64{-change - 1e-6}}
		next, _, _ = transition(t, hmc(h, 1, 0), l, x, momentum, accepted, h)
		near(t, "accepted", next.Data, []float64{c, s}, 1e-9)
	}
}

// Half of the old momentum in the square is kept with persistence sqrt(1/2), and noise is the rest.
func TestPersistence(t *testing.T) {
	l, s := vonMisesLaw(), hmc(0.1, 1, 0)
	l.energy = linear(0, 0)
	s.Persistence = math.Sqrt(0.5)
	got := networktest.Evaluate(t, func(in []*graph.Node) []*graph.Node {
		to, _ := s.Move(l.system(), sampler.Phase{X: in[0], Momentum: in[1]},
			sampler.Draws{Normal: in[2], LogUniform: in[3], StepSize: in[4]})
		return []*graph.Node{graph.ReduceSum(graph.Square(to.Momentum), 1)}
	}, networktest.Matrix([]float64{1, 0}), networktest.Matrix([]float64{9, 3}), networktest.Matrix([]float64{9, 1}),
		always(1), networktest.Array{Data: []float64{0.1}})
	near(t, "|p|^2", got[0].Data, []float64{8}, 1e-6)
}

// Proposals whose line along the normal misses the manifold, and energies that are no number, leave the chain where it
// was and are counted, beside chains that move.
func TestImpossibleTransitionsStay(t *testing.T) {
	l := vonMisesLaw()
	l.energy = linear(0, 0)
	x, momentum := networktest.Matrix([]float64{1, 0}, []float64{0, 1}),
		networktest.Matrix([]float64{0, 14}, []float64{1, 0})
	next, end, statistics := transition(t, hmc(0.1, 2, 0), l, x, momentum, always(2), 0.1)
	near(t, "the chain that can't", append(next.Data[:2:2], end.Data[:2]...), []float64{1, 0, 0, -14}, 0)
	near(t, "failed and non-reversible", statistics[1:3], []float64{0.5, 0}, 1e-12)
	if statistics[0] != 0.5 || math.Abs(next.Data[2]) < 0.15 {
		t.Errorf("acceptance %v; the other chain is at %v", statistics[0], next.Data[2:])
	}
	l.energy = func(x *graph.Node) *graph.Node { return graph.Log(graph.AddScalar(networktest.Coordinate(x, 1), -2)) }
	next, _, statistics = transition(t, hmc(0.1, 2, 0), l, x, momentum, always(2), 0.1)
	near(t, "chains of no energy", next.Data, x.Data, 0)
	if statistics[0] != 0 {
		t.Errorf("energies that are no number are accepted with probability %v", statistics[0])
	}
}

// On the torus long leapfrogs reach other sheets, from which the reverse step ends elsewhere: they are refused.
func TestNonReversibleStepsAreRefused(t *testing.T) {
	const chains = 200
	l := sineLaw()
	x, momentum := l.start(chains)
	strict, lenient := hmc(1, 1, 0), hmc(1, 1, 0)
	lenient.ReverseTolerance = 1e6
	for i := range momentum.Data {
		momentum.Data[i] *= 2
	}
	next, _, statistics := transition(t, strict, l, x, momentum, always(chains), 1)
	_, _, without := transition(t, lenient, l, x, momentum, always(chains), 1)
	stayed := 0.0
	for i := 0; i < len(x.Data); i += 3 {
		if distance(next.Data[i:i+3], x.Data[i:i+3]) == 0 {
			stayed++
		}
	}
	if !(statistics[2] > 0) || without[2] != 0 || without[1] != statistics[1] {
		t.Errorf("failed %v, non-reversible %v; without the check %v", statistics[1], statistics[2], without[1:3])
	}
	near(t, "chains that stayed", []float64{stayed / chains}, []float64{statistics[1] + statistics[2]}, 1e-9)
}

func TestAdjustedSamplersRefuseJointSolvers(t *testing.T) {
	s := hmc(0.1, 1, 0)
	if err := s.Check(); err != nil {
		t.Error(err)
	}
	if s.Solver = (&sampler.LBFGS{Iterations: 3}); s.Check() == nil {
		t.Error("lbfgs couples the chains, and no complaint")
	}
}
