package dataset

import (
	"errors"
	"math"
	"testing"

	"ebim/framework/config"
	"ebim/framework/points"
)

// Points all over a sphere and two circles have dimension 4, measure 4 pi (2 pi)^2 and mean 0, and are their own
// nearest; a point beside the product goes to one of length 1 in each.
func TestSpheres(t *testing.T) {
	s := &Spheres{WithAngles{Columns: []string{"a", "lat", "b", "lon"}, Turning: []string{"a", "b"},
		Periods: []float64{24, 180}, Places: []string{"lat", "lon"}}}
	if ambient, manifold := s.Dimensions(); ambient != 7 || manifold != 4 {
		t.Errorf("dimension %d in R^%d", manifold, ambient)
	}
	set, shares := s.Evenly(20000)
	if whole := 16 * math.Pow(math.Pi, 3); math.Abs(total(shares)/whole-1) > 1e-9 {
		t.Errorf("the measure is %v, want %v", total(shares), whole)
	}
	for j, mean := range set.Mean() {
		if math.Abs(mean) > 0.005 {
			t.Errorf("coordinate %d has mean %v", j, mean)
		}
	}
	for i := range 50 {
		x := set.At(i * 400)
		if d := points.SquaredDistance(s.Nearest(x), x); d > 1e-20 {
			t.Fatalf("%v moves by %v", x, math.Sqrt(d))
		}
	}
	near := s.Nearest([]float64{3, 4, 0, 0.5, 2, 0, 0})
	for j, want := range []float64{0.6, 0.8, 0, 1, 1, 0, 0} {
		if math.Abs(near[j]-want) > 1e-12 {
			t.Fatalf("nearest is %v", near)
		}
	}
	point, err := s.Place([]float64{6, 90, 45, 10})
	if err != nil || points.SquaredDistance(point, s.Nearest(point)) > 1e-20 {
		t.Errorf("a row becomes %v, %v", point, err)
	}
	if topology, ok := s.Topology(); !ok || topology.Dimension != 4 || topology.EulerCharacteristics[0] != 0 {
		t.Errorf("topology %v", topology)
	}
}

// Columns that do not close, and rotations, are refused.
func TestSpheresClose(t *testing.T) {
	for _, s := range []*Spheres{
		{WithAngles{Columns: []string{"a", "x"}, Turning: []string{"a"}}},
		{WithAngles{Columns: []string{"a", "r1", "r2", "r3"}, Turning: []string{"a"},
			Rotation: []string{"r1", "r2", "r3"}}},
		{WithAngles{Columns: []string{"x"}}},
	} {
		if refused, ok := errors.AsType[*config.FieldError](s.Check()); !ok || refused.Field == "delimiter" {
			t.Errorf("%v: %v", s.Columns, refused)
		}
	}
}
