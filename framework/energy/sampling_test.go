package energy

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"

	"ebim/framework/network/networktest"
	"ebim/framework/points"
	"ebim/framework/support"
	"ebim/framework/support/supporttest"
	"ebim/framework/support/zeroset"
)

// Each setting draws in its own way, which its figures show.
func TestSamplingSettings(t *testing.T) {
	figureOf := map[SamplingMethod]string{ByImportance: "effective_sample_size", ByMesh: "acceptance",
		ByRejection: "acceptance", ByChains: "chain_steps"}
	for method, figure := range figureOf {
		ebim, curve := tilted(t, networktest.Sphere(2, 1), 20), parabola(t)
		ebm := inBox(t, supporttest.Square, ebim.Energy)
		for name, m := range map[string]*Density{"ebim": ebim, "pushforward": curve, "ebm": ebm} {
			m.Sampling.Sampler = method
			if name != "ebim" && method == ByMesh || name == "ebim" && method == ByRejection {
				continue
			}
			set, figures, err := m.Sample(t.Context(), rand.New(rand.NewPCG(5, 6)), 30)
			if err != nil {
				t.Fatal(err)
			}
			if _, ok := figures[figure]; !ok || set.Len() != 30 || set.Dim != 2 {
				t.Errorf("%s by %s: %d points in R^%d with the figures %v", name, method, set.Len(), set.Dim, figures)
			}
		}
	}
}

func TestSamplingIsCanceled(t *testing.T) {
	canceled, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := parabola(t).Sample(canceled, rand.New(rand.NewPCG(6, 11)), 10); !errors.Is(err, context.Canceled) {
		t.Errorf("canceled: %v", err)
	}
}

// A manifold-defining function without zeros has nothing to draw from, which is not a failure of the program.
func TestSamplingAnEmptyManifold(t *testing.T) {
	env, _, codimension := supporttest.Learned(t, networktest.Sphere(2, 1))
	hollow := zeroset.New(env, supporttest.Fixed(supporttest.Hollow), codimension)
	by := func(how SamplingMethod) func(ctx context.Context, rng *rand.Rand, n int) (*points.Set,
		map[string]float64, error) {
		return (&Density{Support: hollow, Energy: supporttest.Slope(1, 0),
			Sampling: Sampling{Sampler: how, Proposals: 1}}).Sample
	}
	alone := func(ctx context.Context, rng *rand.Rand, n int) (*points.Set, map[string]float64, error) {
		set, err := hollow.Uniform(ctx, rng, n)
		return set, nil, err
	}
	for name, draw := range map[string]func(ctx context.Context, rng *rand.Rand, n int) (*points.Set,
		map[string]float64, error){
		"alone": alone, "from its mesh": by(Automatic), "by importance": by(ByImportance), "by chains": by(ByChains)} {
		_, _, err := draw(t.Context(), rand.New(rand.NewPCG(1, 1)), 10)
		var empty *support.EmptyError
		if !errors.As(err, &empty) || empty.Reason == "" {
			t.Errorf("%s: %v", name, err)
		}
	}
}
