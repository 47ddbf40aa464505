package sampler_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/network/networktest"
	"ebim/framework/points"
	"ebim/framework/sampler"
)

// quadratic is the gradient of (x_0 - 1)^2/2 + 4 (x_1 + 2)^2/2.
func quadratic(x *graph.Node) *graph.Node {
	constant := func(values ...float64) *graph.Node {
		return graph.ConstAsDType(x.Graph(), x.DType(), [][]float64{values})
	}
	return graph.Mul(graph.Sub(x, constant(1, -2)), constant(1, 4))
}

func TestLangevinStepByHand(t *testing.T) {
	x, noise := networktest.Matrix([]float64{2, -1}, []float64{1, 3}),
		networktest.Matrix([]float64{1, -1}, []float64{0.5, 2})
	energy := slope(quadratic) // gradients (1, 4) and (0, 20)
	for _, test := range []struct {
		name    string
		step    sampler.LangevinStep
		next    []float64
		clamped float64
	}{
		{"step is noise squared unless given", sampler.LangevinStep{Noise: 0.2},
			[]float64{2 + 0.2 - 0.02, -1 - 0.2 - 0.08, 1.1, 3 + 0.4 - 0.4}, 0},
		{"step of its own", sampler.LangevinStep{Noise: 0.2, Step: number(1)},
			[]float64{2 + 0.2 - 0.5, -1 - 0.2 - 2, 1.1, 3 + 0.4 - 10}, 0},
		{"no drift", sampler.LangevinStep{Noise: 0.2, Step: number(0)}, []float64{2.2, -1.2, 1.1, 3.4}, 0},
		{"clamped", sampler.LangevinStep{Noise: 0.2, Step: number(1), Clamp: number(3)},
			[]float64{2 + 0.2 - 0.5, -1 - 0.2 - 1.5, 1.1, 3 + 0.4 - 1.5}, 0.5},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := &sampler.Langevin{LangevinStep: test.step}
			next, statistics := moved(t, x, noise, func(from sampler.Phase, draws sampler.Draws) (sampler.Phase,
				sampler.Info) {
				return s.Move(energy, from, draws)
			})
			near(t, "next", next.Data, test.next, 1e-14)
			near(t, "statistics", statistics, []float64{test.clamped}, 1e-14)
		})
	}
}

// In the energy k (x - mean)^2/2 the chain is x' - mean = (1 - step k/2)(x - mean) + noise r, whose stationary law is
// normal with variance noise^2/(1 - (1 - step k/2)^2). Each of the 8 checks is at 4.5 standard errors: false-alarm rate
// of the test 5e-5.
func TestLangevinStationaryMoments(t *testing.T) {
	const chains = 4000
	for _, test := range []struct{ noise, step float64 }{{0.4, 0.16}, {0.3, 0.2}} {
		s := &sampler.Langevin{LangevinStep: sampler.LangevinStep{Steps: 160, Noise: test.noise,
			Step: &test.step, Unroll: 20}}
		ends, _ := run(t, chain(t, free(s, slope(quadratic)), chains, 2), make([]float32, 2*chains),
			rand.New(rand.NewPCG(1, 1)))
		for j, want := range []struct{ mean, stiffness float64 }{{1, 1}, {-2, 4}} {
			variance := test.noise * test.noise / (1 - math.Pow(1-test.step*want.stiffness/2, 2))
			mean, square := 0.0, 0.0
			for i := range chains {
				v := float64(ends[2*i+j]) - want.mean
				mean, square = mean+v/chains, square+v*v/chains
			}
			if limit := 4.5 * math.Sqrt(variance/chains); math.Abs(mean) > limit {
				t.Errorf("noise %v, step %v: mean %v, want %v within %v", test.noise, test.step, mean+want.mean,
					want.mean, limit)
			}
			if limit := 4.5 * variance * math.Sqrt(2.0/chains); math.Abs(square-variance) > limit {
				t.Errorf("noise %v, step %v: variance %v, want %v within %v", test.noise, test.step, square,
					variance, limit)
			}
		}
	}
}

// The energies of a network with one output and of a manifold's |F|, in closed form: 2x, and J^T F/|F|.
func TestEnergyGradients(t *testing.T) {
	x := networktest.Matrix([]float64{3, 0}, []float64{0, -0.5}, []float64{0, 0})
	got := networktest.Evaluate(t, func(in []*graph.Node) []*graph.Node {
		return []*graph.Node{sampler.Gradient(circle.Formula, in[0]),
			sampler.Gradient(sampler.Norm(circle.Formula), in[0])}
	}, x)
	near(t, "energy gradient", got[0].Data, []float64{6, 0, 0, -1, 0, 0}, 1e-14)
	// |F| = | |x|^2 - 1 | falls toward the circle: its gradient points outwards outside, inwards inside.
	near(t, "gradient of |F|", got[1].Data, []float64{6, 0, 0, 1, 0, 0}, 1e-14)
	pair := networktest.Formula(func(x *graph.Node) *graph.Node {
		return networktest.Join(networktest.Combination(x, []float64{3, 0}),
			networktest.Combination(x, []float64{0, 4}))
	})
	got = networktest.Evaluate(t, func(in []*graph.Node) []*graph.Node {
		return []*graph.Node{sampler.Gradient(sampler.Norm(pair), in[0])}
	},
		networktest.Matrix([]float64{1, 1}, []float64{0, 0}))
	// F = (3, 4), |F| = 5: J^T F/|F| = (9, 16)/5; on the manifold the gradient is 0.
	near(t, "gradient of |F| in codimension 2", got[0].Data, []float64{1.8, 3.2, 0, 0}, 1e-14)
}

func TestNormalizStandard(t *testing.T) {
	const n = 100000
	values := make([]float32, n)
	sampler.Normal(values, rand.New(rand.NewPCG(2, 1)))
	var moments [4]float64
	for _, v := range values {
		for k := range moments {
			moments[k] += math.Pow(float64(v), float64(k+1)) / n
		}
	}
	// Standard errors of the first four moments; 4.5 of them are exceeded with probability 3e-5 in all.
	for k, deviation := range []float64{1, math.Sqrt2, math.Sqrt(15), math.Sqrt(96)} {
		if want := []float64{0, 1, 0, 3}[k]; math.Abs(moments[k]-want) > 4.5*deviation/math.Sqrt(n) {
			t.Errorf("moment %d is %v, want %v", k+1, moments[k], want)
		}
	}
}

func TestUniformAndClampToBox(t *testing.T) {
	box := points.Box{{-1, 1}, {10, 14}}
	rng, low, high, mean := rand.New(rand.NewPCG(3, 1)), [2]float64{1e9, 1e9}, [2]float64{-1e9, -1e9}, [2]float64{}
	const n = 4000
	for range n {
		var point [2]float32
		box.Draw(point[:], rng)
		for j, v := range point {
			low[j], high[j], mean[j] = min(low[j], float64(v)), max(high[j], float64(v)), mean[j]+float64(v)/n
		}
	}
	for j, axis := range box {
		width := axis[1] - axis[0]
		// The ends are missed by a hundredth of the width with probability 4e-18; the mean has standard error
		// width/sqrt(12 n).
		if low[j] < axis[0] || high[j] > axis[1] || low[j] > axis[0]+width/100 || high[j] < axis[1]-width/100 ||
			math.Abs(mean[j]-(axis[0]+axis[1])/2) > 4.5*width/math.Sqrt(12*n) {
			t.Errorf("axis %d: draws from %v to %v with mean %v, want uniform on %v", j, low[j], high[j], mean[j], axis)
		}
	}
	x := []float32{-3, 9, 0.5, 12, 7, 99}
	box.Clamp(x)
	near(t, "clamped points", float64s(x), []float64{-1, 10, 0.5, 12, 1, 14}, 0)
}

// In a graph points are moved to where they are moved on the host, in boxes whose sides are alike and others.
func TestClampedToBox(t *testing.T) {
	for _, box := range []points.Box{{{-1, 1}, {10, 14}}, {{0, 11}, {0, 11}}} {
		x := networktest.Array{Dimensions: []int{3, 2}, Data: []float64{-3, 9, 0.5, 12, 7, 99}}
		got := networktest.Evaluate(t, func(in []*graph.Node) []*graph.Node {
			return []*graph.Node{sampler.ClampedToBox(in[0], box)}
		}, x)[0]
		want := []float32{-3, 9, 0.5, 12, 7, 99}
		box.Clamp(want)
		near(t, "clamped points", got.Data, float64s(want), 0)
	}
}
