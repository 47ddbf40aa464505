package ridged

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"ebim/framework/mesh"
	"ebim/framework/neighbors"
	"ebim/framework/parallel"
	"ebim/framework/points"
)

// net is points about evenly spread over a ridge, with their tangents [m][n].
type net struct {
	at       *points.Set
	tangents [][][]float64
	pull     []float64 // |P_T h|/s
	apart    float64   // distance that they keep
	// otherSheet reports whether points are on different sheets, whatever their tangents; nil: none are.
	otherSheet func(i, j int) bool
}

const (
	starReach   = 4    // distances of the net within which neighbors are looked for
	mostRadius  = 1.25 // of a triangle's circle, in such distances
	mostSegment = 2.5  // length of a segment, in such distances
	mostAround  = 64   // neighbors that are looked at
	leastAlike  = 0.5  // least cosine between tangent spaces of neighbors: other sheets are left out
)

// mesh joins the net's points: each triangulates its neighbors in its own tangent plane, and a triangle is taken where
// two of its three corners or more have it (tangential complexes: Boissonnat and Ghosh 2014); a segment where both of
// its ends have it. No global normal is asked for, so that one-sided surfaces in any R^n come out as others do.
func (n *net) mesh(dimension int) *mesh.Mesh {
	tree, stars := neighbors.New(n.at), make([][][]int32, n.at.Len())
	parallel.Each(n.at.Len(), func(i int) {
		around, flat := n.around(tree, i)
		if dimension == 1 {
			stars[i] = n.ends(i, around, flat)
		} else {
			stars[i] = n.triangles(i, around, flat)
		}
	})
	votes := map[[3]int32]int{}
	for _, star := range stars {
		for _, corners := range star {
			slices.Sort(corners)
			key := [3]int32{-1, -1, -1}
			copy(key[:], corners)
			votes[key]++
		}
	}
	m := &mesh.Mesh{Dimension: dimension, Vertices: n.at}
	m.Elements = n.agreed(votes, dimension)
	return m
}

// around is the neighbors of point i on its own sheet, and where they lie in its tangent space.
func (n *net) around(tree *neighbors.Tree, i int) (around []int, flat [][]float64) {
	near, distances := tree.Nearest(n.at.At(i), mostAround)
	for k, j := range near {
		if j == i || distances[k] > starReach*n.apart || alike(n.tangents[i], n.tangents[j]) < leastAlike ||
			n.otherSheet != nil && n.otherSheet(i, j) {
			continue
		}
		away := make([]float64, n.at.Dim)
		floats.SubTo(away, n.at.At(j), n.at.At(i))
		var x []float64
		for _, t := range n.tangents[i] {
			x = append(x, floats.Dot(t, away))
		}
		if floats.Norm(x, 2) > distances[k]*leastAlike {
			around, flat = append(around, j), append(flat, x)
		}
	}
	return around, flat
}

// alike is the least cosine of the angles between two tangent spaces.
func alike(a, b [][]float64) float64 {
	switch len(a) {
	case 1:
		return math.Abs(floats.Dot(a[0], b[0]))
	case 2: // the least singular value is |det| over the largest one, whose square is a root of a quadratic equation
		p, q, r, s := floats.Dot(a[0], b[0]), floats.Dot(a[0], b[1]), floats.Dot(a[1], b[0]), floats.Dot(a[1], b[1])
		sum, product := p*p+q*q+r*r+s*s, math.Abs(p*s-q*r)
		if sum == 0 {
			return 0
		}
		return product / math.Sqrt((sum+math.Sqrt(max(0, sum*sum-4*product*product)))/2)
	}
	products := mat.NewDense(len(a), len(b), nil)
	for i := range a {
		for j := range b {
			products.Set(i, j, floats.Dot(a[i], b[j]))
		}
	}
	var svd mat.SVD
	if !svd.Factorize(products, mat.SVDNone) {
		return 0
	}
	return slices.Min(svd.Values(nil))
}

// ends are the segments from point i to the nearest neighbors on both sides. Of one off the tangent, at a distance d
// and a of it along the tangent, d^2/a counts, so that strands side by side are left out.
func (n *net) ends(i int, around []int, flat [][]float64) (segments [][]int32) {
	for _, side := range []float64{-1, 1} {
		nearest, best := -1, mostSegment*n.apart
		for k, x := range flat {
			along := side * x[0]
			if along <= 0 {
				continue
			}
			if far := points.SquaredDistance(n.at.At(i), n.at.At(around[k])) / along; far < best {
				nearest, best = around[k], far
			}
		}
		if nearest >= 0 {
			segments = append(segments, []int32{int32(i), int32(nearest)})
		}
	}
	return segments
}

// corner is one of a Voronoi cell's, and the neighbor across the side that begins there; -1 for none.
type corner struct {
	x, y   float64
	across int
}

// triangles are the Delaunay triangles at point i: their circles' centers are the corners of its Voronoi cell.
func (n *net) triangles(i int, around []int, flat [][]float64) (triangles [][]int32) {
	far := starReach * n.apart
	cell := []corner{{-far, -far, -1}, {far, -far, -1}, {far, far, -1}, {-far, far, -1}}
	for k, x := range flat { // nearest first
		cell = cut(cell, x[0], x[1], around[k])
	}
	for k, c := range cell {
		before := cell[(k+len(cell)-1)%len(cell)].across
		if before >= 0 && c.across >= 0 && before != c.across && math.Hypot(c.x, c.y) < mostRadius*n.apart {
			triangles = append(triangles, []int32{int32(i), int32(before), int32(c.across)})
		}
	}
	return triangles
}

// cut is the part of a convex cell around 0 that is nearer to 0 than to a neighbor at (px, py).
func cut(cell []corner, px, py float64, neighbor int) (left []corner) {
	half := (px*px + py*py) / 2
	beyond := func(c corner) float64 { return c.x*px + c.y*py - half }
	for k, a := range cell {
		b := cell[(k+1)%len(cell)]
		from, to := beyond(a), beyond(b)
		if from <= 0 {
			left = append(left, a)
		}
		if (from <= 0) == (to <= 0) {
			continue
		}
		share := from / (from - to)
		between := corner{a.x + share*(b.x-a.x), a.y + share*(b.y-a.y), a.across}
		if from <= 0 { // here the cell is left, along the new side
			between.across = neighbor
		}
		left = append(left, between)
	}
	return left
}

// agreed are the elements that enough corners have, those of most votes and shortest sides first, as far as no side is
// of more than two triangles, and no vertex of more than two segments; then triangles of one vote where they close a
// corner of a hole.
func (n *net) agreed(votes map[[3]int32]int, dimension int) (elements []int32) {
	type candidate struct {
		corners []int32
		votes   int
		size    float64
	}
	var all []candidate
	for key, count := range votes {
		if count >= 2 || dimension == 2 {
			corners := slices.Clone(key[:dimension+1])
			if dimension == 1 {
				corners = slices.Clone(key[:2])
			}
			all = append(all, candidate{corners, count, n.longest(corners)})
		}
	}
	slices.SortFunc(all, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(b.votes, a.votes), cmp.Compare(a.size, b.size), slices.Compare(a.corners, b.corners))
	})
	s, around := newSides(dimension), &fans{n, map[int32][]arc{}}
	for _, c := range all {
		if s.room(c.corners) && (dimension == 1 || around.free(c.corners)) && (c.votes >= 2 || s.closes(c.corners)) {
			if s.add(c.corners); dimension == 2 {
				around.add(c.corners)
			}
			elements = append(elements, c.corners...)
		}
	}
	return elements
}

// longest is the squared length of the longest side.
func (n *net) longest(corners []int32) float64 {
	most := 0.0
	for i, a := range corners {
		for _, b := range corners[:i] {
			most = max(most, points.SquaredDistance(n.at.At(int(a)), n.at.At(int(b))))
		}
	}
	return most
}

// sides counts the elements at each side: an edge of triangles, a vertex of segments.
type sides struct {
	dimension int
	count     map[mesh.Edge]int
}

func newSides(dimension int) *sides { return &sides{dimension, map[mesh.Edge]int{}} }

func (s *sides) of(corners []int32) []mesh.Edge {
	if s.dimension == 1 {
		return []mesh.Edge{{corners[0], corners[0]}, {corners[1], corners[1]}}
	}
	return []mesh.Edge{mesh.EdgeOf(corners[0], corners[1]), mesh.EdgeOf(corners[1], corners[2]),
		mesh.EdgeOf(corners[2], corners[0])}
}

func (s *sides) room(corners []int32) bool {
	return !slices.ContainsFunc(s.of(corners), func(side mesh.Edge) bool { return s.count[side] >= 2 })
}

func (s *sides) remove(corners []int32) {
	for _, side := range s.of(corners) {
		s.count[side]--
	}
}

// closes reports whether two sides of a triangle or more are open.
func (s *sides) closes(corners []int32) bool {
	open := 0
	for _, side := range s.of(corners) {
		if s.count[side] == 1 {
			open++
		}
	}
	return open >= 2
}

func (s *sides) add(corners []int32) {
	for _, side := range s.of(corners) {
		s.count[side]++
	}
}

// open are the sides of one element, in order.
func (s *sides) open() (open []mesh.Edge) {
	for side, count := range s.count {
		if count == 1 {
			open = append(open, side)
		}
	}
	slices.SortFunc(open, func(a, b mesh.Edge) int { return slices.Compare(a[:], b[:]) })
	return open
}

// fans are the angles that triangles take around each vertex, in its tangent plane. Where none overlap, the triangles
// around every vertex lie side by side: no fold, no second sheet.
type fans struct {
	n    *net
	arcs map[int32][]arc
}

// arc is an interval of angles.
type arc struct{ middle, width float64 }

// free reports whether a triangle fits between those around its corners.
func (f *fans) free(corners []int32) bool {
	const tolerance = 1e-6
	for k, v := range corners {
		at := f.arc(v, corners[(k+1)%3], corners[(k+2)%3])
		for _, other := range f.arcs[v] {
			if math.Abs(wrapped(at.middle-other.middle)) < (at.width+other.width)/2-tolerance {
				return false
			}
		}
	}
	return true
}

func (f *fans) add(corners []int32) {
	for k, v := range corners {
		f.arcs[v] = append(f.arcs[v], f.arc(v, corners[(k+1)%3], corners[(k+2)%3]))
	}
}

// arc is that of a triangle at its corner v.
func (f *fans) arc(v, a, b int32) arc {
	from := f.n.angle(v, a)
	turn := wrapped(f.n.angle(v, b) - from)
	return arc{from + turn/2, math.Abs(turn)}
}

// angle is the direction from vertex v to u in v's tangent plane, in radians.
func (n *net) angle(v, u int32) float64 {
	away := make([]float64, n.at.Dim)
	floats.SubTo(away, n.at.At(int(u)), n.at.At(int(v)))
	return math.Atan2(floats.Dot(n.tangents[v][1], away), floats.Dot(n.tangents[v][0], away))
}

// wrapped is an angle between -pi and pi.
func wrapped(angle float64) float64 { return math.Remainder(angle, 2*math.Pi) }
