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
