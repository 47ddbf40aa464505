package profile

import (
	"math"
	"math/rand/v2"
	"testing"

	"ebim/framework/points"
)

// TestPeaks draws points off a Moebius band, whose normals come back reversed: lopsided noise has one peak there,
// though together with its mirror image it has two, and two sheets have two. At most 1 of 100 sets of one peak seems to
// have more, so that of ten two do with a chance of 0.004.
func TestPeaks(t *testing.T) {
	const sets, n = 10, 1500
	for name, test := range map[string]struct {
		off         func(*rand.Rand) float64
		least, most int
	}{
		"lopsided": {func(r *rand.Rand) float64 { return 0.03 * r.ExpFloat64() }, 0, 1},
		"sheets":   {func(r *rand.Rand) float64 { return 0.02 * (r.NormFloat64() + 5*float64(r.IntN(2))) }, sets, sets},
	} {
		rng, found := rand.New(rand.NewPCG(3, 4)), 0
		for range sets {
			data, feet := points.New(n, 3), points.New(n, 3)
			for i := range n {
				u, v := 2*math.Pi*rng.Float64(), rng.Float64()-0.5
				su, cu := math.Sincos(u)
				sh, ch := math.Sincos(u / 2)
				copy(feet.At(i), []float64{(2 + v*ch) * cu, (2 + v*ch) * su, v * sh})
				along, across := []float64{-su, cu, 0}, []float64{ch * cu, ch * su, sh} // about its tangents
				d := test.off(rng)
				for j := range 3 {
					a, b := (j+1)%3, (j+2)%3
					data.At(i)[j] = feet.At(i)[j] + d*(along[a]*across[b]-along[b]*across[a])
				}
			}
			if New(data, feet, math.Inf(1), nil).Hollow(1) < Unlikely {
				found++
			}
		}
		if found < test.least || found > test.most {
			t.Errorf("%s: %d of %d sets seem to have two peaks, want %d to %d", name, found, sets, test.least,
				test.most)
		}
	}
}
