package ridged

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"ebim/framework/points"
)

// Points that are thinned by cells are those that each would be compared with all.
func TestThinnedByCells(t *testing.T) {
	for _, n := range []int{1, 2, 3, 5} {
		rng := rand.New(rand.NewPCG(uint64(n), 1))
		p := &Projected{Points: points.New(500, n)}
		for i := range p.Points.Data {
			p.Points.Data[i] = rng.NormFloat64()
		}
		for _, apart := range []float64{0.01, 0.3, 1} {
			var want []int
			for _, i := range rand.New(rand.NewPCG(2, 2)).Perm(500) {
				if !slices.ContainsFunc(want, func(j int) bool {
					return points.SquaredDistance(p.Points.At(i), p.Points.At(j)) < apart*apart
				}) {
					want = append(want, i)
				}
			}
			if got := thinned(p, apart, rand.New(rand.NewPCG(2, 2))); !slices.Equal(got, want) {
				t.Errorf("in R^%d, %v apart, %d points, not %d", n, apart, len(got), len(want))
			}
		}
	}
}

// Cosines between planes by a quadratic equation are those of a factorization.
func TestPlanesAlike(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 1))
	for range 100 {
		plane := func() [][]float64 {
			a := mat.NewDense(4, 2, nil)
			a.Apply(func(int, int, float64) float64 { return rng.NormFloat64() }, a)
			var qr mat.QR
			qr.Factorize(a)
			var q mat.Dense
			qr.QTo(&q)
			return columns(&q, 2)
		}
		a, b := plane(), plane()
		products := mat.NewDense(2, 2, nil)
		for i := range a {
			for j := range b {
				products.Set(i, j, mat.Dot(mat.NewVecDense(4, a[i]), mat.NewVecDense(4, b[j])))
			}
		}
		var svd mat.SVD
		svd.Factorize(products, mat.SVDNone)
		if got, want := alike(a, b), slices.Min(svd.Values(nil)); math.Abs(got-want) > 1e-12 {
			t.Fatalf("planes are alike to %v, not %v", got, want)
		}
	}
}
