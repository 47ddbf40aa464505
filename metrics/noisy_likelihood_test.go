package metrics

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ebim/framework/dataset"
	"ebim/framework/experiment"
	"ebim/framework/points"
	"ebim/framework/support"
)

// sampled is a model that draws from a law.
type sampled struct {
	support.Density
	law dataset.Distribution
}

func (m sampled) Sample(_ context.Context, rng *rand.Rand, n int) (*points.Set, map[string]float64, error) {
	return m.law.Sample(rng, n), nil, nil
}

func noisyLikelihood(noise float64) *NoisyLikelihood {
	return &NoisyLikelihood{Noise: noise, Repeats: 4, Points: 1000, Samples: 2000}
}

// Of independent coordinates, truth N(0, 1) and model N(m, t^2), with noise s on both: the mean of
// -log(2 pi (t^2 + s^2))/2 - ((1 + s^2) + m^2) / (2 (t^2 + s^2)) for each coordinate.
func TestNoisyLikelihoodOfNormals(t *testing.T) {
	const m, deviation, noise, dim = 0.5, 1.5, 0.4, 2
	rng := rand.New(rand.NewPCG(5, 6))
	s := learned(normal{mean: m, deviation: deviation}, vonMises(1, 1))
	s.Source, s.Held = &dataset.CSV{}, gaussian(rng, 1000, dim, 0, 1)
	metric := noisyLikelihood(noise)
	metric.Samples = 10000
	got := measured(t, metric, s)
	variance := deviation*deviation + noise*noise
	want := -dim * (math.Log(2*math.Pi*variance) + (1+noise*noise+m*m)/variance) / 2
	// 4.4 standard errors are a false alarm of 1e-5; the draws' own chance is below 0.01.
	near(t, "mean log density", got["value"]+got["bias"], want, 4.4*got["standard_error"]+0.01)
	if _, ok := got["truth"]; ok || got["points"] != 1000 || got["draws"] != 10000 {
		t.Errorf("of points without a law: %v", got)
	}
}

type normal struct {
	support.Density
	mean, deviation float64
}

func (m normal) Sample(_ context.Context, rng *rand.Rand, n int) (*points.Set, map[string]float64, error) {
	return gaussian(rng, n, 2, m.mean, m.deviation), nil, nil
}

// TestNoisyLikelihoodIsProper: laws that differ from the truth a little, on its manifold and beside it, have a gap
// that is told from 0 (4.4 standard errors are a false alarm of 1e-5), while the truth itself has none.
func TestNoisyLikelihoodIsProper(t *testing.T) {
	const noise = 0.2
	truth := vonMises(2, 1)
	moved := vonMises(2, 1)
	moved.Center = []float64{0.1, 0}
	for name, law := range map[string]dataset.Distribution{"flatter": vonMises(1.2, 1), "narrower": vonMises(3, 1),
		"uniform": vonMises(0, 1),
		"smaller": vonMises(2, 0.93), "larger": vonMises(2, 1.07), "moved": moved} {
		got := measured(t, noisyLikelihood(noise), learned(sampled{law: law}, truth))
		if !(got["gap"] > 4.4*got["gap_standard_error"]) {
			t.Errorf("%s: gap %v ± %v", name, got["gap"], got["gap_standard_error"])
		}
		near(t, "the gap as a difference", got["gap"], got["truth"]-got["value"], 1e-9)
	}
	got := measured(t, noisyLikelihood(noise), learned(sampled{law: truth}, truth))
	// Two sets of 2000 draws of one law differ by their own chance beside that of the points.
	near(t, "gap of the truth", got["gap"], 0, 4.4*got["gap_standard_error"]+0.01)
}

// Without noise on the points, a circle that is too small by s^2/(2 r) scores better than the true one.
func TestNoiseOnThePointsIsNeeded(t *testing.T) {
	const noise = 0.5
	small, _ := vonMises(0, 1-noise*noise/2).Evenly(500)
	right, x := vonMises(0, 1), []float64{1, 0}
	draws, _ := right.Evenly(500)
	ofSmall, _ := newSmoothed(small, noise).logDensity(x)
	ofRight, _ := newSmoothed(draws, noise).logDensity(x)
	if ofSmall <= ofRight {
		t.Errorf("at points without noise the right circle scores %v, the smaller one %v", ofRight, ofSmall)
	}
	got := measured(t, noisyLikelihood(noise), learned(sampled{law: vonMises(0, 1-noise*noise/2)}, right))
	if !(got["gap"] > 4.4*got["gap_standard_error"]) {
		t.Errorf("at points with noise the smaller circle's gap is %v ± %v", got["gap"], got["gap_standard_error"])
	}
}

// Models of one seed are compared at the same points, whatever they draw.
func TestNoisyLikelihoodTakesTheSamePoints(t *testing.T) {
	truth := vonMises(2, 1)
	first := measured(t, noisyLikelihood(0.2), learned(sampled{law: vonMises(1, 1)}, truth))
	second := measured(t, noisyLikelihood(0.2), learned(normal{mean: 0, deviation: 1}, truth))
	if first["truth"] != second["truth"] || first["value"] == second["value"] {
		t.Errorf("of two models: %v and %v", first, second)
	}
}

func TestNoisyLikelihoodSharesTheTruthsScores(t *testing.T) {
	law := vonMises(2, 1)
	metric := noisyLikelihood(0.2)
	s := learned(sampled{law: vonMises(1, 1)}, law)
	want := measured(t, metric, s)
	truth := &experiment.Subject{Source: law, Train: s.Train, Held: s.Held, Seed: s.Seed}
	part := shared(metric, settings(law, 5))
	numbers, err := part.Compute(t.Context(), truth)
	if err != nil || part.OfDistribution() {
		t.Fatal(err, part.OfDistribution())
	}
	s.Shared = numbers
	if diff := cmp.Diff(want, measured(t, metric, s)); diff != "" {
		t.Errorf("with shared scores: %s", diff)
	}
	numbers["scores"][0] += 1000 // of 1000 points
	near(t, "the truth's score", measured(t, metric, s)["truth"], want["truth"]+1, 1e-9)
	if shared(metric, settings(&dataset.CSV{}, 5)) != nil {
		t.Error("a file has scores of its law")
	}
}

func TestNoisyLikelihoodAveragesRepeatsOfAPoint(t *testing.T) {
	s := learned(point{}, vonMises(1, 1))
	s.Source, s.Held = &dataset.CSV{}, &points.Set{Dim: 2, Data: []float64{1, 0, 3, 0}}
	metric := &NoisyLikelihood{Noise: 1e-9, Repeats: 50, Points: 10, Samples: 3}
	got := measured(t, metric, s)
	// At distances 1 and 3 from all draws, the log densities differ by 4 / s^2.
	near(t, "standard error", got["standard_error"]*1e-18, 2, 1e-6)
}

// point is a model of one point.
type point struct{ support.Density }

func (point) Sample(_ context.Context, _ *rand.Rand, n int) (*points.Set, map[string]float64, error) {
	return points.New(n, 2), nil, nil
}

// unsampled is a model that has nothing to draw from.
type unsampled struct {
	support.Density
	err error
}

func (m unsampled) Sample(context.Context, *rand.Rand, int) (*points.Set, map[string]float64, error) {
	return nil, nil, m.err
}

func TestNoisyLikelihoodNeedsDraws(t *testing.T) {
	truth := vonMises(1, 1)
	derived := learned(sampled{law: truth}, truth)
	derived.Derived = true
	for name, s := range map[string]*experiment.Subject{"derived": derived, "no draws": learned(nil, truth),
		"empty": learned(unsampled{err: &support.EmptyError{}}, truth)} {
		if _, err := noisyLikelihood(0.1).Measure(t.Context(), s); !errors.Is(err, experiment.ErrNotApplicable) {
			t.Errorf("%s: %v", name, err)
		}
	}
	_, err := noisyLikelihood(0.1).Measure(t.Context(), learned(
		unsampled{err: errors.New("the engine is gone")}, truth))
	wantError(t, "a failure", err, "the engine is gone")
	_, err = noisyLikelihood(0.1).Measure(t.Context(), learned(normal{mean: math.NaN(), deviation: 1}, truth))
	wantError(t, "draws that are not finite", err, "first sample: row 0")
	_, err = noisyLikelihood(1e-160).Measure(t.Context(), learned(normal{mean: 0, deviation: 1}, truth))
	wantError(t, "noise beyond float64", err, "rescale")
	none := learned(sampled{law: truth}, truth)
	none.Source = &dataset.CSV{}
	_, err = noisyLikelihood(0.1).Measure(t.Context(), none)
	wantError(t, "none held out", err, "no points")
	validation := &NoisyLikelihood{reference: reference{"validation"}}
	wantError(t, "none to validate on", refusal(validation.Needs(
		&experiment.Settings{Data: experiment.Data{Source: truth}})), "data.validation")
}

func BenchmarkNoisyLikelihood(b *testing.B) {
	truth := vonMises(2, 1)
	s := learned(sampled{law: truth}, truth)
	metric := &NoisyLikelihood{Noise: 0.1, Repeats: 4, Points: 2000, Samples: 20000}
	for b.Loop() {
		if _, err := metric.Measure(b.Context(), s); err != nil {
			b.Fatal(err)
		}
	}
}
