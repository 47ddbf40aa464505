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
