package onkernels

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"ebim/framework/points"
)

// All balls that hold a point are found, and where balls are small few others.
func TestReaches(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 1))
	for _, count := range []int{1, 16, 17, 500} {
		centers, radii := points.New(count, 3), make([]float64, count)
		for i := range count {
			for j := range 3 {
				centers.At(i)[j] = math.Round(8*rng.NormFloat64()) / 8 // some are equal
			}
			radii[i] = 0.2 * rng.ExpFloat64()
		}
		r, looked := newReaches(centers, radii), 0
		for range 200 {
			y := []float64{rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64()}
			found := r.near(y, y)
			looked += len(found)
			for i := range count {
				if points.SquaredDistance(y, centers.At(i)) <= radii[i]*radii[i] && !slices.Contains(found, i) {
					t.Fatalf("of %d balls, number %d holds a point and is not found", count, i)
				}
			}
		}
		if count == 500 && looked > 200*count/2 {
			t.Errorf("%d of %d balls are looked at", looked, 200*count)
		}
	}
	nan := []float64{math.NaN()}
	if found := newReaches(points.New(1, 1), []float64{1}).near(nan, nan); len(found) > 0 {
		t.Errorf("a point that is not a number is in the balls %v", found)
	}
}
