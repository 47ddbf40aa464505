package support_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"ebim/framework/random/randomtest"
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

// heavyTailed are the logarithms of n weights: of a share those of a Pareto tail with the shape k, of the others 0.
func heavyTailed(n int, share, k float64, rng *rand.Rand) []float64 {
	logs := make([]float64, n)
	for i := range logs {
		if rng.Float64() < share {
			logs[i] = k * rng.ExpFloat64()
		}
	}
	return logs
}

// held is, of some draws of such weights, how many show an error below a bound; in how many of these their mean lies
// within it; and in how many of all within standard errors alone.
func held(n int, share, k, bound float64, draws int) (below, within, byStandardErrors int) {
	for seed := range uint64(draws) {
		logs := heavyTailed(n, share, k, rand.New(rand.NewPCG(seed, 5)))
		found, unseen := support.MeanOfExp(logs, n), support.Unseen(logs)
		off := math.Abs(found.Log - math.Log(share/(1-k)+1-share))
		if off <= support.WithinErrors*found.Error {
			byStandardErrors++
		}
		if unseen < bound {
			below++
			if off <= support.WithinErrors*found.Error+unseen {
				within++
			}
		}
	}
	return below, within, byStandardErrors
}

// What few weights with a heavy tail hide, beside many that are equal, is known though the tail's index is above 0.7:
// in 0.87 of 60 draws, so that fewer than 14 of 20 have a false-alarm rate of 4e-3. Standard errors alone know half.
// Weights without a mean hide anything, and those of finite variance nothing.
func TestUnseen(t *testing.T) {
	const n, share, draws = 1 << 16, 0.02, 20
	_, within, without := held(n, share, 0.85, 2, draws)
	t.Logf("known in %d of %d, and in %d by standard errors", within, draws, without)
	if within < 14 || without >= within {
		t.Errorf("the mean is known in %d of %d draws, and in %d by standard errors", within, draws, without)
	}
	rng := rand.New(rand.NewPCG(1, 5))
	if unseen := support.Unseen(heavyTailed(n, share, 0.4, rng)); unseen != 0 {
		t.Errorf("weights with a variance hide %g", unseen)
	}
	if unseen := support.Unseen(heavyTailed(n, share, 1.4, rng)); !math.IsInf(unseen, 1) {
		t.Errorf("weights without a mean hide %g", unseen)
	}
}

// With EBIM_SEEDS=150 it prints the shares of docs/method.md.
func TestHowOftenUnseenHolds(t *testing.T) {
	draws := randomtest.Many(t)
	least, most := 1.0, 0.0
	for _, n := range []int{1 << 13, 1 << 16} {
		for _, share := range []float64{1, 0.02} {
			for _, k := range []float64{0.75, 0.85, 0.95} {
				finite, within, without := held(n, share, k, math.Inf(1), draws)
				t.Logf("%d weights, %g of them in a tail of shape %g: of %d errors %d are finite, of which %d hold, "+
					"and %d standard errors", n, share, k, draws, finite, within, without)
				least = min(least, float64(within)/float64(finite))
				most = max(most, float64(within)/float64(finite))
			}
		}
	}
	t.Logf("finite ones hold in %.2f to %.2f", least, most)
}
