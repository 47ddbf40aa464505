package profile

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"ebim/framework/points"
	"ebim/framework/random/randomtest"
)

// TestNormals draws points off a circle in many normals: noise in them is not hollow, whether it is lopsided, has
// heavy tails, or is wider along one normal that turns; two circles that came out as one are, however the one turns
// around the other. EBIM_SEEDS says how many sets there are of each.
func TestNormals(t *testing.T) {
	sets := randomtest.Seeds(t, 1)
	alike := func(draw func(*rand.Rand) float64) func(*rand.Rand, float64, []float64) {
		return func(r *rand.Rand, _ float64, off []float64) {
			for j := range off {
				off[j] = draw(r)
			}
		}
	}
	// along adds a number of standard deviations along a normal that turns once around.
	along := func(draw func(*rand.Rand) float64) func(*rand.Rand, float64, []float64) {
		return func(r *rand.Rand, angle float64, off []float64) {
			alike((*rand.Rand).NormFloat64)(r, angle, off)
			sin, cos := math.Sincos(angle)
			d := draw(r)
			off[0], off[1] = off[0]+d*cos, off[1]+d*sin
		}
	}
	for name, test := range map[string]struct {
		off    func(r *rand.Rand, angle float64, off []float64)
		hollow bool
	}{
		"normal":      {alike((*rand.Rand).NormFloat64), false},
		"exponential": {alike((*rand.Rand).ExpFloat64), false},
		"heavy tails": {alike(func(r *rand.Rand) float64 {
			return r.NormFloat64() / math.Sqrt(r.ExpFloat64())
		}), false},
		"wide":           {along(func(r *rand.Rand) float64 { return 5 * r.NormFloat64() }), false},
		"wide, lopsided": {along(func(r *rand.Rand) float64 { return 5 * r.ExpFloat64() }), false},
		"ribbon":         {along(func(r *rand.Rand) float64 { return 15 * r.Float64() }), false},
		"circles": {along(func(r *rand.Rand) float64 {
			if r.Float64() < 0.2 {
				return 7.5
			}
			return 0
		}), true},
		"equal circles": {along(func(r *rand.Rand) float64 { return 6 * float64(r.IntN(2)) }), true},
	} {
		for _, codimension := range []int{2, 3, 10, 19} {
			t.Run(fmt.Sprintf("%s in %d normals", name, codimension), func(t *testing.T) {
				rng, hollow := rand.New(rand.NewPCG(11, 12)), 0
				for range sets {
					data, feet := circleWith(rng, 1500, codimension, test.off)
					if New(data, feet, math.Inf(1), nil).Hollow(codimension) < Unlikely {
						hollow++
					}
				}
				t.Logf("%d of %d hollow", hollow, sets)
				if test.hollow && hollow < sets || !test.hollow && hollow > sets/20 {
					t.Errorf("%d of %d sets seem hollow", hollow, sets)
				}
			})
		}
	}
}

// circleWith are points off a circle in so many normals, the first its radius, by a hundredth of what is drawn.
func circleWith(rng *rand.Rand, count, codimension int, draw func(*rand.Rand, float64, []float64)) (data,
	feet *points.Set) {
	data, feet = points.New(count, codimension+1), points.New(count, codimension+1)
	off := make([]float64, codimension)
	for i := range count {
		angle := 2 * math.Pi * rng.Float64()
		sin, cos := math.Sincos(angle)
		draw(rng, angle, off)
		copy(feet.At(i), []float64{cos, sin})
		copy(data.At(i), []float64{cos * (1 + off[0]/100), sin * (1 + off[0]/100)})
		for j, o := range off[1:] {
			data.At(i)[2+j] = o / 100
		}
	}
	return data, feet
}
