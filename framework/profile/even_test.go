package profile

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"ebim/framework/points"
)

// TestAcross draws points about a circle in the plane x3 = 0, or in R^3, and counts how often they seem to fill a
// region, and how often to thin out as normal noise does.
func TestAcross(t *testing.T) {
	const sets = 10
	normal := func(r *rand.Rand) (float64, float64) { return 0.1 * r.NormFloat64(), 0.1 * r.NormFloat64() }
	even := func(r *rand.Rand) (float64, float64) { return 0.4 * (r.Float64() - 0.5), 0 }
	for name, test := range map[string]struct {
		dim, count  int
		off         func(*rand.Rand) (float64, float64)
		least, most int
		mostNormal  int // or all of them
	}{
		"normal":          {2, 1000, normal, 0, 0, sets},
		"normal, few":     {2, 200, normal, 0, 1, 9},
		"normal in space": {3, 1000, normal, 0, 0, 9},
		"along one normal": {3, 1500, func(r *rand.Rand) (float64, float64) {
			return 0.01 * r.NormFloat64(), 0.1 * r.NormFloat64()
		}, 0, 0, sets},
		"half of normal": {2, 1500, func(r *rand.Rand) (float64, float64) {
			return 0.1 * math.Abs(r.NormFloat64()), 0
		}, 0, 1, 0},
		"dense in the middle": {2, 1500, func(r *rand.Rand) (float64, float64) {
			if r.IntN(3) == 0 {
				return 0.03 * (r.Float64() - 0.5), 0
			}
			return 0.4 * (r.Float64() - 0.5), 0
		}, 0, sets, 0},
		"falling to 0": {2, 1500, func(r *rand.Rand) (float64, float64) {
			return 0.2 * (r.Float64() + r.Float64() - 1), 0
		}, 0, 1, 1},
		"laplace": {2, 1000, func(r *rand.Rand) (float64, float64) {
			return 0.08 * r.ExpFloat64() * (2*float64(r.IntN(2)) - 1), 0
		}, 0, 0, 9},
		"strip":          {2, 1000, even, sets, sets, 0},
		"strip, few":     {2, 300, even, 9, sets, 0},
		"strip in space": {3, 1000, even, sets, sets, 0},
		"strip and noise": {2, 1000, func(r *rand.Rand) (float64, float64) {
			return 0.4*(r.Float64()-0.5) + 0.02*r.NormFloat64(), 0
		}, sets, sets, 0},
		"thin strip": {2, 1000, func(r *rand.Rand) (float64, float64) {
			return 0.06 * (r.Float64() - 0.5), 0
		}, 0, 0, 0},
		"solid tube": {3, 2000, func(r *rand.Rand) (float64, float64) {
			s, c := math.Sincos(2 * math.Pi * r.Float64())
			d := 0.2 * math.Sqrt(r.Float64())
			return d * c, d * s
		}, 9, sets, 0},
	} {
		t.Run(name, func(t *testing.T) {
			rng, filled, thinning := rand.New(rand.NewPCG(1, 2)), 0, 0
			for range sets {
				data, feet := points.New(test.count, test.dim), points.New(test.count, test.dim)
				for i := range data.Len() {
					s, c := math.Sincos(2 * math.Pi * rng.Float64())
					across, up := test.off(rng)
					copy(data.At(i), []float64{(1 + across) * c, (1 + across) * s, up})
					copy(feet.At(i), []float64{c, s})
				}
				across := New(data, feet, math.Inf(1), nil).Across(test.dim - 1)
				if across.Even(data.Scale()) {
					filled++
				}
				if across.Normal() {
					thinning++
				}
				if oneNormal := name == "along one normal"; across.Lopsided(data.Scale()) != oneNormal &&
					(oneNormal || test.dim == 3 && strings.HasPrefix(name, "normal")) {
					t.Errorf("lopsided: %t, %+v", !oneNormal, across)
				}
			}
			if filled < test.least || filled > test.most {
				t.Errorf("%d of %d sets seem to fill a region, want %d to %d", filled, sets, test.least, test.most)
			}
			t.Logf("%d of %d thin out as noise", thinning, sets)
			if thinning > test.mostNormal || test.mostNormal == sets && thinning < sets {
				t.Errorf("%d of %d sets seem to thin out as noise, want %d", thinning, sets, test.mostNormal)
			}
		})
	}
}
