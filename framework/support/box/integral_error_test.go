package box

import (
	"math/rand/v2"
	"testing"

	"ebim/framework/energy"
	"ebim/framework/points"
	"ebim/framework/support"
	"ebim/framework/support/supporttest"
)

func logIntegral(t *testing.T, box points.Box, w *supporttest.Waves, rng *rand.Rand) (support.Integral, error) {
	t.Helper()
	d := &energy.Density{Support: New(supporttest.Environment(t, nil, box)), Energy: w.Network()}
	return d.Support.Domain().(support.Integrator).LogIntegral(t.Context(), rng, d.Log)
}

// boxRule is Gauss and Legendre's with a number of nodes along each axis.
func boxRule(box points.Box, n int) *supporttest.Rule {
	r := &supporttest.Rule{Nodes: points.New(0, len(box))}
	nodes, weights := make([][]float64, len(box)), make([][]float64, len(box))
	for j, axis := range box {
		nodes[j], weights[j] = supporttest.Gauss(n, axis[0], axis[1])
	}
	Even(box, n-1).Visit(func(_ int, at []int) {
		weight := 1.0
		for j, k := range at {
			r.Nodes.Data = append(r.Nodes.Data, nodes[j][k])
			weight *= weights[j][k]
		}
		r.Weights = append(r.Weights, weight)
	})
	return r
}

// Boxes of one to three dimensions, of pushforward models as of the whole space.
func TestIntegralErrorOverBoxes(t *testing.T) {
	rng, covered := rand.New(rand.NewPCG(2, 8)), supporttest.Coverage{}
	for _, test := range []struct {
		box     points.Box
		nodes   int
		lengths []float64
		each    int
	}{
		{points.Box{{-2, 1}}, 1000, []float64{1, 0.1, 0.03}, 48},
		{points.Box{{-1, 1}, {0, 1.5}}, 100, []float64{1, 0.3, 0.1}, 16},
		{points.Box{{-1, 1}, {0, 1}, {-0.5, 1}}, 32, []float64{1, 0.4}, 4},
	} {
		exact := boxRule(test.box, test.nodes)
		for _, length := range test.lengths {
			for range test.each {
				w := supporttest.NewWaves(rng, 8, len(test.box), length)
				got, err := logIntegral(t, test.box, w, rng)
				if err != nil {
					t.Fatal(err)
				}
				covered.Add(got, exact.LogIntegral(w.At))
			}
		}
	}
	covered.Check(t)
}

// Above three dimensions uniform points integrate over boxes. The energies are sums over the axes, whose integrals are
// products.
func TestIntegralErrorByUniformPoints(t *testing.T) {
	rng, covered := rand.New(rand.NewPCG(3, 8)), supporttest.Coverage{}
	line := boxRule(points.Box{{-1, 1}}, 60)
	for range 200 {
		want, axes := 0.0, make([]*supporttest.Waves, 4)
		whole := &supporttest.Waves{}
		for j := range axes {
			w := supporttest.NewWaves(rng, 2, 1, 0.5)
			want += line.LogIntegral(w.At)
			for k, frequency := range w.Frequencies {
				along := make([]float64, len(axes))
				along[j] = frequency[0]
				whole.Frequencies, whole.Phases = append(whole.Frequencies, along), append(whole.Phases, w.Phases[k])
				whole.Amplitudes = append(whole.Amplitudes, w.Amplitudes[k])
			}
		}
		box := points.Box{{-1, 1}, {-1, 1}, {-1, 1}, {-1, 1}}
		got, err := logIntegral(t, box, whole, rng)
		if err != nil {
			t.Fatal(err)
		}
		covered.Add(got, want)
	}
	covered.Check(t)
}
