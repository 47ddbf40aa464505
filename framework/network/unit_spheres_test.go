package network_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"ebim/framework/network"
	"ebim/framework/points"
)

// Uniform points of spheres and of rotations lie on them, and means of their coordinates and squares are 0 and those of
// even ones: of 4000, known to a standard error of 0.016 at most. Limits are 4 of these, for 28 means a false alarm of
// 2e-3.
func TestDrawEvenly(t *testing.T) {
	const n = 4000
	for name, of := range map[string]struct {
		draw   func(to []float64, rng *rand.Rand)
		sizes  []float64 // mean squares of the coordinates
		volume float64
		log    float64
	}{
		"spheres": {network.UnitSpheres{2, 3}.DrawEvenly, []float64{0.5, 0.5, 1. / 3, 1. / 3, 1. / 3},
			2 * math.Pi * 4 * math.Pi, network.UnitSpheres{2, 3}.LogVolume()},
		"rotations": {network.Rotations{}.DrawEvenly, []float64{1. / 3, 1. / 3, 1. / 3, 1. / 3, 1. / 3, 1. / 3, 1. / 3,
			1. / 3, 1. / 3}, 8 * math.Pi * math.Pi * math.Pow(2, 1.5), network.Rotations{}.LogVolume()},
	} {
		t.Run(name, func(t *testing.T) {
			rng, drawn := rand.New(rand.NewPCG(3, 4)), points.New(n, len(of.sizes))
			for i := range n {
				of.draw(drawn.At(i), rng)
			}
			for j, size := range of.sizes {
				mean, square := 0., 0.
				for i := range n {
					mean += drawn.At(i)[j] / n
					square += drawn.At(i)[j] * drawn.At(i)[j] / n
				}
				const limit = 0.0632 // 4/sqrt(n)
				if math.Abs(mean) > limit*math.Sqrt(size) || math.Abs(square-size) > limit*0.4 {
					t.Errorf("coordinate %d has the mean %.3f and the mean square %.3f, want 0 and %.3f", j, mean,
						square, size)
				}
			}
			if math.Abs(of.log-math.Log(of.volume)) > 1e-12 {
				t.Errorf("the volume is exp(%v), want %v", of.log, of.volume)
			}
		})
	}
}

// Uniform rotations have orthonormal rows and the determinant 1.
func TestRotationsDrawnEvenly(t *testing.T) {
	rng, r := rand.New(rand.NewPCG(5, 4)), make([]float64, 9)
	for range 20 {
		network.Rotations{}.DrawEvenly(r, rng)
		for i := range 3 {
			for j := range 3 {
				want := 0.
				if i == j {
					want = 1
				}
				if got := points.Dot(r[3*i:3*i+3], r[3*j:3*j+3]); math.Abs(got-want) > 1e-12 {
					t.Fatalf("rows %d and %d of %v have the product %v", i, j, r, got)
				}
			}
		}
		determinant := r[0]*(r[4]*r[8]-r[5]*r[7]) - r[1]*(r[3]*r[8]-r[5]*r[6]) + r[2]*(r[3]*r[7]-r[4]*r[6])
		if math.Abs(determinant-1) > 1e-12 {
			t.Fatalf("%v has the determinant %v", r, determinant)
		}
	}
}
