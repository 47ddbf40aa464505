package ridged

import (
	"slices"
	"testing"

	"ebim/framework/mesh"
	"ebim/framework/points"
)

// A surface with a hole is, once it is filled, what it is without one; a handle is no hole.
func TestFilledShapes(t *testing.T) {
	octahedron := &mesh.Mesh{Dimension: 2, Vertices: &points.Set{Dim: 3, Data: []float64{1, 0, 0, 0, 1, 0, 0, 0, 1,
		-1, 0, 0, 0, -1, 0, 0, 0, -1}}}
	for _, pole := range []int32{0, 3} {
		for _, c := range [][2]int32{{1, 2}, {2, 4}, {4, 5}, {5, 1}} {
			octahedron.Elements = append(octahedron.Elements, pole, c[0], c[1])
		}
	}
	holed := &mesh.Mesh{Dimension: 2, Vertices: octahedron.Vertices,
		Elements: slices.Clone(octahedron.Elements[3:])}
	torus := &mesh.Mesh{Dimension: 2, Vertices: points.New(9, 3)}
	at := func(i, j int) int32 { return int32(i%3*3 + j%3) }
	for i := range 3 {
		for j := range 3 {
			torus.Elements = append(torus.Elements, at(i, j), at(i+1, j), at(i, j+1),
				at(i+1, j), at(i+1, j+1), at(i, j+1))
		}
	}
	if shapeOf(octahedron) == shapeOf(holed) || filledShapeOf(octahedron) != filledShapeOf(holed) {
		t.Errorf("with a hole %q, %q filled; without %q", shapeOf(holed), filledShapeOf(holed), shapeOf(octahedron))
	}
	if filledShapeOf(octahedron) == filledShapeOf(torus) {
		t.Errorf("a torus is %q, as a sphere", filledShapeOf(torus))
	}
	line := &mesh.Mesh{Dimension: 1, Vertices: points.New(2, 3), Elements: []int32{0, 1}}
	if filledShapeOf(line) != shapeOf(line) {
		t.Errorf("a curve with ends is %q once filled", filledShapeOf(line))
	}
}
