package support_test

import (
	"math"
	"slices"
	"testing"

	"ebim/framework/support"
)

func TestInsideKeepsTheBox(t *testing.T) {
	box := [][2]float64{{-1, 1}, {0, 2}}
	got := support.Inside([]float32{0, 1, 2, 1, -1, 0, 0, -0.1, float32(math.NaN()), 1, 1, 2}, box)
	// A NaN is in no comparison outside; the replay buffer leaves it out.
	if want := []float32{0, 1, -1, 0}; !slices.Equal(got[:4], want) || !slices.Equal(got[len(got)-2:], []float32{1, 2}) {
		t.Errorf("of the points, %v are inside", got)
	}
}
