package profile

import (
	"math"
	"math/rand/v2"
	"testing"

	"ebim/framework/points"
)

// TestProfile draws points off a circle in the plane x3 = 0 or a plane, and counts how often they seem hollow.
func TestProfile(t *testing.T) {
	const sets = 20
	normal := func(s float64) func(*rand.Rand) float64 {
		return func(r *rand.Rand) float64 { return s * r.NormFloat64() }
	}
	lanes := func(d float64) func(*rand.Rand) float64 {
		return func(r *rand.Rand) float64 { return 0.02 * (r.NormFloat64() + d*(float64(r.IntN(2))-0.5)) }
	}
	for name, test := range map[string]struct {
		codimension int
		off         func(*rand.Rand) float64
		tube        float64
		least, most int
	}{
		"normal":                   {1, normal(0.03), 0, 0, 1},
		"normal in space":          {2, normal(0.03), 0, 0, 1},
		"even":                     {1, func(r *rand.Rand) float64 { return 0.06 * (r.Float64() - 0.5) }, 0, 0, 1},
		"exponential":              {1, func(r *rand.Rand) float64 { return 0.02 * r.ExpFloat64() }, 0, 0, 1},
		"none, and a curve off it": {1, func(*rand.Rand) float64 { return 0.01 }, 0, 0, 0},
		"lanes 2 deviations apart": {1, lanes(2), 0, 0, 1},
		"lanes 3.3 deviations":     {1, lanes(3.3), 0, 8, 20},
		"lanes 4 deviations apart": {1, lanes(4), 0, 20, 20},
		"tube":                     {2, normal(0.01), 0.05, 20, 20},
	} {
		t.Run(name, func(t *testing.T) {
			rng, hollow := rand.New(rand.NewPCG(1, 2)), 0
			for range sets {
				data, feet := points.New(1000, test.codimension+1), points.New(1000, test.codimension+1)
				for i := range data.Len() {
					a, b := 2*math.Pi*rng.Float64(), 2*math.Pi*rng.Float64()
					r := 1 + test.tube*math.Cos(b) + test.off(rng)
					copy(data.At(i), []float64{r * math.Cos(a), r * math.Sin(a)})
					copy(feet.At(i), []float64{math.Cos(a), math.Sin(a)})
					if test.codimension == 2 {
						data.At(i)[2] = test.tube*math.Sin(b) + test.off(rng)
					}
				}
				if New(data, feet, math.Inf(1), nil).Hollow(test.codimension) < Unlikely {
					hollow++
				}
			}
			if hollow < test.least || hollow > test.most {
				t.Errorf("%d of %d sets seem hollow, want %d to %d", hollow, sets, test.least, test.most)
			}
		})
	}
}
