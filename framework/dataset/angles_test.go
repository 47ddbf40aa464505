package dataset

import (
	"math"
	"testing"
)

func TestAnglesLieOnAProductOfCircles(t *testing.T) {
	a := &Angles{AngleTable{Columns: []string{"0", "1", "2"}}}
	const n = 4096
	set, shares := a.Evenly(n)
	if ambient, m := a.Dimensions(); ambient != 6 || m != 3 || set.Dim != 6 || set.Len() != n {
		t.Fatalf("%d points in R^%d of a manifold of %d dimensions in R^%d", set.Len(), set.Dim, m, ambient)
	}
	total, sums := 0.0, make([]float64, 6)
	for i := range n {
		total += shares[i]
		for k, v := range set.At(i) {
			sums[k] += v / n
		}
		if d := distance(set.At(i), a.Nearest(set.At(i))); d > 1e-12 {
			t.Fatalf("point %v is %v away from its nearest", set.At(i), d)
		}
	}
	if want := math.Pow(2*math.Pi, 3); math.Abs(total-want) > 1e-9*want {
		t.Errorf("measure %v, want %v", total, want)
	}
	for k, mean := range sums { // 0 for uniform points, where independent ones would have 0.011
		if math.Abs(mean) > 0.004 {
			t.Errorf("mean of coordinate %d is %v", k, mean)
		}
	}
	if got := a.Nearest([]float64{3, 4, 0, 0, 0, -2}); distance(got, []float64{0.6, 0.8, 1, 0, 0, -1}) > 1e-12 {
		t.Errorf("nearest is %v", got)
	}
	if got, known := a.Topology(); !known || !got.Equal(Topology{Dimension: 3, Components: 1,
		EulerCharacteristics: []int{0}}) {
		t.Errorf("topology %v, %v", got, known)
	}
	if got, _ := (&Angles{AngleTable{Columns: []string{"0"}}}).Topology(); !got.Equal(Topology{Dimension: 1,
		Components:  1,
		ClosedLoops: 1}) {
		t.Errorf("topology of one angle %v", got)
	}
}
