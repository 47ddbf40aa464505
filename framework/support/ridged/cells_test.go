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

// Eigenvalues by rotations, and cosines of tangent spaces by a quadratic equation, are those of factorizations.
func TestSmallMatrices(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 1))
	for n := 1; n <= mostRotated; n++ {
		for round := range 50 {
			a := mat.NewSymDense(n, nil)
			for i := range n {
				for j := i; j < n; j++ {
					a.SetSym(i, j, rng.NormFloat64()*math.Pow(10, float64(round%5)*float64(j-i)-4))
				}
			}
			if round%7 == 0 { // several equal ones
				a = mat.NewSymDense(n, nil)
				for i := range n {
					a.SetSym(i, i, float64(i%2))
				}
			}
			var eigen mat.EigenSym
			if !eigen.Factorize(a, true) {
				t.Fatal("no factorization")
			}
			scale := mat.Norm(a, 2) + 1e-30
			values, vectors := byRotations(a, n)
			for k, want := range eigen.Values(nil) {
				if math.Abs(values[k]-want) > 1e-13*scale {
					t.Fatalf("eigenvalue %d of %d is %v, not %v", k, n, values[k], want)
				}
				var image mat.VecDense
				image.MulVec(a, mat.NewVecDense(n, vectors[k]))
				for i := range n {
					if math.Abs(image.AtVec(i)-want*vectors[k][i]) > 1e-13*scale {
						t.Fatalf("vector %d of %d is no eigenvector", k, n)
					}
				}
			}
		}
	}
	if values, _ := byRotations(mat.NewSymDense(2, []float64{1, math.NaN(), 0, 1}), 2); !math.IsNaN(values[0]) {
		t.Errorf("of a matrix that is not finite %v", values)
	}
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
