package transport

import (
	"math"
	"slices"
	"testing"

	"ebim/framework/points"
)

// The first of equal points takes the mass of all; -0 is 0. Flows of the first are shared among all, none beyond its
// mass.
func TestMergeEqual(t *testing.T) {
	negative := math.Copysign(0, -1)
	set, err := points.FromRows([][]float64{{0, 1}, {2, 2}, {negative, 1}, {0, 1}, {0, -1}})
	if err != nil {
		t.Fatal(err)
	}
	m := mergeEqual(set, []int64{3, 5, 0, 4, 1})
	if !slices.Equal(m.mass, []int64{7, 5, 0, 0, 1}) || !slices.Equal(m.first, []int32{0, 1, 0, 0, 4}) ||
		len(m.members) != 1 {
		t.Fatalf("merged into %+v", m)
	}
	got := m.split([]moved{{0, 8, 2}, {1, 8, 5}, {0, 9, 5}}, func(f *moved) *int32 { return &f.from })
	if want := []moved{{0, 8, 2}, {1, 8, 5}, {0, 9, 1}, {3, 9, 4}}; !slices.Equal(got, want) {
		t.Errorf("split into %v, want %v", got, want)
	}
}
