package metrics

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"ebim/framework/dataset"
	"ebim/framework/energy"
	"ebim/framework/experiment"
	"ebim/framework/manifold"
	"ebim/framework/model"
	"ebim/framework/network/networktest"
	"ebim/framework/points"
	"ebim/framework/support"
)

// mixing is an energy of a law whose chains, which stand still, start in another.
func mixing(t *testing.T, law, chains dataset.Distribution) (*energy.Density, *domain) {
	t.Helper()
	d := newDomain(t)
	d.law, d.starts = law, chains.Sample(rand.New(rand.NewPCG(7, 8)), 1<<16)
	return d.langevin(networktest.Square, 0, 0), d
}

func TestMixing(t *testing.T) {
	metric := &Mixing{Wasserstein{Samples: 300, Repeats: 20}}
	of := func(chains dataset.Distribution) (map[string]float64, *domain) {
		density, d := mixing(t, vonMises(2, 1), chains)
		s := learned(density, vonMises(2, 1))
		s.Box = points.Box{{-2, 1.4}, {-2, 2}}
		return measured(t, metric, s), d
	}
	// Chains that mix: the value is one more draw of the floor. Its deviation from the mean of 20, in their
	// deviations, is about Student's t with 19 degrees of freedom, beyond 4.6 with probability 2e-4 (the seed is
	// fixed).
	good, d := of(vonMises(2, 1))
	near(t, "the distance of chains that mix", good["value"], good["noise_floor"],
		4.6*good["noise_floor_standard_deviation"])
	if d.drawn != 3*300*(1+2*8*13) || // three times what 8 repeats take, for 20
		good["model_points"] != 300 || good["true_points"] != 300 {
		t.Errorf("%d exact draws; %v", d.drawn, good)
	}
	// Chains that never leave where they started, on the far side.
	stuck := vonMises(2, 1)
	stuck.Mode = 3
	if bad, _ := of(stuck); !(bad["ratio"] > 5) || bad["outside"] != 0 {
		t.Errorf("chains that don't mix give %v", bad)
	}
	// A quarter of a larger circle is beyond x = 1.4 of the box; four deviations of that share of 300 points, so a
	// false alarm in 16000.
	if lost, _ := of(vonMises(0, 1.4*math.Sqrt2)); math.Abs(lost["outside"]-0.25) > 0.1 {
		t.Errorf("a quarter of the chains ends outside, not %v", lost["outside"])
	}
}

// An energy that is too steep for its mesh.
func TestMixingWithoutExactDraws(t *testing.T) {
	density, d := mixing(t, vonMises(1, 1), vonMises(1, 1))
	d.empty = &support.UndrawableError{Reason: "too steep"}
	s := learned(density, vonMises(1, 1))
	if _, err := (&Mixing{Wasserstein{Samples: 3, Repeats: 1}}).Measure(t.Context(), s); !errors.Is(err,
		experiment.ErrNotApplicable) {
		t.Errorf("a mesh that can't be drawn from gives %v", err)
	}
}

func TestMixingNeedsChainsOnAManifold(t *testing.T) {
	density, _ := mixing(t, vonMises(1, 1), vonMises(1, 1))
	high, image := learned(density, vonMises(1, 1)), learned(density, vonMises(1, 1))
	high.Traits.Ambient, high.Traits.Dimension = 4, 3
	image.Traits.Implicit = false
	for what, s := range map[string]*experiment.Subject{"four dimensions": high, "no zero set": image,
		"no density": learned(nil, vonMises(1, 1)), "no chains": learned(known{law: vonMises(1, 1)}, vonMises(1, 1))} {
		if _, err := (&Mixing{Wasserstein{Samples: 10, Repeats: 1}}).Measure(t.Context(), s); !errors.Is(err,
			experiment.ErrNotApplicable) {
			t.Errorf("%s: %v", what, err)
		}
	}
	check := func(m model.Model) error {
		return refusal(new(Mixing).Needs(&experiment.Settings{Data: experiment.Data{Source: vonMises(1, 1)},
			Models: map[string]model.Model{"a": m}}))
	}
	wantError(t, "no density", check(&model.ImplicitManifold{Manifold: manifold.Manifold{Dimension: 1}}), "chains")
	wantError(t, "no manifold", check(&model.EBM{}), "whole space")
	if err := check(&model.EBIM{Manifold: manifold.Manifold{Dimension: 1}}); err != nil {
		t.Error(err)
	}
}

func TestMixingTakesTheTruthsFloor(t *testing.T) {
	law := vonMises(2, 1)
	metric := &Mixing{Wasserstein{Samples: 100, Repeats: 20, FloorError: 0.2}}
	numbers, err := shared(metric, settings(law, 7)).Compute(t.Context(), &experiment.Subject{Source: law})
	if err != nil {
		t.Fatal(err)
	}
	density, d := mixing(t, law, law)
	s := learned(density, law)
	s.Shared, s.Box = numbers, points.Box{{-2, 2}, {-2, 2}}
	got := measured(t, metric, s)
	if floor := sharedFloor(numbers, 100, 100).estimate(); got["noise_floor"] != floor.Mean || d.drawn != 100 {
		t.Errorf("the floor %v is not %+v, with %d exact draws", got["noise_floor"], floor, d.drawn)
	}
}
