package mesh

import (
	"context"

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
