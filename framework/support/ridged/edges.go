package ridged

import (
	"context"
	"slices"

	"gonum.org/v1/gonum/floats"

	"ebim/framework/mesh"
	"ebim/framework/points"
)

// toEdges moves the boundary of a surface out along it, by up to a distance, to its edges. A net's vertices lie in the
// middle of what is nearest to each, so that the outermost leave half of their distance out: some hundredths of a
// surface, by which its density would be too high.
func (r *ridge) toEdges(ctx context.Context, field *Field, m *mesh.Mesh, across *strip, distance float64) error {
	const halvings = 5
	vertices, outward := boundary(m)
	if len(vertices) == 0 || across.all() {
		return nil
	}
	x := m.Vertices.Select(vertices)
	for range halvings {
		distance /= 2
		next := points.New(x.Len(), x.Dim)
		for i, out := range outward {
			floats.AddScaledTo(next.At(i), x.At(i), distance, out)
		}
		p, err := field.Project(ctx, next, nearSteps)
		if err != nil {
			return err
		}
		for i := range outward {
			at := p.Points.At(i)
			if p.within(i) && !across.holds(at) &&
				points.SquaredDistance(at, next.At(i)) < distance*distance {
				copy(x.At(i), at)
			}
		}
	}
	m.Vertices = &points.Set{Dim: x.Dim, Data: slices.Clone(m.Vertices.Data)}
	for i, v := range vertices {
		copy(m.Vertices.At(v), x.At(i))
	}
	return nil
}

// boundary is the vertices of a surface's open sides, and at each the unit vector out of the triangles there.
func boundary(m *mesh.Mesh) (vertices []int, outward [][]float64) {
	s, at := newSides(2), map[int32]int{}
	for i := range m.Len() {
		s.add(m.Element(i))
	}
	n := m.Vertices.Dim
	for i := range m.Len() {
		c := m.Element(i)
		for k := range c {
			a, b, opposite := c[k], c[(k+1)%3], c[(k+2)%3]
			if s.count[mesh.EdgeOf(a, b)] != 1 {
				continue
			}
			side, out := make([]float64, n), make([]float64, n)
			floats.SubTo(side, m.Vertices.At(int(b)), m.Vertices.At(int(a)))
			floats.SubTo(out, m.Vertices.At(int(a)), m.Vertices.At(int(opposite)))
			floats.AddScaled(out, -floats.Dot(out, side)/max(floats.Dot(side, side), 1e-30), side)
			floats.Scale(1/max(floats.Norm(out, 2), 1e-30), out)
			for _, v := range []int32{a, b} {
				if _, met := at[v]; !met {
					at[v] = len(vertices)
					vertices, outward = append(vertices, int(v)), append(outward, make([]float64, n))
				}
				floats.Add(outward[at[v]], out)
			}
		}
	}
	for _, out := range outward {
		floats.Scale(1/max(floats.Norm(out, 2), 1e-30), out)
	}
	return vertices, outward
}
