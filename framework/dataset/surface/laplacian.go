package surface

import (
	"fmt"
	"math"
	"slices"

	"ebim/framework/mesh"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/spatial/r3"
)

// sparse is a symmetric matrix by rows.
type sparse struct {
	starts  []int // the entries of row i are starts[i] to starts[i+1]
	columns []int
	values  []float64
}

func (s *sparse) len() int { return len(s.starts) - 1 }

// bound is at least the largest absolute eigenvalue (Gershgorin).
func (s *sparse) bound() (most float64) {
	for i := range s.len() {
		most = max(most, floats.Norm(s.values[s.starts[i]:s.starts[i+1]], 1))
	}
	return most
}

// laplacian is D L D of a surface, with the cotangent Laplacian L (Pinkall and Polthier 1993), positive semidefinite,
// and the diagonal D of 1/sqrt(mass): an eigenvector y belongs to the eigenfunction Dy. Masses, which are returned as
// D's diagonal, are a third of the area of the triangles around a vertex.
func laplacian(m *mesh.Mesh) (*sparse, []float64, error) {
	n := m.Vertices.Len()
	entries, diagonal := map[mesh.Edge]float64{}, make([]float64, n)
	root := make([]float64, n)
	for i, area := range m.Measures() {
		corners := m.Element(i)
		for k, o := range corners {
			root[o] += area / 3
			a, b := corners[(k+1)%3], corners[(k+2)%3]
			at := vector(m, o)
			half := r3.Dot(r3.Sub(vector(m, a), at), r3.Sub(vector(m, b), at)) / (4 * area) // of the cotangent at o
			if math.IsNaN(half) || math.IsInf(half, 0) {
				return nil, nil, fmt.Errorf("triangle %d has no area, so that the Laplacian isn't defined", i)
			}
			entries[mesh.EdgeOf(a, b)] -= half
			diagonal[a] += half
			diagonal[b] += half
		}
	}
	rows := make([]map[int]float64, n)
	for i := range rows {
		if root[i] == 0 {
			return nil, nil, fmt.Errorf("vertex %d belongs to no triangle, so that the Laplacian isn't defined", i)
		}
		root[i] = 1 / math.Sqrt(root[i])
		rows[i] = map[int]float64{i: diagonal[i] * root[i] * root[i]}
	}
	for edge, value := range entries {
		a, b := int(edge[0]), int(edge[1])
		rows[a][b] = value * root[a] * root[b]
		rows[b][a] = rows[a][b]
	}
	return byRows(rows), root, nil
}

func byRows(rows []map[int]float64) *sparse {
	s := &sparse{starts: make([]int, 1, len(rows)+1)}
	for _, row := range rows {
		first := len(s.columns)
		for column := range row {
			s.columns = append(s.columns, column)
		}
		slices.Sort(s.columns[first:]) // for equal rounding in every run
		for _, column := range s.columns[first:] {
			s.values = append(s.values, row[column])
		}
		s.starts = append(s.starts, len(s.columns))
	}
	return s
}

func vector(m *mesh.Mesh, vertex int32) r3.Vec {
	x := m.Vertices.At(int(vertex))
	return r3.Vec{X: x[0], Y: x[1], Z: x[2]}
}
