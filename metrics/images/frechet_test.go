package images

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"ebim/framework/points"
)

// exactly is a set of n points whose mean and covariance (with n - 1) are exactly m and L L^T.
func exactly(rng *rand.Rand, n int, m []float64, l *mat.Dense) *points.Set {
	dim := len(m)
	set := gaussian(rng, n, dim, 0, 1)
	x := mat.NewDense(n, dim, set.Data)
	for j := range dim {
		column := mat.Col(nil, j, x)
		for i, mean := 0, stat.Mean(column, nil); i < n; i++ {
			x.Set(i, j, x.At(i, j)-mean)
		}
	}
	covariance := mat.NewSymDense(dim, nil)
	stat.CovarianceMatrix(covariance, x, nil)
	var factor mat.Cholesky
	factor.Factorize(covariance)
	var lower mat.TriDense
	factor.LTo(&lower)
	var inverse, white, moved mat.Dense
	if err := inverse.Inverse(&lower); err != nil {
		panic(err)
	}
	white.Mul(x, inverse.T())
	moved.Mul(&white, l.T())
	made := points.New(n, dim)
	for i := range n {
		for j := range dim {
			made.At(i)[j] = moved.At(i, j) + m[j]
		}
	}
	return made
}

func frechet(t *testing.T, a, b *points.Set) float64 {
	t.Helper()
	d, err := FrechetDistance(a, b)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// Of covariances that commute the distance is |m - n|^2 + sum (s_j - r_j)^2 with the deviations s and r; of two of
// order 2 that do not, the trace of the root of their product M is sqrt(tr M + 2 sqrt(det M)).
func TestFrechetDistanceOfKnownMoments(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 20))
	diagonal := func(d ...float64) *mat.Dense { return mat.DenseCopyOf(mat.NewDiagDense(len(d), d)) }
	a := exactly(rng, 50, []float64{1, 2, 3}, diagonal(1, 2, 3))
	b := exactly(rng, 70, []float64{1, 0, 4}, diagonal(2, 2, 0.5))
	near(t, "commuting", frechet(t, a, b), 4+1+1+6.25, 1e-10)

	l, k := mat.NewDense(2, 2, []float64{1, 0, 0.7, 0.5}), mat.NewDense(2, 2, []float64{2, -0.6, 0, 0.3})
	var c, d, m mat.Dense
	c.Mul(l, l.T())
	d.Mul(k, k.T())
	m.Mul(&c, &d)
	want := 9 + mat.Trace(&c) + mat.Trace(&d) - 2*math.Sqrt(mat.Trace(&m)+2*math.Sqrt(mat.Det(&m)))
	a, b = exactly(rng, 30, []float64{0, 0}, l), exactly(rng, 20, []float64{0, 3}, k)
	near(t, "not commuting", frechet(t, a, b), want, 1e-10)
	near(t, "the other way round", frechet(t, b, a), want, 1e-10)
}

// Equal sets are at distance 0, also fewer points than dimensions. Lines that cross at a right angle share nothing.
func TestFrechetDistanceOfSingularCovariances(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 20))
	for _, n := range []int{2, 9, 200} {
		a := gaussian(rng, n, 30, 5, 2)
		near(t, "to itself", frechet(t, a, a), 0, 1e-5) // of 4 x 30: roots of rounding errors where the rank is small
	}
	line := func(axis, n int, deviation float64) *points.Set {
		set := points.New(n, 4)
		for i := range n { // of variance deviation^2 n/(n - 1)
			set.At(i)[axis] = deviation * float64(1-2*(i%2))
		}
		return set
	}
	near(t, "crossing", frechet(t, line(0, 10, 1), line(2, 20, 3)), 10./9+9*20./19, 1e-7)
	first, second := math.Sqrt(10./9), 3*math.Sqrt(20./19)
	near(t, "along", frechet(t, line(1, 10, 1), line(1, 20, 3)), (first-second)*(first-second), 1e-7)
	near(t, "points", frechet(t, points.New(3, 2), &points.Set{Dim: 2, Data: []float64{3, 4, 3, 4}}), 25, 1e-12)
}

func TestFrechetDistanceRejectsBadInput(t *testing.T) {
	for name, c := range badPairs() {
		_, err := FrechetDistance(c.a, c.b)
		wantError(t, name, err, c.want)
	}
	_, err := FrechetDistance(points.New(1, 2), points.New(5, 2))
	wantError(t, "one point", err, "1 and 5 points")
	far := onLine(math.MaxFloat64, -math.MaxFloat64, 0)
	_, err = FrechetDistance(far, far)
	wantError(t, "far apart", err, "too far apart")
}
