package points_test

import (
	"math"
	"slices"
	"testing"

	"ebim/framework/points"
)

func TestBoxHoldsPoints(t *testing.T) {
	box := points.Box{{-1, 1}, {0, 2}}
	got := box.Inside([]float32{0, 1, 2, 1, -1, 0, 0, -0.1, float32(math.NaN()), 1, 1, 2})
	if want := []float32{0, 1, -1, 0, 1, 2}; !slices.Equal(got, want) {
		t.Errorf("inside are %v, want %v", got, want)
	}
}
