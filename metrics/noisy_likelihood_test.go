package metrics

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"

	"ebim/framework/dataset"
	"ebim/framework/experiment"
	"ebim/framework/model"
	"ebim/framework/points"
)

// sampled is a model that draws from a law.
type sampled struct{ law dataset.Distribution }

func (m sampled) Sample(_ context.Context, rng *rand.Rand, n int) (*points.Set, map[string]float64, error) {
	return m.law.Sample(rng, n), nil, nil
}

func noisyLikelihood(noise float64) *NoisyLikelihood {
	return &NoisyLikelihood{Noise: noise, Repeats: 4, Points: 1000, Samples: 2000}
}

// A uniform circle of radius R with noise s has density exp(-(r^2 + R^2)/(2 s^2)) I0(r R/s^2) / (2 pi s^2) at distance r from
// its centre; sums over evenly spaced points converge faster than any power.
func TestSmoothedCircle(t *testing.T) {
	const radius, noise = 1.5, 0.3
	draws, _ := vonMises(0, radius).Evenly(500)
	for _, r := range []float64{0, 0.2, 1, 1.5, 2, 4} {
		want := -(r*r+radius*radius)/(2*noise*noise) + math.Log(besselI(0, r*radius/(noise*noise))/(2*math.Pi*noise*noise))
		got, _ := smoothed{draws, noise}.logDensity([]float64{r * math.Cos(1), r * math.Sin(1)})
		near(t, "log density", got, want, 1e-8)
	}
}

// Leaving far draws out changes nothing that a sum of all terms shows, in whatever order they come.
func TestSmoothedIsTheSumOfAllTerms(t *testing.T) {
	const noise = 0.2
	rng := rand.New(rand.NewPCG(1, 2))
	draws := gaussian(rng, 300, 3, 0, 1)
	for _, mean := range []float64{0, 1, 10, 1000} {
		z := gaussian(rng, 1, 3, mean, 1).At(0)
		logs, twice := make([]float64, draws.Len()), make([]float64, draws.Len())
		for i := range logs {
			logs[i] = -math.Pow(away(z, draws.At(i)), 2) / (2 * noise * noise)
			twice[i] = 2 * logs[i]
		}
		total := floats.LogSumExp(logs)
		got, bias := smoothed{draws, noise}.logDensity(z)
		want := total - math.Log(300) - 1.5*math.Log(2*math.Pi*noise*noise)
		near(t, "log density", got/want, 1, 1e-8)
		near(t, "bias", bias, (math.Exp(floats.LogSumExp(twice)-2*total)-1.0/300)/2, 1e-8)
	}
}

func TestDecay(t *testing.T) {
	for x := 0.0; x <= negligible; x += 0.00137 {
		near(t, "exp(-x)", decay(x)*math.Exp(x), 1, 3e-9)
	}
	near(t, "at the end", decay(negligible)*math.Exp(negligible), 1, 3e-9)
}

func TestSmoothedFarFromAllDraws(t *testing.T) {
	one := smoothed{&points.Set{Dim: 2, Data: []float64{0, 0}}, 0.01}
	got, bias := one.logDensity([]float64{300, 400})
	near(t, "500 away, with noise 0.01", got, -500*500/(2*1e-4)-math.Log(2*math.Pi*1e-4), 1e-3)
	near(t, "bias of one draw", bias, 0, 0)
}

// The bias is what the logarithm of a mean of few draws lacks. Of a standard normal law with noise s, the density at 0 is
// N(0; 0, 1 + s^2).
func TestBiasOfFewDraws(t *testing.T) {
	const noise, sets = 0.3, 40000
	rng := rand.New(rand.NewPCG(3, 4))
	truth := -math.Log(2*math.Pi*(1+noise*noise)) / 2
	short, biases := make([]float64, sets), make([]float64, sets)
	for i := range short {
		value, bias := smoothed{gaussian(rng, 100, 1, 0, 1), noise}.logDensity([]float64{0})
		short[i], biases[i] = truth-value, bias
	}
	mean, standardError := MeanAndError(short)
	estimate, _ := MeanAndDeviation(biases)
	// 4.4 standard errors are a false alarm of 1e-5; the second order is about the first one's square.
	near(t, "the bias", estimate, mean, 4.4*standardError+estimate*estimate)
	if mean < 10*standardError {
		t.Errorf("a bias of %v ± %v is too small to be told", mean, standardError)
	}
}

// Of independent coordinates, truth N(0, 1) and model N(m, t^2), with noise s on both: the mean of
// -log(2 pi (t^2 + s^2))/2 - ((1 + s^2) + m^2) / (2 (t^2 + s^2)) for each coordinate.
func TestNoisyLikelihoodOfNormals(t *testing.T) {
	const m, deviation, noise, dim = 0.5, 1.5, 0.4, 2
	rng := rand.New(rand.NewPCG(5, 6))
	s := learned(normal{m, deviation}, vonMises(1, 1))
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

type normal struct{ mean, deviation float64 }

func (m normal) Sample(_ context.Context, rng *rand.Rand, n int) (*points.Set, map[string]float64, error) {
	return gaussian(rng, n, 2, m.mean, m.deviation), nil, nil
}

// TestNoisyLikelihoodIsProper: laws that differ from the truth a little, on its manifold and beside it, have a gap that is
// told from 0 (4.4 standard errors are a false alarm of 1e-5), while the truth itself has none.
func TestNoisyLikelihoodIsProper(t *testing.T) {
	const noise = 0.2
	truth := vonMises(2, 1)
	moved := vonMises(2, 1)
	moved.Center = []float64{0.1, 0}
	for name, law := range map[string]dataset.Distribution{"flatter": vonMises(1.2, 1), "narrower": vonMises(3, 1), "uniform": vonMises(0, 1),
		"smaller": vonMises(2, 0.93), "larger": vonMises(2, 1.07), "moved": moved} {
		got := measured(t, noisyLikelihood(noise), learned(sampled{law}, truth))
		if !(got["gap"] > 4.4*got["gap_standard_error"]) {
			t.Errorf("%s: gap %v ± %v", name, got["gap"], got["gap_standard_error"])
		}
		near(t, "the gap as a difference", got["gap"], got["truth"]-got["value"], 1e-9)
	}
	got := measured(t, noisyLikelihood(noise), learned(sampled{truth}, truth))
	// Two sets of 2000 draws of one law differ by their own chance beside that of the points.
	near(t, "gap of the truth", got["gap"], 0, 4.4*got["gap_standard_error"]+0.01)
}

// Without noise on the points, a circle that is too small by s^2/(2 r) scores better than the true one.
func TestNoiseOnThePointsIsNeeded(t *testing.T) {
	const noise = 0.5
	small, _ := vonMises(0, 1-noise*noise/2).Evenly(500)
	right, x := vonMises(0, 1), []float64{1, 0}
	draws, _ := right.Evenly(500)
	ofSmall, _ := smoothed{small, noise}.logDensity(x)
	ofRight, _ := smoothed{draws, noise}.logDensity(x)
	if ofSmall <= ofRight {
		t.Errorf("at points without noise the right circle scores %v, the smaller one %v", ofRight, ofSmall)
	}
	got := measured(t, noisyLikelihood(noise), learned(sampled{vonMises(0, 1-noise*noise/2)}, right))
	if !(got["gap"] > 4.4*got["gap_standard_error"]) {
		t.Errorf("at points with noise the smaller circle's gap is %v ± %v", got["gap"], got["gap_standard_error"])
	}
}

// Models of one seed are compared at the same points, whatever they draw; noise of another size is that noise, scaled.
func TestNoisyLikelihoodTakesTheSamePoints(t *testing.T) {
	truth := vonMises(2, 1)
	first := measured(t, noisyLikelihood(0.2), learned(sampled{vonMises(1, 1)}, truth))
	second := measured(t, noisyLikelihood(0.2), learned(normal{0, 1}, truth))
	if first["truth"] != second["truth"] || first["value"] == second["value"] {
		t.Errorf("of two models: %v and %v", first, second)
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
type point struct{}

func (point) Sample(_ context.Context, _ *rand.Rand, n int) (*points.Set, map[string]float64, error) {
	return points.New(n, 2), nil, nil
}

// unsampled is a model that has nothing to draw from.
type unsampled struct{ err error }

func (m unsampled) Sample(context.Context, *rand.Rand, int) (*points.Set, map[string]float64, error) {
	return nil, nil, m.err
}

func TestNoisyLikelihoodNeedsDraws(t *testing.T) {
	truth := vonMises(1, 1)
	derived := learned(sampled{truth}, truth)
	derived.Derived = true
	for name, s := range map[string]*experiment.Subject{"derived": derived, "no sampler": learned(meshed{}, truth),
		"empty": learned(unsampled{&model.EmptyError{}}, truth)} {
		if _, err := noisyLikelihood(0.1).Measure(t.Context(), s); !errors.Is(err, experiment.ErrNotApplicable) {
			t.Errorf("%s: %v", name, err)
		}
	}
	_, err := noisyLikelihood(0.1).Measure(t.Context(), learned(unsampled{errors.New("the engine is gone")}, truth))
	wantError(t, "a failure", err, "the engine is gone")
	_, err = noisyLikelihood(0.1).Measure(t.Context(), learned(normal{math.NaN(), 1}, truth))
	wantError(t, "draws that are not finite", err, "first sample: row 0")
	_, err = noisyLikelihood(1e-160).Measure(t.Context(), learned(normal{0, 1}, truth))
	wantError(t, "noise beyond float64", err, "rescale")
	none := learned(sampled{truth}, truth)
	none.Source = &dataset.CSV{}
	_, err = noisyLikelihood(0.1).Measure(t.Context(), none)
	wantError(t, "none held out", err, "no points")
	validation := &NoisyLikelihood{reference: reference{"validation"}}
	wantError(t, "none to validate on", validation.CheckSettings(&experiment.Settings{Data: experiment.Data{Source: truth}}), "data.validation")
}

func BenchmarkNoisyLikelihood(b *testing.B) {
	truth := vonMises(2, 1)
	s := learned(sampled{truth}, truth)
	metric := &NoisyLikelihood{Noise: 0.1, Repeats: 4, Points: 2000, Samples: 20000}
	for b.Loop() {
		if _, err := metric.Measure(b.Context(), s); err != nil {
			b.Fatal(err)
		}
	}
}
