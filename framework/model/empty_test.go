package model

import (
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/gomlx/gomlx/pkg/core/graph"

	"ebim/framework/network/networktest"
)

// A manifold-defining function without zeros has nothing to draw from, which is not a failure of the program.
func TestSamplingAnEmptyManifold(t *testing.T) {
	hollow := learned(t, networktest.Sphere(2, 1))
	hollow.network = fixed(func(x *graph.Node) *graph.Node { return graph.AddScalar(networktest.Square(x), 1) })
	ebim := func(how SamplingMethod) Sampler {
		return &trainedEBIM{learnedManifold: hollow, energy: slope(1, 0), sampling: Sampling{Sampler: how, Proposals: 1}}
	}
	for name, m := range map[string]Sampler{"alone": hollow, "from its mesh": ebim(Automatic), "by importance": ebim(ByImportance),
		"by chains": ebim(ByChains)} {
		_, _, err := m.Sample(background, rand.New(rand.NewPCG(1, 1)), 10)
		var empty *EmptyError
		if !errors.As(err, &empty) || empty.Reason == "" {
			t.Errorf("%s: %v", name, err)
		}
	}
}
