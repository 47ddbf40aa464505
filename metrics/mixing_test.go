package metrics

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"ebim/framework/dataset"
	"ebim/framework/experiment"
	"ebim/framework/model"
	"ebim/framework/points"
)

// mixer is a model of a law whose chains end in another.
type mixer struct {
	law, chains dataset.Distribution
	exact       int // points that were drawn exactly
}

func (m *mixer) SampleByChains(_ context.Context, rng *rand.Rand, n int) (*points.Set, map[string]float64, error) {
	return m.chains.Sample(rng, n), nil, nil
}

func (m *mixer) SampleByMesh(_ context.Context, rng *rand.Rand, n int) (*points.Set, map[string]float64, error) {
	m.exact += n
	return m.law.Sample(rng, n), nil, nil
}

func TestMixing(t *testing.T) {
	metric := &Mixing{Wasserstein{Samples: 300, Repeats: 20}}
	of := func(chains dataset.Distribution) (map[string]float64, *mixer) {
		m := &mixer{law: vonMises(2, 1), chains: chains}
		s := learned(m, vonMises(2, 1))
		s.Box = [][2]float64{{-2, 1.4}, {-2, 2}}
		return measured(t, metric, s), m
	}
	// Chains that mix: the value is one more draw of the floor. Its deviation from the mean of 20, in their deviations, is
	// about Student's t with 19 degrees of freedom, beyond 4.6 with probability 2e-4 (the seed is fixed).
	good, m := of(vonMises(2, 1))
	near(t, "the distance of chains that mix", good["value"], good["noise_floor"], 4.6*good["noise_floor_standard_deviation"])
	if m.exact != 3*300*(1+2*8*13) || // three times what 8 repeats take, for 20
		good["model_points"] != 300 || good["true_points"] != 300 {
		t.Errorf("%d exact draws; %v", m.exact, good)
	}
	// Chains that never leave where they started, on the far side.
	stuck := vonMises(2, 1)
	stuck.Mode = 3
	if bad, _ := of(stuck); !(bad["ratio"] > 5) || bad["outside"] != 0 {
		t.Errorf("chains that don't mix give %v", bad)
	}
	// A quarter of a larger circle is beyond x = 1.4 of the box; four deviations of that share of 300 points, so a false
	// alarm in 16000.
	if lost, _ := of(vonMises(0, 1.4*math.Sqrt2)); math.Abs(lost["outside"]-0.25) > 0.1 {
		t.Errorf("a quarter of the chains ends outside, not %v", lost["outside"])
	}
}

// rugged is a mixer whose energy is too steep for its mesh.
type rugged struct{ mixer }

func (*rugged) SampleByMesh(context.Context, *rand.Rand, int) (*points.Set, map[string]float64, error) {
	return nil, nil, &model.UndrawableError{Reason: "too steep"}
}

func TestMixingWithoutExactDraws(t *testing.T) {
	s := learned(&rugged{mixer{chains: vonMises(1, 1)}}, vonMises(1, 1))
	if _, err := (&Mixing{Wasserstein{Samples: 3, Repeats: 1}}).Measure(t.Context(), s); !errors.Is(err, experiment.ErrNotApplicable) {
		t.Errorf("a mesh that can't be drawn from gives %v", err)
	}
}

func TestMixingNeedsChainsOnAManifold(t *testing.T) {
	s := learned(&mixer{}, vonMises(1, 1))
	s.Nature.Ambient, s.Nature.Dimension = 4, 3
	for what, s := range map[string]*experiment.Subject{"four dimensions": s, "no chains": learned(meshed{}, vonMises(1, 1))} {
		if _, err := (&Mixing{Wasserstein{Samples: 10, Repeats: 1}}).Measure(t.Context(), s); !errors.Is(err, experiment.ErrNotApplicable) {
			t.Errorf("%s: %v", what, err)
		}
	}
	check := func(m model.Model) error {
		return new(Mixing).CheckSettings(&experiment.Settings{Data: experiment.Data{Source: vonMises(1, 1)}, Models: map[string]model.Model{"a": m}})
	}
	wantError(t, "no density", check(&model.ImplicitManifold{Manifold: model.Manifold{Dimension: 1}}), "chains")
	wantError(t, "no manifold", check(&model.EBM{}), "whole space")
	if err := check(&model.EBIM{Manifold: model.Manifold{Dimension: 1}}); err != nil {
		t.Error(err)
	}
}

func TestMixingTakesTheTruthsFloor(t *testing.T) {
	law := vonMises(2, 1)
	metric := &Mixing{Wasserstein{Samples: 100, Repeats: 20, FloorError: 0.2}}
	numbers, err := metric.Shared(settings(law, 7)).Compute(t.Context(), &experiment.Subject{Source: law})
	if err != nil {
		t.Fatal(err)
	}
	m := &mixer{law: law, chains: law}
	s := learned(m, law)
	s.Shared, s.Box = numbers, [][2]float64{{-2, 2}, {-2, 2}}
	got := measured(t, metric, s)
	if floor := sharedFloor(numbers, 100, 100).estimate(); got["noise_floor"] != floor.Mean || m.exact != 100 {
		t.Errorf("the floor %v is not %+v, with %d exact draws", got["noise_floor"], floor, m.exact)
	}
}
