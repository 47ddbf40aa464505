package mesh

import (
	"context"
	"math"
	"testing"

	"ebim/framework/points"
)

// toCircle projects to the unit circle.
func toCircle(_ context.Context, x *points.Set) (*points.Set, error) {
	out := points.New(x.Len(), 2)
	for i := range x.Len() {
		p, r := x.At(i), length(x.At(i))
		copy(out.At(i), []float64{p[0] / r, p[1] / r})
	}
	return out, nil
}

// Where the circle leaves the box, its ends stay on the box's sides; all other vertices arrive.
func TestProjectionStaysInTheBox(t *testing.T) {
	box := points.Box{{-0.8, 1.3}, {-1.3, 0.9}}
	// Bent so that vertices are extracted outside the circle, and the ends would be moved off the sides.
	bent := func(x []float64) float64 { return -math.Expm1(-3 * (length(x) - 1)) }
	m := mustExtract(t, Problem{Box: box, Resolution: 20, Codimension: 1, Field: field(bent).at, Project: toCircle})
	checkManifold(t, m, box)
	ends := 0
	for i := range m.Vertices.Len() {
		at := m.Vertices.At(i)
		off := math.Abs(length(at) - 1)
		if at[0] == -0.8 || at[1] == 0.9 {
			ends++
			if off > 1e-2 {
				t.Errorf("the end %v is at distance %v", at, off)
			}
		} else if off > 1e-12 {
			t.Errorf("vertex %v is at distance %v", at, off)
		}
		if at[0] < -0.8 || at[1] > 0.9 {
			t.Errorf("vertex %v is outside", at)
		}
	}
	if ends != 4 {
		t.Errorf("%d ends", ends)
	}
}

// A projection that throws points away, out of the box, to NaN or onto each other leaves the mesh as it was.
func TestBadProjectionsAreRefused(t *testing.T) {
	p := Problem{Box: points.Cube(3, -1.5, 1.5), Resolution: 16, Codimension: 1, Field: field(ball(1, 0, 0, 0)).at}
	plain := mustExtract(t, p)
	h := 3.0 / 16
	bad := map[string]func(x, out []float64){
		"far":     func(x, out []float64) { copy(out, []float64{-x[0], -x[1], -x[2]}) },
		"NaN":     func(_, out []float64) { out[1] = math.NaN() },
		"outside": func(_, out []float64) { out[2] = 1e300 },
		"folding": func(x, out []float64) { // mirrors each cell along x: within reach, but it turns elements over
			copy(out, x)
			cell := math.Floor(x[0] / h)
			out[0] = h * (2*cell + 1 - x[0]/h)
		},
	}
	for name, move := range bad {
		p.Project = func(_ context.Context, x *points.Set) (*points.Set, error) {
			out := points.New(x.Len(), 3)
			for i := range x.Len() {
				move(x.At(i), out.At(i))
			}
			return out, nil
		}
		m := mustExtract(t, p)
		checkManifold(t, m, p.Box)
		for i := range m.Len() {
			if turned(plain.Vertices, m.Vertices, m.Element(i)) {
				t.Fatalf("%s: element %d is turned over", name, i)
			}
		}
		if name == "folding" {
			continue
		}
		for i, v := range m.Vertices.Data {
			if v != plain.Vertices.Data[i] {
				t.Fatalf("%s: vertex %d moved", name, i/3)
			}
		}
	}
}

// What is held for calls of a field or a projection stays small, however fine the grid.
func TestCallsAreOfBoundedNumbersOfPoints(t *testing.T) {
	c, most, calls := field(torus(1, 0.4)), 0, 0
	note := func(x *points.Set) { most, calls = max(most, x.Len()), calls+1 }
	mustExtract(t, Problem{Box: points.Cube(3, -1.5, 1.5), Resolution: 256, Codimension: 1,
		Field: func(ctx context.Context, x *points.Set) (*points.Set, []float64, error) {
			note(x)
			return c.exact(ctx, x)
		},
		Project: func(_ context.Context, x *points.Set) (*points.Set, error) {
			note(x)
			return x, nil
		}})
	if most > mostAtOnce || calls < 8 {
		t.Errorf("%d calls of up to %d points; %d are allowed", calls, most, mostAtOnce)
	}
}
