package neighbors

import (
	"math"
	"math/rand/v2"
	"testing"

	"ebim/framework/points"
)

// A narrow peak is part of its surface; a tail with noise is none.
func TestPeaksAreNoCurves(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	for name, test := range map[string]struct {
		low, high float64
		draw      func() (x, y, z float64)
	}{
		"peak": {0, 0, func() (x, y, z float64) {
			x, y = 2*rng.Float64()-1, 2*rng.Float64()-1
			return x, y, 1 / math.Sqrt(x*x+y*y+0.003)
		}},
		"tail": {0.1, 0.2, func() (x, y, z float64) {
			if rng.IntN(6) == 0 {
				return 1 + 2*rng.Float64(), 0.02 * rng.NormFloat64(), 0.02 * rng.NormFloat64()
			}
			return 2*rng.Float64() - 1, 2*rng.Float64() - 1, 0.02 * rng.NormFloat64()
		}},
	} {
		x := points.New(0, 3)
		for range 2500 {
			a, b, c := test.draw()
			x.Data = append(x.Data, a, b, c)
		}
		if share := Curves(x); share < test.low || share > test.high {
			t.Errorf("%s: %v lie along curves", name, share)
		}
	}
}
