package metrics

import (
	"errors"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/energy"
	"ebim/framework/experiment"
	"ebim/framework/manifold"
	"ebim/framework/model"
	"ebim/framework/network/networktest"
	"ebim/framework/support"
)

// tracer is an energy whose chains have autoregressive coordinates x, of variance 1, and y, with the coefficients phi
// and 0: Langevin dynamics of E = (x - place)^2 + y^2/step with step 1 - phi, each chain around a place of its own.
// With phi 1 they stand still.
func tracer(t *testing.T, phi, apart float64) *energy.Density {
	t.Helper()
	d := newDomain(t)
	d.starts = gaussian(rand.New(rand.NewPCG(9, 10)), 256, 2, 0, 1)
	step := 1 - phi
	e := func(x *graph.Node) *graph.Node {
		chains := make([][]float64, x.Shape().Dimensions[0]) // a row of the batch each
		for i := range chains {
			chains[i] = []float64{apart * float64(i%2)}
		}
		first := graph.Sub(networktest.Coordinate(x, 0), graph.ConstAsDType(x.Graph(), x.DType(), chains))
		second := graph.Square(networktest.Coordinate(x, 1))
		if step > 0 {
			second = graph.DivScalar(second, step)
		}
		return graph.Add(graph.Square(first), second)
	}
	return d.langevin(e, step, math.Sqrt(1-phi*phi))
}

func TestConvergence(t *testing.T) {
	metric := &Convergence{Chains: 8, Draws: 1000}
	good := measured(t, metric, learned(tracer(t, 0.5, 0), vonMises(1, 1)))
	if _, ok := good["clamped"]; !ok || good["mixed"] != 1 || good["chain_steps"] != 20 || good["draws"] != 8000 ||
		metric.caveats(good) != nil {
		t.Errorf("chains that mix give %v", good)
	}
	// 8000 draws are worth a third of that in the first coordinate, the worst; the estimate is within 20 % (see the
	// test of effective sizes, with a fixed seed).
	near(t, "the least effective size", good["ess_bulk"], 8000.0/3, 0.2*8000/3)
	near(t, "R-hat", good["value"], 1, 0.01)
	for name, bad := range map[string]*energy.Density{"slow": tracer(t, 0.999, 0), "apart": tracer(t, 0.5, 3)} {
		figures := measured(t, metric, learned(bad, vonMises(1, 1)))
		if figures["mixed"] != 0 || !(figures["value"] > 1.01) ||
			!strings.Contains(strings.Join(metric.caveats(figures), "; "), "have not mixed") {
			t.Errorf("%s: %v, note %q", name, figures, metric.caveats(figures))
		}
	}
	// Chains that stand still, each elsewhere, are said not to have mixed.
	still := measured(t, metric, learned(tracer(t, 1, 0), vonMises(1, 1)))
	if !math.IsInf(still["value"], 1) || still["mixed"] != 0 || metric.caveats(still) == nil {
		t.Errorf("chains that stand still: %v", still)
	}
}

func TestConvergenceNeedsChains(t *testing.T) {
	metric := &Convergence{Chains: 2, Draws: 8}
	nowhere := &energy.Density{Support: &domain{empty: &support.EmptyError{Reason: "no point"}}}
	for name, of := range map[string]support.Density{"no density": nil, "no chains": known{law: vonMises(1, 1)},
		"nowhere to start": nowhere} {
		if _, err := metric.Measure(t.Context(), learned(of, vonMises(1, 1))); !errors.Is(err,
			experiment.ErrNotApplicable) {
			t.Errorf("%s: %v", name, err)
		}
	}
	check := func(m model.Model) error {
		return refusal(metric.Needs(&experiment.Settings{Data: experiment.Data{Source: vonMises(1, 1)},
			Models: map[string]model.Model{"a": m}}))
	}
	wantError(t, "no density", check(&model.ImplicitManifold{Manifold: manifold.Manifold{Dimension: 1}}), "chains")
	if err := check(&model.EBM{}); err != nil {
		t.Error(err)
	}
}

// A warm-up that missed its target by more than 0.1 is reported, also where the chains have mixed; one without a target
// is not.
func TestConvergenceTellsOfMissedTargets(t *testing.T) {
	for _, test := range []struct {
		acceptance, target float64
		told               bool
	}{{0.96, 0.57, true}, {0.62, 0.57, false}, {0.3, 0.57, true}, {0.96, 0, false}} {
		figures := map[string]float64{"mixed": 1, "acceptance_rate": test.acceptance, "step_size": 0.1, "failed": 0.02,
			"non_reversible": 0}
		if test.target > 0 {
			figures["target_acceptance_rate"] = test.target
		}
		if note := strings.Join(new(Convergence).caveats(figures), "; "); strings.Contains(note,
			"target acceptance of 0.57") != test.told {
			t.Errorf("%+v: the note is %q", test, note)
		}
	}
}
