package points

import (
	"math"
	"slices"
	"testing"
)

// Points are equal by all of their coordinates, and -0 is 0; so each finds the first that it equals, and those that
// others have.
func TestEqualPoints(t *testing.T) {
	set := New(400, 2)
	for i := range set.Len() {
		set.At(i)[0], set.At(i)[1] = float64(i*i%19), float64(i%5)-2
	}
	set.At(7)[0], set.At(8)[1] = math.Copysign(0, -1), math.NaN()
	for i, first := range set.FirstEqual() {
		want := slices.IndexFunc(points(set), func(x []float64) bool { return slices.Equal(x, set.At(i)) })
		if want < 0 {
			want = i // NaN
		}
		if first != want {
			t.Errorf("point %d, %v: %d, want %d", i, set.At(i), first, want)
		}
	}
	others := &Set{Dim: 2, Data: []float64{0, -1, 4, 1, 77, 0}}
	for i, is := range set.In(others) {
		want := slices.ContainsFunc(points(others), func(x []float64) bool { return slices.Equal(x, set.At(i)) })
		if is != want {
			t.Errorf("point %d, %v: %v", i, set.At(i), is)
		}
	}
	if len(New(0, 2).FirstEqual()) > 0 || len(New(0, 2).In(set)) > 0 || slices.Contains(set.In(New(0, 2)), true) {
		t.Error("none equal others")
	}
}

// points are the rows of a set.
func points(set *Set) (rows [][]float64) {
	for i := range set.Len() {
		rows = append(rows, set.At(i))
	}
	return rows
}
