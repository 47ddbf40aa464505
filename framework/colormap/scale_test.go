package colormap

import (
	"math"
	"testing"
)

func TestScaleIsTheMapBetweenItsEnds(t *testing.T) {
	m := Diverging()
	s := m.Scale(-2, 6)
	for value, share := range map[float64]float64{-2: 0, 0: 0.25, 2: 0.5, 6: 1, -9: 0, math.Inf(1): 1} {
		if got, want := s.Color(value), m.At(share); got != want {
			t.Errorf("%g: %v, want %v", value, got, want)
		}
	}
	if s.Color(math.NaN()) != Missing() {
		t.Error("NaN is not Missing")
	}
}

func TestScaleOfNothing(t *testing.T) {
	s := Sequential().Scale(3, 3)
	if s.Color(3) != Sequential().At(0.5) || s.Color(math.NaN()) != Missing() {
		t.Error("a scale of one value is not the map's middle")
	}
}
