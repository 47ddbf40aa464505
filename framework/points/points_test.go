package points_test

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ebim/framework/points"
	"ebim/framework/random"
)

func TestAllFinite(t *testing.T) {
	for _, bad := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		if points.AllFinite([]float32{1, float32(bad), 2}) {
			t.Errorf("%v is taken for a finite number", bad)
		}
	}
	if !points.AllFinite([]float32{0, -math.MaxFloat32}) || !points.AllFinite[float32](nil) {
		t.Error("finite numbers are not taken for such")
	}
}

// The scale of (0, 0), (2, 0), (0, 4), (2, 4) is the root of (1 + 4)/2.
func TestScale(t *testing.T) {
	set := &points.Set{Dim: 2, Data: []float64{1e5, 0, 1e5 + 2, 0, 1e5, 4, 1e5 + 2, 4}}
	if got := set.Scale(); math.Abs(got-math.Sqrt(2.5)) > 1e-12 {
		t.Errorf("the scale is %v", got)
	}
	if got := set.Slice(0, 1).Scale(); got != 0 {
		t.Errorf("the scale of one point is %v", got)
	}
	if got := points.New(0, 2).Scale(); !math.IsNaN(got) {
		t.Errorf("the scale of no point is %v", got)
	}
}

func TestEvenlySpaced(t *testing.T) {
	for _, test := range []struct {
		n, count int
		want     []int
	}{{10, 3, []int{0, 3, 6}}, {3, 3, []int{0, 1, 2}}, {2, 5, []int{0, 1}}, {5, 0, []int{}}, {0, 4, []int{}}} {
		if diff := cmp.Diff(test.want, points.EvenlySpaced(test.n, test.count)); diff != "" {
			t.Errorf("%d of %d: %s", test.count, test.n, diff)
		}
	}
}

// Of more points than wanted some are drawn, each once; others are the set itself, and leave the draws that follow.
func TestAtMost(t *testing.T) {
	set := &points.Set{Dim: 1, Data: []float64{0, 1, 2, 3, 4, 5, 6, 7}}
	few := set.AtMost(5, random.New(1, "test", 0))
	if few.Len() != 5 || few.Distinct() != 5 {
		t.Errorf("5 of 8 points are %v", few.Data)
	}
	rng := random.New(1, "test", 0)
	if all := set.AtMost(8, rng); all != set || rng.Uint64() != random.New(1, "test", 0).Uint64() {
		t.Errorf("8 of 8 points are %v, or took draws", all.Data)
	}
}

func TestEvenly(t *testing.T) {
	set := points.New(10, 1)
	for i := range 10 {
		set.At(i)[0] = float64(i)
	}
	if got := set.Evenly(4); got.Len() != 4 || got.At(0)[0] != 0 || got.At(3)[0] != 7 {
		t.Errorf("4 of 10 are %v", got.Data)
	}
	if set.Evenly(10) != set || set.Evenly(99) != set {
		t.Error("few points are not kept as they are")
	}
}
