package ridged

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"ebim/framework/mesh"
	"ebim/framework/neighbors"
	"ebim/framework/points"
	"ebim/framework/statistics"
)

const (
	mostHole   = 9    // edges of a hole that is a flaw of the net whatever surrounds it
	fewEdges   = 40   // and of one around which nothing pulls inward as at an edge
	mostFlaw   = 100  // and of one in which the data go on
	slightPull = 0.35 // mean of |P_T h|/s around a hole; at an edge it is 0.8, and 0.3 one noise inside

	// Data that a hole's area would hold are enough to tell whether they go on in it, at that share of them, or whether
	// there are none to speak of, which a pull that is not quite slight confirms.
	fewData, manyData = 3, 40
	goOn, void        = 0.3, 0.1
	somePull          = 0.25
)

// fill closes the holes of a surface that are flaws of the net, by cutting off their shortest corners. The data in a
// patch are counted beside those that its area would hold.
func (n *net) fill(m *mesh.Mesh, count func(patch *mesh.Mesh, around []int32) (found, expected float64)) {
	s := newSides(2)
	for i := range m.Len() {
		s.add(m.Element(i))
	}
	for _, loop := range n.loops(m, s) {
		if len(loop) > mostFlaw {
			continue
		}
		vertices, elements := m.Vertices, len(m.Elements)
		closeLoop(m, s, slices.Clone(loop))
		if len(loop) <= mostHole {
			continue
		}
		patch := &mesh.Mesh{Dimension: 2, Vertices: m.Vertices, Elements: m.Elements[elements:]}
		found, expected := count(patch, loop)
		if !isFlaw(len(loop), n.pullAround(loop), found, expected) {
			for i := range patch.Len() {
				s.remove(patch.Element(i))
			}
			m.Vertices, m.Elements = vertices, m.Elements[:elements]
		}
	}
}

// isFlaw reports whether a hole is none of the surface's, by its edges, what pulls inward around it, and the data in it
// beside those that its area would hold.
func isFlaw(edges int, pull, found, expected float64) bool {
	if expected >= fewData && found >= goOn*expected {
		return true
	}
	empty := expected >= manyData && found < void*expected && pull > somePull
	return edges <= fewEdges && pull <= slightPull && !empty
}

// closeLoop fills a loop, where corners can't be cut off by a fan around a new vertex.
func closeLoop(m *mesh.Mesh, s *sides, loop []int32) {
	take := func(corners ...int32) {
		m.Elements = append(m.Elements, corners...)
		s.add(corners)
	}
	for len(loop) > 3 {
		k := shortestCorner(m.Vertices, s, loop)
		if k < 0 {
			break
		}
		take(loop[(k+len(loop)-1)%len(loop)], loop[k], loop[(k+1)%len(loop)])
		loop = slices.Delete(loop, k, k+1)
	}
	if len(loop) == 3 {
		take(loop...)
		return
	}
	hub := grow(m, loop)
	for k := range loop {
		take(loop[k], loop[(k+1)%len(loop)], hub)
	}
}

// grow adds a vertex in the middle of others.
func grow(m *mesh.Mesh, among []int32) int32 {
	middle := make([]float64, m.Vertices.Dim)
	for _, v := range among {
		floats.AddScaled(middle, 1/float64(len(among)), m.Vertices.At(int(v)))
	}
	m.Vertices = &points.Set{Dim: m.Vertices.Dim, Data: append(slices.Clone(m.Vertices.Data), middle...)}
	return int32(m.Vertices.Len() - 1)
}

func (n *net) pullAround(loop []int32) float64 {
	sum := 0.0
	for _, v := range loop {
		sum += n.pull[v] / float64(len(loop))
	}
	return sum
}

// shortestCorner is the place in a loop whose neighbors are nearest to each other and not joined yet; -1 for none.
func shortestCorner(x *points.Set, s *sides, loop []int32) int {
	best, shortest := -1, math.Inf(1)
	for k := range loop {
		a, b := loop[(k+len(loop)-1)%len(loop)], loop[(k+1)%len(loop)]
		if s.count[mesh.EdgeOf(a, b)] > 0 {
			continue
		}
		if d := points.SquaredDistance(x.At(int(a)), x.At(int(b))); d < shortest {
			best, shortest = k, d
		}
	}
	return best
}

// loops are the boundary loops of a surface. At a vertex in which several meet, each leads along its own gap between
// the triangles around the vertex, which its tangent plane shows.
func (n *net) loops(m *mesh.Mesh, s *sides) (all [][]int32) {
	type step struct{ from, at int32 }
	across, met := n.gaps(m, s), map[step]bool{}
	for _, e := range s.open() {
		for _, first := range []step{{e[0], e[1]}, {e[1], e[0]}} {
			var loop []int32
			for now := first; !met[now]; {
				met[now] = true
				loop = append(loop, now.at)
				next, ok := across[[2]int32{now.at, now.from}]
				if !ok {
					loop = nil
					break
				}
				met[step{next, now.at}] = true // the same loop, the other way round
				now = step{now.at, next}
				if now == first {
					break
				}
			}
			if len(loop) >= 3 {
				all = append(all, loop)
			}
		}
	}
	return all
}

// gaps say where a boundary goes on: across[{v, u}] is w where, around v, the edges to u and w enclose a gap.
func (n *net) gaps(m *mesh.Mesh, s *sides) (across map[[2]int32]int32) {
	across = map[[2]int32]int32{}
	around, filled := map[int32][]int32{}, map[[3]int32]bool{}
	for _, e := range s.open() {
		around[e[0]], around[e[1]] = nil, nil
	}
	for i := range m.Len() {
		c := m.Element(i)
		for k, v := range c {
			if _, open := around[v]; open {
				a, b := c[(k+1)%3], c[(k+2)%3]
				around[v] = append(around[v], a, b)
				filled[[3]int32{v, a, b}], filled[[3]int32{v, b, a}] = true, true
			}
		}
	}
	for v, all := range around {
		slices.Sort(all)
		all = slices.Compact(all)
		ends := slices.DeleteFunc(slices.Clone(all), func(u int32) bool { return s.count[mesh.EdgeOf(v, u)] != 1 })
		if len(ends) == 2 { // whatever the angles
			across[[2]int32{v, ends[0]}], across[[2]int32{v, ends[1]}] = ends[1], ends[0]
			continue
		}
		angle := map[int32]float64{}
		for _, u := range all {
			angle[u] = n.angle(v, u)
		}
		slices.SortFunc(all, func(a, b int32) int { return cmp.Or(cmp.Compare(angle[a], angle[b]), cmp.Compare(a, b)) })
		for k, u := range all {
			w := all[(k+1)%len(all)]
			if !filled[[3]int32{v, u, w}] && s.count[mesh.EdgeOf(v, u)] == 1 && s.count[mesh.EdgeOf(v, w)] == 1 {
				across[[2]int32{v, u}], across[[2]int32{v, w}] = w, u
			}
		}
	}
	return across
}

// orient turns elements so that neighbors agree wherever they can.
func orient(m *mesh.Mesh) {
	type use struct {
		element int
		forward bool
	}
	uses := map[mesh.Edge][]use{}
	for i := range m.Len() {
		c := m.Element(i)
		for k := range c {
			a, b := c[k], c[(k+1)%len(c)]
			if m.Dimension == 1 {
				uses[mesh.Edge{a, a}] = append(uses[mesh.Edge{a, a}], use{i, k == 0})
				continue
			}
			uses[mesh.EdgeOf(a, b)] = append(uses[mesh.EdgeOf(a, b)], use{i, a < b})
		}
	}
	s, met, turned := newSides(m.Dimension), make([]bool, m.Len()), make([]bool, m.Len())
	for start := range m.Len() {
		if met[start] {
			continue
		}
		met[start] = true
		for queue := []int{start}; len(queue) > 0; queue = queue[1:] {
			for _, side := range s.of(m.Element(queue[0])) {
				mine := uses[side][0]
				for _, u := range uses[side] {
					if u.element == queue[0] {
						mine = u
					}
				}
				for _, u := range uses[side] {
					if !met[u.element] {
						met[u.element] = true
						turned[u.element] = turned[queue[0]] != (u.forward == mine.forward)
						queue = append(queue, u.element)
					}
				}
			}
		}
	}
	for i, turn := range turned {
		if c := m.Element(i); turn {
			c[0], c[1] = c[1], c[0]
		}
	}
}

// inHoles counts the data in patches that would close holes of a surface: those that a patch is nearer to than the
// surface. Its area would hold as many as there are at the density around it, that of the next neighbors.
func inHoles(m *mesh.Mesh, data *points.Set,
	next int) func(patch *mesh.Mesh, around []int32) (found, expected float64) {
	const nearer = 1.5 // times
	tree, surface := neighbors.New(data), mesh.NewLocator(&mesh.Mesh{Dimension: 2, Vertices: m.Vertices,
		Elements: append([]int32(nil), m.Elements...)})
	return func(patch *mesh.Mesh, around []int32) (found, expected float64) {
		middle, reach, densities := make([]float64, data.Dim), 0.0, []float64(nil)
		for _, v := range around {
			x := patch.Vertices.At(int(v))
			floats.AddScaled(middle, 1/float64(len(around)), x)
			radius := tree.Distance(x, next)
			densities = append(densities, float64(next)/(math.Pi*radius*radius))
		}
		for _, v := range around {
			reach = max(reach, points.SquaredDistance(middle, patch.Vertices.At(int(v))))
		}
		inside := mesh.NewLocator(patch)
		for i := range data.Len() {
			if x := data.At(i); points.SquaredDistance(x, middle) < reach {
				_, _, apart := inside.Nearest(x)
				if _, _, before := surface.Nearest(x); nearer*apart < before {
					found++
				}
			}
		}
		return found, statistics.Median(densities) * floats.Sum(patch.Measures())
	}
}

// sortedDistances are those of some data to a mesh.
func sortedDistances(m *mesh.Mesh, data *points.Set) []float64 {
	const most = 1000
	distances := distancesTo(m, data.Slice(0, min(data.Len(), most)))
	slices.Sort(distances)
	return distances
}

// distancesTo are those of points to a mesh.
func distancesTo(m *mesh.Mesh, x *points.Set) []float64 {
	locator, distances := mesh.NewLocator(m), make([]float64, x.Len())
	for i := range distances {
		_, _, distances[i] = locator.Nearest(x.At(i))
	}
	return distances
}

func medianDistance(m *mesh.Mesh, data *points.Set) float64 {
	distances := sortedDistances(m, data)
	return distances[len(distances)/2]
}
