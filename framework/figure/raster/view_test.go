package raster

import (
	"math"
	"testing"
)

func TestCameraLooksFromItsAngles(t *testing.T) {
	s := NewScene(cube(1))
	s.Camera = Camera{Azimuth: 0, Elevation: 0, FieldOfView: 30}
	view, err := s.View(100, 80)
	if err != nil {
		t.Fatal(err)
	}
	x0, y0, depth0 := view.Project([]float64{0, 0, 0})
	if math.Abs(x0-50) > 1e-9 || math.Abs(y0-40) > 1e-9 {
		t.Errorf("the center is at %g, %g", x0, y0)
	}
	if x, y, depth := view.Project([]float64{0, 1, 0}); x <= x0 || math.Abs(y-y0) > 1e-9 ||
		math.Abs(depth-depth0) > 1e-9 {
		t.Errorf("the second axis does not point right: %g, %g, depth %g", x, y, depth)
	}
	if x, y, _ := view.Project([]float64{0, 0, 1}); math.Abs(x-x0) > 1e-9 || y >= y0 {
		t.Errorf("the third axis does not point up: %g, %g", x, y)
	}
	if _, _, depth := view.Project([]float64{1, 0, 0}); math.Abs(depth-(depth0-1)) > 1e-9 {
		t.Errorf("one unit nearer, depth goes from %g to %g", depth0, depth)
	}
	if x, y, _ := view.Project([]float64{100, 0, 0}); !math.IsNaN(x) || !math.IsNaN(y) {
		t.Errorf("a point behind the camera is at %g, %g", x, y)
	}
	s.Camera.Azimuth, s.Camera.Elevation = 90, 45
	if view, err = s.View(100, 80); err != nil {
		t.Fatal(err)
	}
	if x, _, _ := view.Project([]float64{1, 0, 0}); x >= 50 {
		t.Errorf("from the second axis, the first points left, but it is at %g", x)
	}
	_, _, up := view.Project([]float64{0, 0, 1})
	_, _, front := view.Project([]float64{0, 1, 0})
	if math.Abs(up-front) > 1e-9 {
		t.Errorf("halfway up, depths %g and %g should agree", up, front)
	}
}

func TestBoxFillsThePicture(t *testing.T) {
	for _, size := range [][2]int{{300, 200}, {100, 400}} {
		for _, camera := range []Camera{{-60, 25, 25}, {10, -70, 100}, {0, 90, 5}, {135, 0, 60}} {
			s := NewScene([3][2]float64{{10, 14}, {-3, -2}, {1e-3, 2}})
			s.Camera, s.Margin = camera, 0.1
			view, err := s.View(size[0], size[1])
			if err != nil {
				t.Fatal(err)
			}
			left, right, top, bottom := math.Inf(1), math.Inf(-1), math.Inf(1), math.Inf(-1)
			for i := range 8 {
				corner := view.corner(i)
				x, y, _ := view.Project(corner[:])
				left, right, top, bottom = min(left, x), max(right, x), min(top, y), max(bottom, y)
			}
			if math.Abs(left+right-view.width) > 1e-6 || math.Abs(top+bottom-view.height) > 1e-6 {
				t.Errorf("%v: the box from %g to %g and %g to %g is not centered in %v", camera, left, right,
					top, bottom, size)
			}
			if share := max((right-left)/view.width, (bottom-top)/view.height); math.Abs(share-0.8) > 1e-6 {
				t.Errorf("%v: the box fills %g of %v, want 0.8", camera, share, size)
			}
		}
	}
}

func TestAxesLieOnTheOutline(t *testing.T) {
	s := NewScene(cube(1))
	for azimuth := -170.0; azimuth < 180; azimuth += 20 {
		s.Camera.Azimuth = azimuth
		view, err := s.View(200, 200)
		if err != nil {
			t.Fatal(err)
		}
		for k, axis := range view.Axes() {
			ax, ay, _ := view.Project(axis.From[:])
			bx, by, _ := view.Project(axis.To[:])
			if axis.From[k] != -1 || axis.To[k] != 1 {
				t.Errorf("azimuth %g: axis %d runs from %v to %v", azimuth, k, axis.From, axis.To)
			}
			if across := axis.Outward[0]*(bx-ax) + axis.Outward[1]*(by-ay); math.Abs(across) > 1e-9 {
				t.Errorf("azimuth %g: labels of axis %d are not across it", azimuth, k)
			}
			// No corner of the box lies farther out: labels do not cover it.
			for i := range 8 {
				corner := view.corner(i)
				x, y, _ := view.Project(corner[:])
				if out := axis.Outward[0]*(x-ax) + axis.Outward[1]*(y-ay); out > 1e-6 {
					t.Errorf("azimuth %g: corner %v is %.2f pixels outside of axis %d", azimuth, corner, out, k)
				}
			}
			// Looking along an axis, only its upper edges are on the outline.
			if lengthwise := k < 2 && view.behind(1-k, 0) && view.behind(1-k, 1); k < 2 && !lengthwise &&
				(ay+by)/2 < 100 {
				t.Errorf("azimuth %g: axis %d is at the top", azimuth, k)
			}
			if k == 2 && (ax+bx)/2 > 100 {
				t.Errorf("azimuth %g: the third axis is on the right", azimuth)
			}
		}
	}
}
