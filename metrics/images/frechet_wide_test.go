package images

import (
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"ebim/framework/points"
)

// Of many features the distance is that of few, with fewer points than features on no side, one or both; covariances
// may be singular.
func TestWideFrechetDistanceIsTheSame(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 25))
	for _, sizes := range [][2]int{{90, 70}, {90, 20}, {12, 20}, {2, 60}} {
		a, b := gaussian(rng, sizes[0], 30, 1, 2), gaussian(rng, sizes[1], 30, 0, 1)
		for i := range a.Len() { // two columns alike
			a.At(i)[3] = a.At(i)[7]
		}
		wide, err := frechetDistance(a, b, true)
		if err != nil {
			t.Fatal(err)
		}
		near(t, "distance", wide, frechet(t, a, b), 1e-5) // roots of rounding errors of the singular ones
		itself, err := frechetDistance(a, a, true)
		if err != nil {
			t.Fatal(err)
		}
		near(t, "to itself", itself, 0, 1e-5)
	}
}

// Of covariances that commute it is |m - n|^2 + sum (s_j - r_j)^2 with the deviations s and r; here of 300 features,
// most of which are constant.
func TestFrechetDistanceOfManyFeatures(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 25))
	diagonal := func(d ...float64) *mat.Dense { return mat.DenseCopyOf(mat.NewDiagDense(len(d), d)) }
	widened := func(few *points.Set) *points.Set {
		set := points.New(few.Len(), 300)
		for i := range few.Len() {
			for j, v := range few.At(i) {
				set.At(i)[100*j] = v
			}
		}
		return set
	}
	for _, n := range []int{50, 400} {
		a := exactly(rng, n, []float64{1, 2, 3}, diagonal(1, 2, 3))
		b := exactly(rng, n+20, []float64{1, 0, 4}, diagonal(2, 2, 0.5))
		near(t, "commuting", frechet(t, widened(a), widened(b)), 4+1+1+6.25, 1e-6)
	}
	same := points.New(5, 300)
	near(t, "constant", frechet(t, same, widened(exactly(rng, 50, []float64{1, 2, 3}, diagonal(1, 2, 3)))), 14+14, 1e-9)
}

// Seconds of a core that a distance of Inception's features takes beside these.
func BenchmarkFrechetOf2048Features(b *testing.B) {
	rng := rand.New(rand.NewPCG(3, 25))
	one, other := gaussian(rng, 4000, 2048, 0, 1), gaussian(rng, 4000, 2048, 0, 1)
	for b.Loop() {
		if _, err := FrechetDistance(one, other); err != nil {
			b.Fatal(err)
		}
	}
}
