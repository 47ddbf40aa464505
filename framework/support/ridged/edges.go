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
	vertices, outward := boundary(m)
	if len(vertices) == 0 {
		return nil
	}
	onto := func(next *points.Set) (*points.Set, []bool, error) {
		p, err := field.Project(ctx, next, nearSteps)
		if err != nil {
			return nil, nil, err
		}
		within := make([]bool, next.Len())
		for i := range within {
			within[i] = p.within(i) && !across.holds(p.Points.At(i))
		}
		return p.Points, within, nil
	}
	if across.all() {
		planes := planesOf(m)
		onto = func(next *points.Set) (*points.Set, []bool, error) {
			moved, within := across.sheets.within(next, edgeNoise*field.Noise,
				func(i int) [][]float64 { return planes[vertices[i]] })
			return moved, within, nil
		}
	}
	edges, err := outermost(m.Vertices.Select(vertices), outward, distance, onto)
	if err != nil {
		return err
	}
	newOutline(m, vertices, distance).grow(edges)
	return nil
}

// outermost are the points that are reached from others outward, by halved steps of together nearly a distance, each of
// which is taken where onto, which moves points to a surface, says that they are within its edge.
func outermost(from *points.Set, outward [][]float64, distance float64,
	onto func(next *points.Set) (*points.Set, []bool, error)) (*points.Set, error) {
	const halvings = 5
	x := &points.Set{Dim: from.Dim, Data: slices.Clone(from.Data)}
	for range halvings {
		distance /= 2
		next := points.New(x.Len(), x.Dim)
		for i, out := range outward {
			floats.AddScaledTo(next.At(i), x.At(i), distance, out)
		}
		moved, within, err := onto(next)
		if err != nil {
			return nil, err
		}
		for i := range outward {
			if within[i] && points.SquaredDistance(moved.At(i), next.At(i)) < distance*distance {
				copy(x.At(i), moved.At(i))
			}
		}
	}
	return x, nil
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
