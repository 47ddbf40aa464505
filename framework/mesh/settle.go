package mesh

import (
	"context"
	"fmt"

	"ebim/framework/points"
)

// settle moves the vertices to F = 0. A vertex keeps its place if it would move farther than reach or out of the box,
// or if it would turn over an element; one on the box's boundary keeps the coordinates that place it there.
func settle(ctx context.Context, m *Mesh, p *Problem, reach float64) error {
	moved := points.New(m.Vertices.Len(), m.Vertices.Dim)
	for from := 0; from < moved.Len(); from += mostAtOnce {
		before := m.Vertices.Slice(from, min(from+mostAtOnce, moved.Len()))
		projected, err := p.Project(ctx, before)
		if err != nil {
			return err
		}
		if projected == nil || projected.Dim != before.Dim || projected.Len() != before.Len() {
			return fmt.Errorf("mesh: the projection of %d points does not return as many", before.Len())
		}
		for i := range before.Len() {
			point, old := moved.At(from+i), before.At(i)
			if !p.place(point, old, projected.At(i), reach) {
				copy(point, old)
			}
		}
	}
	unfold(m, moved)
	m.Vertices = moved
	return nil
}

// place writes where a vertex goes, and reports whether it may go there.
func (p *Problem) place(point, old, projected []float64, reach float64) bool {
	for axis, bounds := range p.Box {
		point[axis] = projected[axis]
		if old[axis] == bounds[0] || old[axis] == bounds[1] {
			point[axis] = old[axis]
		}
		if !(point[axis] >= bounds[0] && point[axis] <= bounds[1]) {
			return false
		}
	}
	return points.SquaredDistance(projected, old) <= reach*reach
}

// unfold puts the vertices of elements that were turned over back, until there are none.
func unfold(m *Mesh, moved *points.Set) {
	for folded := true; folded; {
		folded = false
		for i := range m.Len() {
			corners := m.Element(i)
			if !turned(m.Vertices, moved, corners) {
				continue
			}
			folded = true
			for _, vertex := range corners {
				copy(moved.At(int(vertex)), m.Vertices.At(int(vertex)))
			}
		}
	}
}

// turned reports whether an element's direction or normal after the move is opposite to that before. One without extent
// before has neither.
func turned(before, after *points.Set, corners []int32) bool {
	b, a := direction(before, corners), direction(after, corners)
	dot, square := 0.0, 0.0
	for axis := range b {
		dot += b[axis] * a[axis]
		square += b[axis] * b[axis]
	}
	return dot <= 0 && square > 0
}
