package mesh

import (
	"math"
	"slices"

	"ebim/framework/neighbors"
	"ebim/framework/points"
)

// Border is where a mesh ends: the ends of curves, and the edges of a surface that are in one triangle only.
type Border struct {
	at    *points.Set
	ends  *neighbors.Tree // of a curve
	edges *Locator        // of a surface
	of    *Mesh
	held  map[Edge]bool // edges, and vertices as edges from and to them
}

// BorderOf returns that of a mesh, which must stay as it is; nil where the mesh is closed.
func BorderOf(m *Mesh) *Border {
	if m.Dimension == 1 {
		ends := points.New(0, m.Vertices.Dim)
		for _, vertex := range m.Ends() {
			ends.Data = append(ends.Data, m.Vertices.At(int(vertex))...)
		}
		if ends.Len() == 0 {
			return nil
		}
		b := &Border{at: ends, ends: neighbors.New(ends), of: m, held: map[Edge]bool{}}
		for _, vertex := range m.Ends() {
			b.held[Edge{vertex, vertex}] = true
		}
		return b
	}
	edges := m.boundary()
	if edges.Len() == 0 {
		return nil
	}
	b := &Border{at: edges.Vertices.Select(edges.used()), edges: NewLocator(edges), of: m, held: map[Edge]bool{}}
	for i := range edges.Len() {
		e := edges.Element(i)
		b.held[EdgeOf(e[0], e[1])], b.held[Edge{e[0], e[0]}], b.held[Edge{e[1], e[1]}] = true, true, true
	}
	return b
}

// Holds reports whether a point of an element of the mesh lies on the border.
func (b *Border) Holds(element int, x []float64) bool {
	const exactly = 1e-9 // of the element
	corners := b.of.Element(element)
	for k, v := range corners {
		for _, u := range corners[k:] {
			if !b.held[EdgeOf(u, v)] {
				continue
			}
			a, c := b.of.Vertices.At(int(u)), b.of.Vertices.At(int(v))
			size := apart(a, c)
			if u == v {
				size = apart(a, b.of.Vertices.At(int(corners[(k+1)%len(corners)])))
			}
			if apart(x, OnSegment(x, a, c)) <= exactly*size {
				return true
			}
		}
	}
	return false
}

// Ends are the vertices of a curve that have one segment each.
func (m *Mesh) Ends() []int32 { return m.vertices(func(segments int) bool { return segments == 1 }) }

// Branches are the vertices of a curve at which more than two segments meet.
func (m *Mesh) Branches() []int32 { return m.vertices(func(segments int) bool { return segments > 2 }) }

// vertices are those of a curve that have a wanted number of segments.
func (m *Mesh) vertices(wanted func(segments int) bool) (found []int32) {
	uses := make([]int, m.Vertices.Len())
	for _, v := range m.Elements {
		uses[v]++
	}
	for v, count := range uses {
		if wanted(count) {
			found = append(found, int32(v))
		}
	}
	return found
}

// boundary is the edges of a surface that are in one triangle only, in order.
func (m *Mesh) boundary() *Mesh {
	uses := map[Edge]int{}
	m.Edges(func(e Edge) { uses[e]++ })
	edges := &Mesh{Dimension: 1, Vertices: m.Vertices}
	var single []Edge
	for e, count := range uses {
		if count == 1 {
			single = append(single, e)
		}
	}
	slices.SortFunc(single, func(a, b Edge) int { return slices.Compare(a[:], b[:]) })
	for _, e := range single {
		edges.Elements = append(edges.Elements, e[:]...)
	}
	return edges
}

// BoundaryLengths are those of a surface's boundary loops; loops that share a vertex count as one.
func (m *Mesh) BoundaryLengths() []float64 {
	edges := m.boundary()
	piece, count := edges.Pieces()
	lengths := make([]float64, count)
	for i, length := range edges.Measures() {
		lengths[piece[i]] += length
	}
	return lengths
}

// used are the vertices that elements have, in order.
func (m *Mesh) used() (vertices []int) {
	for _, v := range m.Elements {
		vertices = append(vertices, int(v))
	}
	slices.Sort(vertices)
	return slices.Compact(vertices)
}

// Vertices are those of the border; none for nil.
func (b *Border) Vertices() *points.Set {
	if b == nil {
		return &points.Set{Dim: 1}
	}
	return b.at
}

// Distance returns that of a point to the border; infinite for nil. See Locator.Nearest for a surface's.
func (b *Border) Distance(x []float64) float64 {
	switch {
	case b == nil:
		return math.Inf(1)
	case b.ends != nil:
		_, distances := b.ends.Nearest(x, 1)
		return distances[0]
	}
	_, _, distance := b.edges.Nearest(x)
	return distance
}
