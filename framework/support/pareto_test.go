package support_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"ebim/framework/support"
)

// Weights u^-k of uniform u are Pareto's with the shape k. Of 10,000 the largest 300 give it with a standard deviation
// of about (1 + k)/sqrt(300) = 0.1; limits are 4 of it, and more for the prior.
func TestTailIndex(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	for _, k := range []float64{0.2, 0.5, 1} {
		logs := make([]float64, 10000)
		for i := range logs {
			logs[i] = -k*math.Log(rng.Float64()) + 3
		}
		if got := support.TailIndex(logs); math.Abs(got-k) > 0.4 {
			t.Errorf("the shape is %.2f, want %g", got, k)
		}
	}
	if got := support.TailIndex(make([]float64, 1000)); !math.IsInf(got, -1) {
		t.Errorf("equal weights have the shape %v", got)
	}
}

// What few weights with a heavy tail hide, beside many that are equal, is known though the tail's index is above 0.7:
// in 95 % of cases by its rule, and in 0.87 of 60 draws, so that fewer than 14 of 20 have a false-alarm rate of 4e-3.
// Standard errors alone know half. Weights without a mean hide anything, and those of finite variance nothing.
func TestUnseen(t *testing.T) {
	const n, heavy, draws = 1 << 16, 0.02, 20
	weights := func(k float64, rng *rand.Rand) []float64 {
		logs := make([]float64, n)
		for i := range logs {
			if rng.Float64() < heavy {
				logs[i] = k * rng.ExpFloat64()
			}
		}
		return logs
	}
	known, without := 0, 0
	for seed := range uint64(draws) {
		const k = 0.85
		logs := weights(k, rand.New(rand.NewPCG(seed, 5)))
		found, unseen := support.MeanOfExp(logs, n), support.Unseen(logs)
		off := math.Abs(found.Log - math.Log(heavy/(1-k)+1-heavy))
		if off <= support.WithinErrors*found.Error {
			without++
		}
		if off <= support.WithinErrors*found.Error+unseen && unseen < 2 {
			known++
		}
	}
	t.Logf("known in %d of %d, and in %d by standard errors", known, draws, without)
	if known < 14 || without > known {
		t.Errorf("the mean is known in %d of %d draws, and in %d by standard errors", known, draws, without)
	}
	rng := rand.New(rand.NewPCG(1, 5))
	if unseen := support.Unseen(weights(0.4, rng)); unseen != 0 {
		t.Errorf("weights with a variance hide %g", unseen)
	}
	if unseen := support.Unseen(weights(1.4, rng)); !math.IsInf(unseen, 1) {
		t.Errorf("weights without a mean hide %g", unseen)
	}
}
