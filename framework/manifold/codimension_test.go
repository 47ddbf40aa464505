package manifold

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"gonum.org/v1/gonum/mat"

	"ebim/framework/loss"
	"ebim/framework/points"
	"ebim/framework/support"
	"ebim/framework/support/implicit"
	"ebim/framework/support/supporttest"
	"ebim/framework/support/zeroset"
	"ebim/framework/train/traintest"
)

// tiltedCircle is count points of the unit circle in a random plane of R^n, with normal noise of 0.01 in each
// direction.
func tiltedCircle(n, count int) *points.Set {
	rng, set := rand.New(rand.NewPCG(uint64(n), 9)), points.New(count, n)
	var plane mat.QR
	random := mat.NewDense(n, 2, nil)
	random.Apply(func(int, int, float64) float64 { return rng.NormFloat64() }, random)
	plane.Factorize(random)
	var q mat.Dense
	plane.QTo(&q)
	for i := range count {
		angle := 2 * math.Pi * rng.Float64()
		for j := range n {
			set.At(i)[j] = math.Cos(angle)*q.At(j, 0) + math.Sin(angle)*q.At(j, 1) + 0.01*rng.NormFloat64()
		}
	}
	return set
}

// learnCircle trains a manifold-defining function of codimension n - 1 on a circle in R^n.
func learnCircle(tb testing.TB, n, count, epochs int) (m implicit.Set, seconds float64) {
	tb.Helper()
	box := make(points.Box, n)
	for j := range box {
		box[j] = [2]float64{-1.5, 1.5}
	}
	t := traintest.Task(tb, tiltedCircle(n, count), box)
	manifold := vonMises(epochs)
	manifold.Network = traintest.MLP(128)
	// Bounds of 1 on both sides make all singular values alike: with the lower one alone the smallest of many is near
	// 0.
	manifold.Loss = &loss.Implicit{NegativeWeight: 0.03, RankWeight: 10, MinSingularValue: 1,
		MaxSingularValue: new(1.0), PositiveNorm: "l2", NegativeNorm: "l2"}
	manifold.Training = traintest.Training(epochs, 50, 0.003, nil)
	began := time.Now()
	if err := manifold.Train(tb.Context(), t); err != nil {
		tb.Fatal(err)
	}
	seconds = time.Since(began).Seconds()
	f, err := manifold.Load(t.Environment, t.Folder)
	if err != nil {
		tb.Fatal(err)
	}
	return zeroset.New(t.Environment, f, n-1), seconds
}

// inDouble is F and its Jacobian at x, in double precision and without graphs: an MLP with silu.
func inDouble(m implicit.Set, x []float64) (value *mat.VecDense, jacobian *mat.Dense) {
	value, jacobian = mat.NewVecDense(len(x), slices.Clone(x)), identity(len(x))
	parameters := m.Constraint().Parameters
	for i := 0; i < len(parameters); i += 2 {
		out, in := parameters[i].Dimensions[0], parameters[i].Dimensions[1]
		weights := mat.NewDense(out, in, nil)
		weights.Apply(func(r, c int, _ float64) float64 { return float64(parameters[i].Values[r*in+c]) }, weights)
		var z mat.VecDense
		var derivative mat.Dense
		z.MulVec(weights, value)
		derivative.Mul(weights, jacobian)
		for r := range out {
			v := z.AtVec(r) + float64(parameters[i+1].Values[r])
			slope := 1.0
			if i+2 < len(parameters) {
				s := 1 / (1 + math.Exp(-v))
				v, slope = v*s, s*(1+v-v*s)
			}
			z.SetVec(r, v)
			for c := range len(x) {
				derivative.Set(r, c, derivative.At(r, c)*slope)
			}
		}
		value, jacobian = &z, &derivative
	}
	return value, jacobian
}

func identity(n int) *mat.Dense {
	m := mat.NewDense(n, n, nil)
	for i := range n {
		m.Set(i, i, 1)
	}
	return m
}

// nearestInDouble is the distance of x to F = 0 by Newton's steps along singular vectors, and whether they settled at
// F = 0.
func nearestInDouble(m implicit.Set, x []float64) (far float64, settled bool) {
	n := len(x)
	y := slices.Clone(x)
	for range 300 {
		value, jacobian := inDouble(m, y)
		var svd mat.SVD
		svd.Factorize(jacobian, mat.SVDThin)
		var u, v mat.Dense
		svd.UTo(&u)
		svd.VTo(&v)
		step := make([]float64, n)
		for j := range step {
			step[j] = x[j] - y[j]
		}
		for k, size := range svd.Values(nil) { // along v_k: not x - y, but -u_k.F / size
			along := mat.Dot(u.ColView(k), value) / size
			for j := range n {
				along += v.At(j, k) * (x[j] - y[j])
			}
			for j := range n {
				step[j] -= along * v.At(j, k)
			}
		}
		length := supporttest.Distance(step, make([]float64, n))
		shorter := min(1, 0.15/length)
		for j := range y {
			y[j] += shorter * step[j]
		}
		if length < 1e-10 {
			return supporttest.Distance(x, y), mat.Norm(value, math.Inf(1)) < 1e-9
		}
	}
	return supporttest.Distance(x, y), false
}

// distances are those that Nearest finds, and by projection in double precision, with how many of these searches
// failed.
func distancesOf(tb testing.TB, m implicit.Set, x *points.Set) (found, double []float64,
	near *support.Projection, failed int) {
	tb.Helper()
	near, err := support.Nearest(tb.Context(), m, x)
	if err != nil {
		tb.Fatal(err)
	}
	for i := range x.Len() {
		found = append(found, supporttest.Distance(x.At(i), near.Points.At(i)))
		far, settled := nearestInDouble(m, x.At(i))
		if !settled {
			failed++
		}
		double = append(double, far)
	}
	return found, double, near, failed
}

func middle(values []float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	return sorted[len(sorted)/2]
}

// A circle in R^7 has codimension 6: nearly every search ends at |F| <= 1e-4, at the distance that double precision
// finds.
func TestDistancesInLargeCodimension(t *testing.T) {
	m, _ := learnCircle(t, 7, 100, 200)
	found, double, near, _ := distancesOf(t, m, m.Environment().Data)
	solved := 0
	for i, residual := range near.Residual {
		if residual <= support.OnManifold && math.Abs(found[i]-double[i]) < 1e-3 {
			solved++
		}
	}
	if solved < 95 || near.Unconverged > 5 {
		t.Errorf("of 100 points %d are where double precision finds them, %d searches unconverged", solved,
			near.Unconverged)
	}
}

// Circles in R^n: seconds of the training and of the search for nearest points, the median distance and that of an
// independent projection in double precision, the largest |F| left, and the shares of unconverged searches of both.
//
//	go test ./framework/manifold -run - -bench CirclesInManyDimensions -benchtime 1x
func BenchmarkCirclesInManyDimensions(b *testing.B) {
	for _, n := range []int{2, 3, 5, 10, 30} {
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
			for b.Loop() {
				m, seconds := learnCircle(b, n, 1000, 200)
				began := time.Now()
				if _, err := support.Nearest(b.Context(), m, m.Environment().Data); err != nil {
					b.Fatal(err)
				}
				b.ReportMetric(seconds, "training-s")
				b.ReportMetric(time.Since(began).Seconds(), "nearest-s")
				found, double, near, failed := distancesOf(b, m, m.Environment().Data.Slice(0, 200))
				b.ReportMetric(middle(found), "median")
				b.ReportMetric(middle(double), "float64-median")
				b.ReportMetric(slices.Max(near.Residual), "largest-F")
				b.ReportMetric(float64(near.Unconverged)/200, "unconverged")
				b.ReportMetric(float64(failed)/200, "float64-unconverged")
			}
		})
	}
}
