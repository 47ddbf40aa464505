package mesh

import (
	"context"
	"math"

	"ebim/framework/points"
)

// Mesh is a curve of segments (Dimension 1) or a surface of triangles (Dimension 2) in R^2 or R^3.
type Mesh struct {
	Dimension int
	Vertices  *points.Set
	// Elements holds the vertices' indices, Dimension+1 in a row for each segment or triangle. Neighbors agree in
	// orientation wherever the mesh is orientable.
	Elements []int32
	// Values are numbers at each vertex by name, such as LogDensity. Those of one mesh have as many as it has vertices.
	Values map[string][]float64
	// Notes say what the mesh lacks, such as edges that stayed too long. Files don't hold them.
	Notes []string
}

// FirstThree is the mesh's projection to the first three coordinates: itself in R^3.
func (m *Mesh) FirstThree() *Mesh {
	if m.Vertices.Dim <= 3 {
		return m
	}
	projected := *m
	projected.Vertices = points.New(m.Vertices.Len(), 3)
	for i := range m.Vertices.Len() {
		copy(projected.Vertices.At(i), m.Vertices.At(i))
	}
	return &projected
}

// Names of values that models give their meshes.
const (
	LogDensity = "log_density" // nats, normalized with respect to the mesh's own length or area
	Energy     = "energy"
)

// Len returns the number of elements.
func (m *Mesh) Len() int { return len(m.Elements) / (m.Dimension + 1) }

// Element returns the vertices' indices of element i, a view into the mesh's storage.
func (m *Mesh) Element(i int) []int32 {
	k := m.Dimension + 1
	return m.Elements[i*k : (i+1)*k : (i+1)*k]
}

// Field evaluates F at points x: values are [len(x), codimension]; distances are estimates (to first order) of each
// point's distance to F = 0, which show where the grid needs no refinement. Both in any order of magnitude, never NaN.
type Field func(ctx context.Context, x *points.Set) (values *points.Set, distances []float64, err error)

// Project moves points to F = 0. A point that does not arrive is returned as it was given.
type Project func(ctx context.Context, x *points.Set) (*points.Set, error)

// Edge is a segment, or a side of a triangle: two vertices' indices, the lower one first.
type Edge [2]int32

// EdgeOf returns the edge between two vertices.
func EdgeOf(a, b int32) Edge { return Edge{min(a, b), max(a, b)} }

// Edges calls visit for every edge of every element: twice for those between two triangles.
func (m *Mesh) Edges(visit func(e Edge)) {
	for i := range m.Len() {
		corners := m.Element(i)
		visit(EdgeOf(corners[0], corners[1]))
		if m.Dimension == 2 {
			visit(EdgeOf(corners[1], corners[2]))
			visit(EdgeOf(corners[2], corners[0]))
		}
	}
}

// Bisect cuts every element through the vertices that middles gives to its edges, the longest edge first. The vertices
// must be among the mesh's. Both triangles at an edge are cut in the same vertex, so that no crack opens and the
// topology stays. Cutting the longest edges first keeps angles from getting small (Rivara, "Algorithms for refining
// triangular grids suitable for adaptive and multigrid techniques", 1984).
func (m *Mesh) Bisect(middles map[Edge]int32) {
	elements := make([]int32, 0, len(m.Elements)+(m.Dimension+1)*2*len(middles))
	for i := range m.Len() {
		corners := m.Element(i)
		if m.Dimension == 2 {
			elements = m.bisectTriangle(elements, [3]int32(corners), middles)
		} else if middle, ok := middles[EdgeOf(corners[0], corners[1])]; ok {
			elements = append(elements, corners[0], middle, middle, corners[1])
		} else {
			elements = append(elements, corners...)
		}
	}
	m.Elements = elements
}

// bisectTriangle appends what a triangle is cut into, in its orientation.
func (m *Mesh) bisectTriangle(elements []int32, corners [3]int32, middles map[Edge]int32) []int32 {
	at, longest := -1, -1.0
	for k, a := range corners {
		b := corners[(k+1)%3]
		if _, cut := middles[EdgeOf(a, b)]; !cut {
			continue
		}
		if length := measure(m.Vertices, []int32{a, b}); !(length <= longest) {
			at, longest = k, length
		}
	}
	if at < 0 {
		return append(elements, corners[:]...)
	}
	a, b, c := corners[at], corners[(at+1)%3], corners[(at+2)%3]
	middle := middles[EdgeOf(a, b)]
	elements = m.bisectTriangle(elements, [3]int32{a, middle, c}, middles)
	return m.bisectTriangle(elements, [3]int32{middle, b, c}, middles)
}

// direction returns a segment's difference of ends, or a triangle's normal with twice its area as length.
func direction(vertices *points.Set, corners []int32) (d [3]float64) {
	var u, v [3]float64
	start := vertices.At(int(corners[0]))
	for axis, x := range start {
		u[axis] = vertices.At(int(corners[1]))[axis] - x
		if len(corners) == 3 {
			v[axis] = vertices.At(int(corners[2]))[axis] - x
		}
	}
	if len(corners) == 2 {
		return u
	}
	return [3]float64{u[1]*v[2] - u[2]*v[1], u[2]*v[0] - u[0]*v[2], u[0]*v[1] - u[1]*v[0]}
}

// measure returns an element's length or area.
func measure(vertices *points.Set, corners []int32) float64 {
	if vertices.Dim > 3 {
		return measureAnywhere(vertices, corners)
	}
	d := direction(vertices, corners)
	length := math.Hypot(math.Hypot(d[0], d[1]), d[2])
	if len(corners) == 3 {
		return length / 2
	}
	return length
}

// measureAnywhere is measure in any space, by the Gram matrix of an element's sides.
func measureAnywhere(vertices *points.Set, corners []int32) float64 {
	start, first := vertices.At(int(corners[0])), vertices.At(int(corners[1]))
	last := vertices.At(int(corners[len(corners)-1]))
	var uu, uv, vv float64
	for j, x := range start {
		u, v := first[j]-x, last[j]-x
		uu, uv, vv = uu+u*u, uv+u*v, vv+v*v
	}
	if len(corners) == 2 {
		return math.Sqrt(uu)
	}
	return math.Sqrt(max(0, uu*vv-uv*uv)) / 2
}
