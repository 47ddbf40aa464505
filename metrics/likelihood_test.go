package metrics

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"ebim/framework/dataset"
	"ebim/framework/energy"
	"ebim/framework/experiment"
	"ebim/framework/mesh"
	"ebim/framework/model"
	"ebim/framework/points"
	"ebim/framework/support"
)

// besselI is the modified Bessel function of the first kind, from its integral over half a turn; the trapezoidal rule
// converges faster than any power.
func besselI(order int, x float64) float64 {
	const steps = 200
	sum := 0.0
	for k := range steps {
		angle := math.Pi * (float64(k) + 0.5) / steps
		sum += math.Exp(x*math.Cos(angle)) * math.Cos(float64(order)*angle) / steps
	}
	return sum
}

// TestLikelihoodOfVonMises: with concentrations k of the truth and c of the model on the same circle of radius r, and
// A = I1(k)/I0(k), the means are c A - log(2 pi r I0(c)) and k A - log(2 pi r I0(k)).
func TestLikelihoodOfVonMises(t *testing.T) {
	const k, c, radius = 2.0, 0.5, 1.5
	mean := func(concentration float64) float64 {
		return concentration*besselI(1, k)/besselI(0, k) - math.Log(2*math.Pi*radius*besselI(0, concentration))
	}
	metric := &MeanLikelihood{Points: 20000}
	got := measured(t, metric, learned(known{law: vonMises(c, radius), unconverged: 7}, vonMises(k, radius)))
	// Means of independent points: 4.4 standard errors are a false alarm of 1e-5 each.
	near(t, "the mean log density", got["value"], mean(c), 4.4*got["standard_error"])
	near(t, "the truth's", got["truth"], mean(k), 4.4*got["standard_error"]*k/c)
	near(t, "the gap", got["gap"], mean(k)-mean(c), 4.4*got["gap_standard_error"])
	near(t, "the gap as a difference", got["gap"], got["truth"]-got["value"], 1e-9)
	// The cosine's variance is 1 - A/k - A^2; log density is c times it.
	ratio := besselI(1, k) / besselI(0, k)
	near(t, "the standard error", got["standard_error"], c*math.Sqrt((1-ratio/k-ratio*ratio)/20000), 1e-4)
	for name, want := range map[string]float64{"points": 20000, "zero_density": 0, "unconverged": 7,
		"normalizer_error": 0.001, "dimension": 1} {
		if got[name] != want {
			t.Errorf("%s is %v, want %v", name, got[name], want)
		}
	}
	near(t, "distance to the same circle", got["distance"]+got["median_distance"], 0, 1e-12)
}

// Points that equal a training point are no part of the score without repeats, which is there only if some do.
func TestLikelihoodWithoutRepeats(t *testing.T) {
	law := vonMises(2, 1)
	s := learned(known{law: law}, law)
	s.Source = &dataset.CSV{}
	s.Train = &points.Set{Dim: 2, Data: []float64{-1, 0, 0, 1}}
	s.Held = &points.Set{Dim: 2, Data: []float64{1, 0, -1, math.Copysign(0, -1), 0, -1, -1, 0}}
	got := measured(t, &MeanLikelihood{Points: 10, reference: reference{"held_out"}}, s)
	at := func(x, y float64) float64 { return law.LogDensity([]float64{x, y}) }
	near(t, "with repeats", got["value"], (at(1, 0)+2*at(-1, 0)+at(0, -1))/4, 1e-12)
	near(t, "without repeats", got["without_repeats"], (at(1, 0)+at(0, -1))/2, 1e-12)
	near(t, "the share of repeats", got["repeats"], 0.5, 1e-12)
	near(t, "its standard error", got["without_repeats_error"], math.Abs(at(1, 0)-at(0, -1))/2, 1e-12)
	s.Train = &points.Set{Dim: 2, Data: []float64{0, 1}}
	got = measured(t, &MeanLikelihood{Points: 10, reference: reference{"held_out"}}, s)
	if _, ok := got["without_repeats"]; ok {
		t.Error("no point repeats a training point, and there is a score without them")
	}
}

func TestLikelihoodTellsTheDistance(t *testing.T) {
	got := measured(t, &MeanLikelihood{Points: 50}, learned(known{law: vonMises(0, 1.25)}, vonMises(0, 1)))
	near(t, "mean distance", got["distance"], 0.25, 1e-9)
	near(t, "median distance", got["median_distance"], 0.25, 1e-9)
	near(t, "log density on the learned circle", got["value"], -math.Log(2*math.Pi*1.25), 1e-9)
}

func TestLikelihoodTellsTheSheets(t *testing.T) {
	of := known{law: vonMises(0, 1), sheets: []int{1, 2, 1, 3, 1}}
	got := measured(t, &MeanLikelihood{Points: 5}, learned(of, vonMises(0, 1)))
	near(t, "the share of points with several sheets", got["several_sheets"], 0.4, 1e-12)
	of.sheets = nil
	if _, ok := measured(t, &MeanLikelihood{Points: 5}, learned(of, vonMises(0, 1)))["several_sheets"]; ok {
		t.Error("a model of one sheet has a share of points with several")
	}
}

func TestLikelihoodOfHeldOutPoints(t *testing.T) {
	law := vonMises(2, 1)
	s := learned(known{law: law}, law)
	s.Source = &dataset.CSV{}
	s.Held = &points.Set{Dim: 2, Data: []float64{1, 0, -1, 0}}
	want := (law.LogDensity([]float64{1, 0}) + law.LogDensity([]float64{-1, 0})) / 2
	got := measured(t, &MeanLikelihood{Points: 50}, s)
	near(t, "held-out points", got["value"], want, 1e-12)
	if _, ok := got["truth"]; ok || got["points"] != 2 {
		t.Errorf("of two held-out points: %v", got)
	}
	if got := measured(t, &MeanLikelihood{Points: 50, reference: reference{"training"}}, s); got["points"] != 50 {
		t.Errorf("of 50 training points: %v", got)
	}
	s.Source, s.Validation = law, &points.Set{Dim: 2, Data: []float64{0, 1}}
	validation := &MeanLikelihood{Points: 50, reference: reference{"validation"}}
	got = measured(t, validation, s)
	near(t, "validation points, though the law is known", got["value"], law.LogDensity([]float64{0, 1}), 1e-12)
	if got["points"] != 1 {
		t.Errorf("of one validation point: %v", got)
	}
	s.Source, s.Held = &dataset.CSV{}, points.New(0, 2)
	_, err := (&MeanLikelihood{Points: 50, reference: reference{"held_out"}}).Measure(t.Context(), s)
	wantError(t, "none held out", err, "no points")
	settings := &experiment.Settings{Data: experiment.Data{Source: s.Source}}
	wantError(t, "none to hold out", refusal(new(MeanLikelihood).Needs(settings)), "holdout")
	settings.Data.Source = law
	wantError(t, "none to validate on", refusal(validation.Needs(settings)), "data.validation")
	settings.Data.Validation = new(0.1)
	if err := refusal(validation.Needs(settings)); err != nil {
		t.Error(err)
	}
}

// broken is a uniform model on the unit circle that gives another log density at the first point.
type broken struct {
	support.Density
	value float64
}

func (b broken) LogDensity(ctx context.Context, rng *rand.Rand, x *points.Set) (*support.LogDensity, error) {
	found, err := known{law: vonMises(0, 1)}.LogDensity(ctx, rng, x)
	found.Values[0] = b.value
	return found, err
}

func TestLikelihoodCountsWhatIsNotFinite(t *testing.T) {
	got := measured(t, &MeanLikelihood{Points: 10}, learned(broken{value: math.Inf(-1)}, vonMises(0, 1)))
	if got["zero_density"] != 1 || !math.IsInf(got["value"], -1) {
		t.Errorf("with one point of density 0: %v", got)
	}
	for _, value := range []float64{math.NaN(), math.Inf(1)} {
		_, err := (&MeanLikelihood{Points: 10}).Measure(t.Context(), learned(broken{value: value}, vonMises(0, 1)))
		wantError(t, "not a density", err, "point 0 of 10")
	}
}

func TestEmptySupportsAreNoFailures(t *testing.T) {
	nowhere := &energy.Density{Support: &domain{empty: fmt.Errorf("normalizing: %w",
		&mesh.UnmeshableError{Reason: "F has no zero"})}}
	for _, metric := range []experiment.Metric{&MeanLikelihood{Points: 10}, &DensityError{Points: 10},
		&Mixing{Wasserstein{Samples: 10, Repeats: 1}}} {
		if _, err := metric.Measure(t.Context(), learned(nowhere, vonMises(1, 1))); !errors.Is(err,
			experiment.ErrNotApplicable) {
			t.Errorf("%T: %v", metric, err)
		}
	}
}

func TestLikelihoodOfAnotherDimensionHasNoGap(t *testing.T) {
	s := learned(known{law: vonMises(1, 1)}, vonMises(1, 1))
	s.Traits = model.Traits{Ambient: 2, Dimension: 2, Density: true}
	got := measured(t, &MeanLikelihood{Points: 10}, s)
	_, gap := got["gap"]
	_, value := got["value"]
	if _, ok := got["ambient_value"]; gap || value || !ok || got["dimension"] != 2 {
		t.Errorf("a density of the plane is compared with one of a circle: %v", got)
	}
}

// What a derived model stands for is not what the data are drawn from.
func TestTruthIsNoneOfDerivedModels(t *testing.T) {
	s := learned(known{law: vonMises(1, 1)}, vonMises(1, 1))
	s.Samples, s.Derived = s.Train, true
	for _, metric := range []experiment.Metric{&MeanLikelihood{Points: 10}, &DensityError{Points: 10},
		&ProperWasserstein{}, &SlicedComparison{},
		&EnergyComparison{}, &PublishedComparison{}, &ManifoldDistance{}} {
		if _, err := metric.Measure(t.Context(), s); !errors.Is(err, experiment.ErrNotApplicable) {
			t.Errorf("%T of a derived model: %v", metric, err)
		}
	}
}

// A normalizer that is known less well than the points' mean gets a caveat.
func TestLooseNormalizers(t *testing.T) {
	for _, test := range []struct {
		off, standard float64
		want          int
	}{{0.21, 0.02, 1}, {0.21, 0.3, 0}, {0.04, 0.001, 0}, {math.Inf(1), 0.1, 1}, {0, 0, 0}} {
		if got := looseNormalizer(map[string]float64{"normalizer_error": test.off,
			"standard_error": test.standard}); len(got) != test.want {
			t.Errorf("%+v: %q", test, got)
		}
	}
}
