package random_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"ebim/framework/random"
)

// Each share is within 4.5 standard errors: false-alarm rate of the test 3e-5.
func TestWeights(t *testing.T) {
	const n = 100000
	weights := []float64{0, 1, 0, 5, 2, 0}
	var w random.Weights
	for _, weight := range weights {
		w.Add(weight)
	}
	if w.Total() != 8 {
		t.Errorf("the total is %v, want 8", w.Total())
	}
	counts := make([]float64, len(weights))
	rng := random.New(3, "weights", 0)
	for range n {
		counts[w.Draw(rng)]++
	}
	for i, weight := range weights {
		p := weight / 8
		if limit := 4.5 * math.Sqrt(p*(1-p)/n); math.Abs(counts[i]/n-p) > limit {
			t.Errorf("index %d has a share of %v, want %v within %v", i, counts[i]/n, p, limit)
		}
	}
}

// highest is a source of the largest number below 1, which rounds up when it is scaled to a denormal total.
type highest struct{}

func (highest) Uint64() uint64 { return math.MaxUint64 }

func TestNoWeightOfZeroIsDrawnAtTheEnd(t *testing.T) {
	var w random.Weights
	for _, weight := range []float64{0, math.SmallestNonzeroFloat64, 0} {
		w.Add(weight)
	}
	if got := w.Draw(rand.New(highest{})); got != 1 {
		t.Errorf("drew index %d, want 1", got)
	}
}
