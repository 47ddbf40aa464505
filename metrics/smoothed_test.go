package metrics

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"

	"ebim/framework/points"
	"ebim/framework/statistics"
)

// A uniform circle of radius R with noise s has density exp(-(r^2 + R^2)/(2 s^2)) I0(r R/s^2) / (2 pi s^2) at distance
// r from its center; sums over evenly spaced points converge faster than any power.
func TestSmoothedCircle(t *testing.T) {
	const radius, noise = 1.5, 0.3
	draws, _ := vonMises(0, radius).Evenly(500)
	for _, r := range []float64{0, 0.2, 1, 1.5, 2, 4} {
		want := -(r*r+radius*radius)/(2*noise*noise) + math.Log(besselI(0,
			r*radius/(noise*noise))/(2*math.Pi*noise*noise))
		got, _ := newSmoothed(draws, noise).logDensity([]float64{r * math.Cos(1), r * math.Sin(1)})
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
		got, bias := newSmoothed(draws, noise).logDensity(z)
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
	one := newSmoothed(&points.Set{Dim: 2, Data: []float64{0, 0}}, 0.01)
	got, bias := one.logDensity([]float64{300, 400})
	near(t, "500 away, with noise 0.01", got, -500*500/(2*1e-4)-math.Log(2*math.Pi*1e-4), 1e-3)
	near(t, "bias of one draw", bias, 0, 0)
}

// The bias is what the logarithm of a mean of few draws lacks. Of a standard normal law with noise s, the density at 0
// is N(0; 0, 1 + s^2).
func TestBiasOfFewDraws(t *testing.T) {
	const noise, sets = 0.3, 40000
	rng := rand.New(rand.NewPCG(3, 4))
	truth := -math.Log(2*math.Pi*(1+noise*noise)) / 2
	short, biases := make([]float64, sets), make([]float64, sets)
	for i := range short {
		value, bias := newSmoothed(gaussian(rng, 100, 1, 0, 1), noise).logDensity([]float64{0})
		short[i], biases[i] = truth-value, bias
	}
	mean, standardError := MeanAndError(short)
	estimate := statistics.Mean(biases)
	// 4.4 standard errors are a false alarm of 1e-5; the second order is about the first one's square.
	near(t, "the bias", estimate, mean, 4.4*standardError+estimate*estimate)
	if mean < 10*standardError {
		t.Errorf("a bias of %v ± %v is too small to be told", mean, standardError)
	}
}
