package ridged

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"ebim/framework/mesh"
	"ebim/framework/points"
)

// An outline grows by shares of the way, as far as open sides of a surface that are no neighbors stay apart by
// leastClear distances of its net, those at a vertex at leastCorner, and triangles keep leastShape and their plane: so
// nothing is crossed, folded or drawn thin. What was worse before may stay.
const (
	growths     = 16
	leastClear  = 0.3
	leastCorner = 0.6 // radians
	leastShape  = 0.3 // of a triangle; 1 if it is equilateral
	leastFacing = 0.7 // cosine between a triangle and what it was
)

// outline is the boundary of a surface that grows.
type outline struct {
	m         *mesh.Mesh
	start     *mesh.Mesh
	triangles []int          // with a vertex of it
	corners   [][3]int32     // a vertex of the boundary with two sides, and their other ends
	close     [][2]mesh.Edge // sides without a common vertex that may come near to each other
	clear     []float64      // by which these have to stay apart
	free      map[int32]int  // of each that still grows, its place among those that may move
}

// newOutline is the boundary of a surface, of the given vertices, none of which will move farther than a distance, that
// of the points of its net.
func newOutline(m *mesh.Mesh, vertices []int, distance float64) *outline {
	o := &outline{m: m, start: &mesh.Mesh{Dimension: 2, Vertices: m.Vertices, Elements: m.Elements},
		free: map[int32]int{}}
	m.Vertices = &points.Set{Dim: m.Vertices.Dim, Data: slices.Clone(m.Vertices.Data)}
	s, ends := newSides(2), map[int32][]int32{}
	for i := range m.Len() {
		s.add(m.Element(i))
	}
	open := s.open()
	for _, e := range open {
		ends[e[0]], ends[e[1]] = append(ends[e[0]], e[1]), append(ends[e[1]], e[0])
	}
	for i, v := range vertices {
		if around := ends[int32(v)]; len(around) == 2 { // where loops touch, none is outward
			o.free[int32(v)] = i
			o.corners = append(o.corners, [3]int32{int32(v), around[0], around[1]})
		}
	}
	for i := range m.Len() {
		if slices.ContainsFunc(m.Element(i), func(v int32) bool { return ends[v] != nil }) {
			o.triangles = append(o.triangles, i)
		}
	}
	for i, a := range open {
		for _, b := range open[:i] {
			if a[0] == b[0] || a[0] == b[1] || a[1] == b[0] || a[1] == b[1] {
				continue
			}
			if o.length(a[0], b[0])-o.length(a[0], a[1])-o.length(b[0], b[1]) > (2+leastClear)*distance {
				continue
			}
			if apart := o.apart(a, b); apart < (2+leastClear)*distance {
				o.close, o.clear = append(o.close, [2]mesh.Edge{a, b}), append(o.clear, min(apart, leastClear*distance))
			}
		}
	}
	return o
}

func (o *outline) length(a, b int32) float64 {
	return math.Sqrt(points.SquaredDistance(o.m.Vertices.At(int(a)), o.m.Vertices.At(int(b))))
}

func (o *outline) apart(a, b mesh.Edge) float64 {
	_, apart, _ := nearestOfSegments(o.m, a[:], b[:])
	return apart
}

// grow moves the vertices toward points, each as far as nothing goes wrong.
func (o *outline) grow(to *points.Set) {
	for step := range growths {
		moved := map[int32]bool{}
		for v, i := range o.free {
			moved[v] = true
			o.place(v, to.At(i), float64(step+1)/growths)
		}
		for wrong := o.wrong(moved); len(wrong) > 0; wrong = o.wrong(moved) {
			for _, v := range wrong {
				if moved[v] {
					o.place(v, to.At(o.free[v]), float64(step)/growths)
					delete(moved, v)
					delete(o.free, v)
				}
			}
		}
	}
}

// place puts a vertex on its way to a point.
func (o *outline) place(v int32, to []float64, share float64) {
	for j, from := range o.start.Vertices.At(int(v)) {
		o.m.Vertices.At(int(v))[j] = from + share*(to[j]-from)
	}
}

// wrong are moved vertices, at least, of what is wrong, and others.
func (o *outline) wrong(moved map[int32]bool) (found []int32) {
	any := func(vertices ...int32) bool {
		return slices.ContainsFunc(vertices, func(v int32) bool { return moved[v] })
	}
	for _, i := range o.triangles {
		if c := o.m.Element(i); any(c...) && o.spoiled(c) {
			found = append(found, c...)
		}
	}
	for _, c := range o.corners {
		if any(c[:]...) {
			if now := angle(o.m, c); now < leastCorner && now < angle(o.start, c) {
				found = append(found, c[:]...)
			}
		}
	}
	for i, pair := range o.close {
		a, b := pair[0], pair[1]
		if any(a[0], a[1], b[0], b[1]) && o.apart(a, b) < o.clear[i] {
			found = append(found, a[0], a[1], b[0], b[1])
		}
	}
	return found
}

// angle is that between the sides at a vertex to two others, in radians.
func angle(m *mesh.Mesh, at [3]int32) float64 {
	a, b := make([]float64, m.Vertices.Dim), make([]float64, m.Vertices.Dim)
	floats.SubTo(a, m.Vertices.At(int(at[1])), m.Vertices.At(int(at[0])))
	floats.SubTo(b, m.Vertices.At(int(at[2])), m.Vertices.At(int(at[0])))
	return math.Acos(min(max(floats.Dot(a, b)/max(floats.Norm(a, 2)*floats.Norm(b, 2), 1e-300), -1), 1))
}

// spoiled reports whether a triangle has become thin, or turned out of its plane.
func (o *outline) spoiled(corners []int32) bool {
	u, v, shape := spanned(o.m.Vertices, corners)
	before, across, was := spanned(o.start.Vertices, corners)
	facing := floats.Dot(u, before)*floats.Dot(v, across) - floats.Dot(u, across)*floats.Dot(v, before)
	return shape < min(leastShape, was) || facing < leastFacing*area(u, v)*area(before, across)
}

// spanned are two sides of a triangle, and how far it is from a line: 1 if it is equilateral.
func spanned(x *points.Set, corners []int32) (u, v []float64, shape float64) {
	u, v = make([]float64, x.Dim), make([]float64, x.Dim)
	floats.SubTo(u, x.At(int(corners[1])), x.At(int(corners[0])))
	floats.SubTo(v, x.At(int(corners[2])), x.At(int(corners[0])))
	squares := 2 * (floats.Dot(u, u) + floats.Dot(v, v) - floats.Dot(u, v))
	return u, v, 2 * math.Sqrt(3) * area(u, v) / max(squares, 1e-300)
}

// area is that of the parallelogram of two vectors.
func area(u, v []float64) float64 {
	uv := floats.Dot(u, v)
	return math.Sqrt(max(floats.Dot(u, u)*floats.Dot(v, v)-uv*uv, 0))
}
