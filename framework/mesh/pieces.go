package mesh

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"ebim/framework/neighbors"
)

// Pieces numbers the mesh's connected pieces, in the order of their first elements. It returns the piece of each
// element, and how many there are.
func (m *Mesh) Pieces() (piece []int, count int) {
	joined := m.joined()
	piece, numbers := make([]int, m.Len()), map[int32]int{}
	for i := range piece {
		root, _ := joined.find(m.Element(i)[0])
		number, met := numbers[root]
		if !met {
			number = len(numbers)
			numbers[root] = number
		}
		piece[i] = number
	}
	return piece, len(numbers)
}

// Part returns the mesh of those elements that are wanted, with their vertices, values and all notes.
func (m *Mesh) Part(wanted func(element int) bool) *Mesh {
	part := &Mesh{Dimension: m.Dimension, Notes: m.Notes}
	place, used := make([]int32, m.Vertices.Len()), []int(nil)
	for i := range m.Len() {
		if !wanted(i) {
			continue
		}
		for _, vertex := range m.Element(i) {
			if place[vertex] == 0 {
				used = append(used, int(vertex))
				place[vertex] = int32(len(used)) // one more, so that 0 means none
			}
			part.Elements = append(part.Elements, place[vertex]-1)
		}
	}
	part.Vertices = m.Vertices.Select(used)
	for name, values := range m.Values {
		if part.Values == nil {
			part.Values = map[string][]float64{}
		}
		own := make([]float64, len(used))
		for k, vertex := range used {
			own[k] = values[vertex]
		}
		part.Values[name] = own
	}
	return part
}

// Locator finds the elements of a mesh that are nearest to points.
type Locator struct {
	mesh     *Mesh
	tree     *neighbors.Tree
	vertices []int   // by the tree's points
	starts   []int32 // the elements around vertex v are around[starts[v]:starts[v+1]]
	around   []int32
}

// NewLocator returns that of a mesh, which must stay as it is.
func NewLocator(m *Mesh) *Locator {
	l := &Locator{mesh: m, starts: make([]int32, m.Vertices.Len()+1), around: make([]int32, len(m.Elements))}
	for _, vertex := range m.Elements {
		l.starts[vertex+1]++
	}
	for v := range m.Vertices.Len() {
		if l.starts[v+1] > 0 {
			l.vertices = append(l.vertices, v)
		}
		l.starts[v+1] += l.starts[v]
	}
	next := append([]int32(nil), l.starts...)
	for k, vertex := range m.Elements {
		l.around[next[vertex]] = int32(k / (m.Dimension + 1))
		next[vertex]++
	}
	l.tree = neighbors.New(m.Vertices.Select(l.vertices))
	return l
}

// Nearest returns the nearest of the elements around the nearest vertex, -1 where the mesh has none, the point of it
// that is nearest, and its distance. It is the nearest of all where a mesh's pieces are farther apart than its
// vertices.
func (l *Locator) Nearest(x []float64) (element int, foot []float64, distance float64) {
	vertex := l.Vertex(x)
	element, distance = -1, math.Inf(1)
	if vertex < 0 {
		return element, nil, distance
	}
	for _, i := range l.elementsAt(vertex) {
		at := l.mesh.NearestOn(int(i), x)
		if d := apart(at, x); d < distance || element < 0 {
			element, foot, distance = int(i), at, d
		}
	}
	return element, foot, distance
}

// elementsAt is the elements around a vertex.
func (l *Locator) elementsAt(vertex int) []int32 {
	return l.around[l.starts[vertex]:l.starts[vertex+1]]
}

// Vertex returns the nearest vertex, or -1 where the mesh has none.
func (l *Locator) Vertex(x []float64) int {
	nearest, _ := l.tree.Nearest(x, 1)
	if len(nearest) == 0 {
		return -1
	}
	return l.vertices[nearest[0]]
}

// NearestOn is the point of an element that is nearest to x.
func (m *Mesh) NearestOn(element int, x []float64) []float64 {
	corners := m.Element(element)
	a, b := m.Vertices.At(int(corners[0])), m.Vertices.At(int(corners[1]))
	if m.Dimension == 1 {
		return OnSegment(x, a, b)
	}
	return onTriangle(x, a, b, m.Vertices.At(int(corners[2])))
}

// Parts are the lengths of a vector's parts along an element and across it.
func (m *Mesh) Parts(element int, v []float64) (along, across float64) {
	corners, left := m.Element(element), slices.Clone(v)
	var axes [][]float64
	for _, corner := range corners[1:] {
		axis := floats.SubTo(make([]float64, len(v)), m.Vertices.At(int(corner)), m.Vertices.At(int(corners[0])))
		for _, other := range axes {
			floats.AddScaled(axis, -floats.Dot(other, axis), other)
		}
		floats.Scale(1/max(floats.Norm(axis, 2), 1e-300), axis)
		axes = append(axes, axis)
		part := floats.Dot(axis, left)
		floats.AddScaled(left, -part, axis)
		along = math.Hypot(along, part)
	}
	return along, floats.Norm(left, 2)
}

// OnSegment is the point of the segment from a to b that is nearest to x.
func OnSegment(x, a, b []float64) []float64 {
	along, length := 0.0, 0.0
	for j := range x {
		along += (x[j] - a[j]) * (b[j] - a[j])
		length += (b[j] - a[j]) * (b[j] - a[j])
	}
	share := 0.0
	if length > 0 {
		share = min(max(along/length, 0), 1)
	}
	at := make([]float64, len(x))
	for j := range x {
		at[j] = a[j] + share*(b[j]-a[j])
	}
	return at
}

// onTriangle is the point of a triangle that is nearest to x: the foot of x in its plane, or a point of its sides.
func onTriangle(x, a, b, c []float64) []float64 {
	var uu, uv, vv, ux, vx float64
	for j := range x {
		u, v, w := b[j]-a[j], c[j]-a[j], x[j]-a[j]
		uu, uv, vv, ux, vx = uu+u*u, uv+u*v, vv+v*v, ux+u*w, vx+v*w
	}
	if area := uu*vv - uv*uv; area > 0 {
		s, t := (vv*ux-uv*vx)/area, (uu*vx-uv*ux)/area
		if s >= 0 && t >= 0 && s+t <= 1 {
			at := make([]float64, len(x))
			for j := range x {
				at[j] = a[j] + s*(b[j]-a[j]) + t*(c[j]-a[j])
			}
			return at
		}
	}
	best := OnSegment(x, a, b)
	for _, at := range [][]float64{OnSegment(x, b, c), OnSegment(x, c, a)} {
		if apart(at, x) < apart(best, x) {
			best = at
		}
	}
	return best
}

// union is a partition of numbers from 0 into sets, with each member's parity relative to its set's root.
type union struct {
	parent []int32
	odd    []bool // relative to the parent
}

func newUnion(n int) *union {
	u := &union{parent: make([]int32, n), odd: make([]bool, n)}
	for i := range u.parent {
		u.parent[i] = int32(i)
	}
	return u
}

// joined has the vertices of each connected piece in one set.
func (m *Mesh) joined() *union {
	u := newUnion(m.Vertices.Len())
	for i := range m.Len() {
		corners := m.Element(i)
		for _, vertex := range corners[1:] {
			u.join(corners[0], vertex, false)
		}
	}
	return u
}

// find returns the root of i's set and i's parity relative to it, and halves the path to the root.
func (u *union) find(i int32) (root int32, odd bool) {
	for u.parent[i] != i {
		above := u.parent[i]
		u.odd[i] = u.odd[i] != u.odd[above] // a root is not odd
		odd = odd != u.odd[i]
		u.parent[i] = u.parent[above]
		i = u.parent[i]
	}
	return i, odd
}

// join makes a and b members of one set, of different parity if odd. It reports whether
// they were in two sets, and whether their parities now agree with that.
func (u *union) join(a, b int32, odd bool) (merged, agree bool) {
	rootA, oddA := u.find(a)
	rootB, oddB := u.find(b)
	if rootA == rootB {
		return false, (oddA != oddB) == odd
	}
	u.parent[rootB] = rootA
	u.odd[rootB] = (oddA != oddB) != odd
	return true, true
}
