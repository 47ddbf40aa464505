package arithmetic

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/energy"
	"ebim/framework/network/networktest"
	"ebim/framework/sampler"
	"ebim/framework/support"
	"ebim/framework/support/implicit"
	"ebim/framework/support/supporttest"
	"ebim/framework/support/zeroset"
)

// line is the distance to the x_j axis of R^3 shifted by 1 along the next axis, in two outputs: of denoised points,
// whose lines meet.
func line(j int, at [3]float64) networktest.Formula {
	return func(x *graph.Node) *graph.Node {
		var outputs []*graph.Node
		for k := range 3 {
			if k != j {
				outputs = append(outputs, graph.AddScalar(networktest.Coordinate(x, k), -at[k]))
			}
		}
		return networktest.Join(outputs...)
	}
}

// Two lines of R^3 that meet in a point are of codimension 2 each, 4 together: annealing finds the point, and chains
// of the sum of their energies stay there.
func TestAnnealedIntersection(t *testing.T) {
	at := [3]float64{0.5, -0.25, 0.1}
	env, _, _ := supporttest.Learned(t, networktest.Sphere(3, 1))
	first, second := zeroset.New(env, supporttest.Fixed(line(0, at)), 2),
		zeroset.New(env, supporttest.Fixed(line(1, at)), 2)
	low := 0.01
	both := &Intersection{Of: []string{"a", "b"}, Annealing: &implicit.Annealing{Steps: 40, Lowest: &low,
		Corrections: 20}}
	steps := &sampler.ConstrainedLangevin{LangevinStep: sampler.LangevinStep{Steps: 5, Noise: 0.1, Unroll: 5},
		Solver: &sampler.ConjugateGradients{Iterations: 2, Products: 4, Tolerance: 1e-3}, Tolerance: 1e-3,
		LongestReturn: 10}
	withEnergy := with(&energy.Density{Support: first, Energy: supporttest.Slope(1, 0, 0),
		Moves: energy.Constrained(steps), Sampling: energy.Sampling{Steps: 10, Sampler: energy.ByChains}})
	for name, trained := range map[string]support.Density{
		"manifolds":      derive(t, both, bare(first), bare(second)).Density,
		"with an energy": derive(t, both, withEnergy, bare(second)).Density,
	} {
		drawn, figures, err := trained.Sample(t.Context(), rand.New(rand.NewPCG(1, 2)), 20)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if figures["drawn_norm"] > 1e-4 {
			t.Errorf("%s: |F| of the draws is %v", name, figures["drawn_norm"])
		}
		for i := range drawn.Len() {
			for k, want := range at {
				if got := drawn.At(i)[k]; math.Abs(got-want) > 0.01 {
					t.Errorf("%s: coordinate %d of draw %d is %v, not %v", name, k, i, got, want)
				}
			}
		}
		if _, err := trained.LogDensity(t.Context(), rand.New(rand.NewPCG(1, 2)), drawn); name == "manifolds" &&
			!errors.Is(err, errors.ErrUnsupported) {
			t.Errorf("%s: its density: %v", name, err)
		}
	}
	if d := derive(t, both, bare(first), bare(second)).Support.Dimension(); d != 1 {
		t.Errorf("the intersection is of dimension %d, at most", d)
	}
}
