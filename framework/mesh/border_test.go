package mesh_test

import (
	"math"
	"testing"

	"ebim/framework/mesh"
	"ebim/framework/points"
)

// An open curve has two ends and a square four edges; closed ones have none.
func TestBorder(t *testing.T) {
	line := &mesh.Mesh{Dimension: 1, Vertices: &points.Set{Dim: 2, Data: []float64{0, 0, 1, 0, 2, 0, 3, 0}},
		Elements: []int32{0, 1, 1, 2, 2, 3}}
	ring := &mesh.Mesh{Dimension: 1, Vertices: line.Vertices, Elements: []int32{0, 1, 1, 2, 2, 3, 3, 0}}
	square := &mesh.Mesh{Dimension: 2, Vertices: &points.Set{Dim: 3, Data: []float64{0, 0, 5, 4, 0, 5, 4, 4, 5, 0, 4,
		5}}, Elements: []int32{0, 1, 2, 0, 2, 3}}
	tetrahedron := &mesh.Mesh{Dimension: 2, Vertices: square.Vertices,
		Elements: []int32{0, 1, 2, 0, 2, 3, 0, 3, 1, 1, 3, 2}}
	for _, test := range []struct {
		m    *mesh.Mesh
		x    []float64
		want float64
	}{
		{line, []float64{2.25, 0}, 0.75},
		{line, []float64{0, 2}, 2},
		{ring, []float64{0, 0}, math.Inf(1)},
		{square, []float64{1, 1.5, 5}, 1},
		{square, []float64{2, 3.9, 5}, 0.1},
		{tetrahedron, []float64{1, 1, 5}, math.Inf(1)},
	} {
		if got := mesh.BorderOf(test.m).Distance(test.x); !(math.Abs(got-test.want) < 1e-12 || got == test.want) {
			t.Errorf("%v is %v from the border, want %v", test.x, got, test.want)
		}
	}
}

// The sides of a square of two triangles are its border, and the diagonal is not.
func TestBorderHolds(t *testing.T) {
	corners := &points.Set{Dim: 3, Data: []float64{0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0}}
	square := &mesh.Mesh{Dimension: 2, Vertices: corners, Elements: []int32{0, 1, 2, 0, 2, 3}}
	b := mesh.BorderOf(square)
	for _, test := range []struct {
		element int
		x       []float64
		want    bool
	}{{0, []float64{0.3, 0, 0}, true}, {0, []float64{1, 0.3, 0}, true}, {0, []float64{1, 1, 0}, true},
		{0, []float64{0.3, 0.3, 0}, false}, {1, []float64{0, 0.7, 0}, true}, {1, []float64{0.1, 0.7, 0}, false}} {
		if got := b.Holds(test.element, test.x); got != test.want {
			t.Errorf("the border holds %v of triangle %d: %v", test.x, test.element, got)
		}
	}
	if along, across := square.Parts(0, []float64{3, 4, 2}); math.Abs(along-5) > 1e-12 || across != 2 {
		t.Errorf("parts of (3, 4, 2) are %v and %v", along, across)
	}
	arc := &mesh.Mesh{Dimension: 1, Vertices: square.Vertices, Elements: []int32{0, 1, 1, 2}}
	if b := mesh.BorderOf(arc); !b.Holds(0, []float64{0, 0, 0}) || b.Holds(0, []float64{1, 0, 0}) ||
		b.Holds(1, []float64{1, 0.5, 0}) {
		t.Error("the border of a curve is its ends")
	}
}
