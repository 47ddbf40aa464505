package manifold

import (
	"math"
	"math/rand/v2"
	"testing"

	"ebim/framework/points"
)

// sphereWith draws points of the unit sphere of R^n with normal noise in all directions.
func sphereWith(n, count int, noise float64, seed uint64) *points.Set {
	rng, set := rand.New(rand.NewPCG(seed, 1)), points.New(count, n)
	for i := range count {
		x, length := set.At(i), 0.0
		for j := range x {
			x[j] = rng.NormFloat64()
			length += x[j] * x[j]
		}
		for j := range x {
			x[j] = x[j]/math.Sqrt(length) + noise*rng.NormFloat64()
		}
	}
	return set
}

// The curvature of clean data is no noise, and noise is not overstated, in any unit; of a surface it is found to
// within a factor of two.
func TestSpread(t *testing.T) {
	for n := 2; n <= 4; n++ {
		for _, noise := range []float64{0, 0.02, 0.05} {
			set := sphereWith(n, 1500, noise, uint64(n))
			got := spreadOf(set, n-1)
			if got > 2*noise+0.005 || n == 3 && got < noise/2 {
				t.Errorf("sphere in R^%d with noise %v: %v", n, noise, got)
			}
			for i := range set.Data {
				set.Data[i] = 1e6 + 1e3*set.Data[i]
			}
			if far := spreadOf(set, n-1); math.Abs(far-1e3*got) > 1+10*got {
				t.Errorf("sphere in R^%d with noise %v in other units: %v, not %v", n, noise, far, 1e3*got)
			}
		}
	}
	if got := spreadOf(sphereWith(3, 40, 0.1, 1), 2); got != 0 {
		t.Errorf("of too few points: %v", got)
	}
	if got := spreadOf(points.New(100, 3), 2); got != 0 {
		t.Errorf("of one point, a hundred times: %v", got)
	}
}

// In many dimensions, where there are fewer neighbors than coordinates, the noise of a sphere in three of them is
// found, too, within a factor of two.
func TestSpreadInManyDimensions(t *testing.T) {
	const n, noise = 90, 0.005
	sphere, rng := sphereWith(3, 1500, noise, 5), rand.New(rand.NewPCG(6, 1))
	set := points.New(sphere.Len(), n)
	for i := range set.Len() {
		for j := range set.At(i) {
			set.At(i)[j] = noise * rng.NormFloat64()
		}
		copy(set.At(i), sphere.At(i))
	}
	if got := spreadOf(set, 2); got < noise/2 || got > 2*noise {
		t.Errorf("noise of %v is taken for %v", noise, got)
	}
}

// Distances of a part of the points tell as much of the noise where there are too many to compare.
func TestSomePoints(t *testing.T) {
	x := points.New(3000, 784)
	for i := range x.Len() {
		x.At(i)[0] = float64(i)
	}
	few := some(x)
	if few.Len() != mostCompared/784 || few.At(0)[0] != 0 || few.At(few.Len() - 1)[0] < 2990 {
		t.Errorf("%d points, the last is %v", few.Len(), few.At(few.Len() - 1)[0])
	}
	if all := points.New(3000, 3); some(all) != all {
		t.Error("few numbers are thinned")
	}
}
