package model

import (
	"math"
	"slices"
	"testing"

	"ebim/framework/points"
	"ebim/framework/support/supporttest"
)

func TestPaddedBox(t *testing.T) {
	got := paddedBox(supporttest.Rows(t, []float64{1, 5}, []float64{3, 5}, []float64{2, 5}), 0.5)
	want := points.Box{{0, 4}, {4.999, 5.001}}
	if !slices.EqualFunc(got, want, func(a, b [2]float64) bool {
		return math.Abs(a[0]-b[0])+math.Abs(a[1]-b[1]) < 1e-12
	}) {
		t.Errorf("the box is %v, want %v", got, want)
	}
}
