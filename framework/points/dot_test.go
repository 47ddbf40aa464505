package points_test

import (
	"math/rand/v2"
	"testing"

	"ebim/framework/points"
)

// Products taken side by side have the bits of each taken alone, whatever the lengths.
func TestDots(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for n := range 40 {
		for count := range 11 {
			row, y, got := make([]float64, n), make([]float64, n*count), make([]float64, count)
			for _, numbers := range [][]float64{row, y} {
				for j := range numbers {
					numbers[j] = rng.NormFloat64()
				}
			}
			points.Dots(row, y, got)
			for k := range got {
				if want := points.Dot(row, y[k*n:(k+1)*n]); got[k] != want {
					t.Errorf("product %d of %d rows of %d numbers: %v, want %v", k, count, n, got[k], want)
				}
			}
		}
	}
}
