package statistics

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

func TestPoissonTail(t *testing.T) {
	for k, want := range []float64{1, 1 - math.Exp(-2), 1 - 3*math.Exp(-2)} {
		if got := PoissonTail(k, 2); math.Abs(got-want) > 1e-12 {
			t.Errorf("at least %d: %v, want %v", k, got, want)
		}
	}
	if got := PoissonTail(20, 0.1); !(got > 1e-39 && got < 1e-38) { // 0.1^20/20! = 4.1e-39, times e^-0.1
		t.Errorf("far in the tail: %v", got)
	}
}

// Noise in many normals adds up: distances are judged by those of a chi distribution.
func TestMedianChi(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 5))
	for _, codimension := range []int{1, 2, 5, 19, 98} {
		var lengths []float64
		for range 4001 {
			square := 0.0
			for range codimension {
				v := rng.NormFloat64()
				square += v * v
			}
			lengths = append(lengths, math.Sqrt(square))
		}
		slices.Sort(lengths)
		if got, want := MedianChi(codimension), lengths[2000]; math.Abs(got/want-1) > 0.05 {
			t.Errorf("%d normals: %v, want %v", codimension, got, want)
		}
	}
}
