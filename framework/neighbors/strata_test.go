package neighbors

import (
	"math"
	"math/rand/v2"
	"testing"

	"ebim/framework/points"
)

func TestCurvesBesideSurfaces(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	sphere := func() []float64 {
		x := []float64{rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64()}
		length := math.Sqrt(x[0]*x[0] + x[1]*x[1] + x[2]*x[2])
		return []float64{x[0] / length, x[1] / length, x[2] / length}
	}
	for name, test := range map[string]struct {
		low, high float64
		noise     float64
		draw      func() []float64
	}{
		"sphere":      {0, 0, 0, sphere},
		"thin strip":  {0, 0, 0.01, func() []float64 { return []float64{8 * rng.Float64(), 0.5 * rng.Float64(), 0} }},
		"three lines": {0.99, 1, 0, func() []float64 { return []float64{rng.Float64(), float64(rng.IntN(3)), 0} }},
		"sphere with a whisker of a tenth": {0.05, 0.12, 0.005, func() []float64 {
			if rng.IntN(10) == 0 {
				return []float64{0, 0, 1 + 1.5*rng.Float64()}
			}
			return sphere()
		}},
	} {
		x := points.New(0, 3)
		for range 1500 {
			for _, v := range test.draw() {
				x.Data = append(x.Data, v+test.noise*rng.NormFloat64())
			}
		}
		if share := Curves(x); share < test.low || share > test.high {
			t.Errorf("%s: %v", name, share)
		}
	}
}
