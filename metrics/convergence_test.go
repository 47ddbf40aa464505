package metrics

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"ebim/framework/experiment"
	"ebim/framework/model"
	"ebim/framework/points"
)

// tracer is a model whose chains are autoregressive in each of two coordinates, each chain around a place of its own.
type tracer struct {
	phi   float64
	apart float64
	err   error
}

func (m tracer) TraceChains(_ context.Context, rng *rand.Rand, count, draws int) (*model.Trace, error) {
	first, second := autoregressive(rng, m.phi, count, draws), autoregressive(rng, 0, count, draws)
	t := &model.Trace{Figures: map[string]float64{"acceptance": 0.7}}
	for i := range count {
		way, energies := points.New(draws, 2), make([]float64, draws)
		for k := range draws {
			way.At(k)[0], way.At(k)[1] = first[i][k]+m.apart*float64(i%2), second[i][k]
			energies[k] = way.At(k)[0] * way.At(k)[0]
		}
		t.Points, t.Energies = append(t.Points, way), append(t.Energies, energies)
	}
	return t, m.err
}

func TestConvergence(t *testing.T) {
	metric := &Convergence{Chains: 8, Draws: 1000}
	good := measured(t, metric, learned(tracer{phi: 0.5}, vonMises(1, 1)))
	if good["mixed"] != 1 || good["acceptance_rate"] != 0.7 || good["draws"] != 8000 || metric.caveats(good) != nil {
		t.Errorf("chains that mix give %v", good)
	}
	// 8000 draws are worth a third of that in the first coordinate, the worst; the estimate is within 20 % (see the test
	// of effective sizes, with a fixed seed).
	near(t, "the least effective size", good["ess_bulk"], 8000.0/3, 0.2*8000/3)
	near(t, "R-hat", good["value"], 1, 0.01)
	for name, bad := range map[string]tracer{"slow": {phi: 0.999}, "apart": {phi: 0.5, apart: 3}} {
		figures := measured(t, metric, learned(bad, vonMises(1, 1)))
		if figures["mixed"] != 0 || !(figures["value"] > 1.01) || !strings.Contains(strings.Join(metric.caveats(figures), "; "), "have not mixed") {
			t.Errorf("%s: %v, note %q", name, figures, metric.caveats(figures))
		}
	}
	// Chains that stand still, each elsewhere, are said not to have mixed.
	still := measured(t, metric, learned(tracer{phi: 1}, vonMises(1, 1)))
	if !math.IsInf(still["value"], 1) || still["mixed"] != 0 || metric.caveats(still) == nil {
		t.Errorf("chains that stand still: %v", still)
	}
}

func TestConvergenceNeedsChains(t *testing.T) {
	metric := &Convergence{Chains: 2, Draws: 8}
	for name, of := range map[string]model.Trained{"no chains": meshed{}, "nowhere to start": tracer{err: &model.EmptyError{Reason: "no point"}}} {
		if _, err := metric.Measure(t.Context(), learned(of, vonMises(1, 1))); !errors.Is(err, experiment.ErrNotApplicable) {
			t.Errorf("%s: %v", name, err)
		}
	}
	check := func(m model.Model) error {
		return metric.CheckSettings(&experiment.Settings{Data: experiment.Data{Source: vonMises(1, 1)}, Models: map[string]model.Model{"a": m}})
	}
	wantError(t, "no density", check(&model.ImplicitManifold{Manifold: model.Manifold{Dimension: 1}}), "chains")
	if err := check(&model.EBM{}); err != nil {
		t.Error(err)
	}
}

// A warm-up that missed its target by more than 0.1 is told of, also where the chains have mixed; one without a target is not.
func TestConvergenceTellsOfMissedTargets(t *testing.T) {
	for _, test := range []struct {
		acceptance, target float64
		told               bool
	}{{0.96, 0.57, true}, {0.62, 0.57, false}, {0.3, 0.57, true}, {0.96, 0, false}} {
		figures := map[string]float64{"mixed": 1, "acceptance_rate": test.acceptance, "step_size": 0.1, "failed": 0.02, "non_reversible": 0}
		if test.target > 0 {
			figures["target_acceptance_rate"] = test.target
		}
		if note := strings.Join(new(Convergence).caveats(figures), "; "); strings.Contains(note, "target acceptance of 0.57") != test.told {
			t.Errorf("%+v: the note is %q", test, note)
		}
	}
}
