package points_test

import (
	"slices"
	"testing"

	"ebim/framework/points"
)

func TestPlaces(t *testing.T) {
	x := &points.Set{Dim: 2, Data: []float64{1, 2, 3, 4, 1, 2, 5, 6, 3, 4}}
	firsts, of := x.Places()
	if !slices.Equal(firsts, []int{0, 1, 3}) || !slices.Equal(of, []int{0, 1, 0, 2, 1}) {
		t.Errorf("first points %v, places %v", firsts, of)
	}
	if different := x.Different(); !slices.Equal(different.Data, []float64{1, 2, 3, 4, 5, 6}) || x.Distinct() != 3 {
		t.Errorf("different points %v, %d", different.Data, x.Distinct())
	}
	if firsts, of := points.New(0, 2).Places(); len(firsts)+len(of) > 0 {
		t.Errorf("of no points: %v, %v", firsts, of)
	}
}
