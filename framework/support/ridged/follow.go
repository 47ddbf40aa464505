package ridged

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/graph"
	"gonum.org/v1/gonum/graph/path"
	"gonum.org/v1/gonum/graph/simple"
	"gonum.org/v1/gonum/graph/topo"

	"ebim/framework/mesh"
	"ebim/framework/neighbors"
	"ebim/framework/points"
)

// following is how data are followed.
type following struct {
	spacing   float64 // typical distance of a point to that neighbor
	next      int
	off       float64 // distance from which on a curve leaves data out
	tolerance float64 // of the lines that are drawn
}

// alone reports whether a point of the data lies where they are sparse, as a background is.
func (f following) alone(data *neighbors.Tree, x []float64) bool {
	const sparse = 2 // spacings
	return data.Distance(x, f.next+1) > sparse*f.spacing
}

// follow leads ends of a curve through data that it leaves out, as in a corner or where strands cross, to another end
// or strand: no single tangent shows the way there.
func follow(m *mesh.Mesh, data *points.Set, by following) {
	ends := openEnds(m)
	if len(ends) == 0 {
		return
	}
	t := newTrail(m, data, by, ends)
	var routes []route
	for _, e := range ends {
		found := t.from(e)
		if found.to < 0 {
			found = t.straight(e)
		}
		if found.to >= 0 {
			routes = append(routes, found)
		}
	}
	slices.SortStableFunc(routes, func(a, b route) int { return cmp.Compare(a.length, b.length) })
	used := map[int32]bool{}
	for _, found := range routes {
		if used[found.from] {
			continue
		}
		used[found.from], used[found.to] = true, true
		last := found.from
		for _, x := range simplified(found.way, by.tolerance) {
			m.Vertices = &points.Set{Dim: m.Vertices.Dim, Data: append(slices.Clone(m.Vertices.Data), x...)}
			next := int32(m.Vertices.Len() - 1)
			m.Elements = append(m.Elements, last, next)
			last = next
		}
		m.Elements = append(m.Elements, last, found.to)
	}
}

// route is a way from an end to a vertex, -1 for none.
type route struct {
	from, to int32
	way      [][]float64
	length   float64
}

// trail is the data that a curve leaves out, joined to their neighbors.
type trail struct {
	mesh     *mesh.Mesh
	ends     []end
	free     *points.Set // data that are left out, in dense places
	step     float64     // largest distance of neighbors
	last     float64     // and of the last of them to the curve, from which they are at least off
	graph    *simple.WeightedUndirectedGraph
	tree     *neighbors.Tree // of free
	vertices *neighbors.Tree // of the curve
	all      *neighbors.Tree // of all data
}

func newTrail(m *mesh.Mesh, data *points.Set, by following, ends []end) *trail {
	const longest = 2 // spacings of the data
	tree, locator := neighbors.New(data), mesh.NewLocator(m)
	t := &trail{mesh: m, ends: ends, free: points.New(0, m.Vertices.Dim), step: longest * by.spacing,
		last:  longest*by.spacing + by.off,
		graph: simple.NewWeightedUndirectedGraph(0, math.Inf(1)), vertices: neighbors.New(m.Vertices), all: tree}
	for i := range data.Len() {
		x := data.At(i)
		_, foot, distance := locator.Nearest(x)
		if distance <= by.off && !slices.ContainsFunc(ends, func(e end) bool {
			return points.SquaredDistance(foot, m.Vertices.At(int(e.vertex))) == 0
		}) {
			continue
		}
		if !by.alone(tree, x) {
			t.free.Data = append(t.free.Data, x...)
		}
	}
	t.tree = neighbors.New(t.free)
	for i := range t.free.Len() {
		t.graph.AddNode(simple.Node(i))
	}
	for i := range t.free.Len() {
		t.join(int64(i), t.free.At(i))
	}
	for k, e := range ends {
		t.join(int64(t.free.Len()+k), m.Vertices.At(int(e.vertex)))
	}
	return t
}

// join gives a point its edges to the free data near it.
func (t *trail) join(id int64, x []float64) {
	const most = 12
	near, distances := t.tree.Nearest(x, min(most, t.free.Len()))
	for k, j := range near {
		if int64(j) != id && distances[k] <= t.step {
			t.graph.SetWeightedEdge(simple.WeightedEdge{F: simple.Node(id), T: simple.Node(j), W: distances[k]})
		}
	}
}

// from is the way from an end through data that are left out.
func (t *trail) from(e end) route {
	k := slices.IndexFunc(t.ends, func(other end) bool { return other.vertex == e.vertex })
	start, none := simple.Node(t.free.Len()+k), route{to: -1}
	if t.free.Len() == 0 || t.graph.Node(start.ID()) == nil {
		return none
	}
	shortest := path.DijkstraFrom(start, t.graph)
	found := route{from: e.vertex, to: -1, length: math.Inf(1)}
	var last graph.Node
	for i := range t.free.Len() {
		weight := shortest.WeightTo(int64(i))
		if math.IsInf(weight, 1) {
			continue
		}
		near, distances := t.vertices.Nearest(t.free.At(i), 4)
		for j, v := range near {
			cosine, apart := e.toward(t.mesh.Vertices, t.mesh.Vertices.At(v))
			total := weight + distances[j]
			if apart > 0 && cosine > leastAlike && total < found.length && (distances[j] <= t.step ||
				distances[j] <= t.last && t.filled(t.free.At(i), t.mesh.Vertices.At(v))) {
				found.to, found.length, last = int32(v), total, simple.Node(i)
			}
		}
	}
	if found.to < 0 {
		return none
	}
	nodes, _ := shortest.To(last.ID())
	for _, node := range nodes[1:] {
		k := int(node.ID()) - t.free.Len()
		if k >= 0 { // the way leads through another end, and no farther
			found.to = t.ends[k].vertex
			return found
		}
		found.way = append(found.way, t.free.At(int(node.ID())))
	}
	found.to = t.end(e, found.to)
	return found
}

// straight is the way ahead to a strand so near that the data between are not left out, as where an arm starts.
func (t *trail) straight(e end) route {
	const most = 8
	at := t.mesh.Vertices.At(int(e.vertex))
	near, distances := t.vertices.Nearest(at, min(most, t.mesh.Vertices.Len()))
	for k, v := range near {
		to := t.mesh.Vertices.At(v)
		if cosine, apart := e.toward(t.mesh.Vertices, to); apart > 0 && cosine > leastAlike && distances[k] <= t.last &&
			t.filled(at, to) {
			return route{from: e.vertex, to: t.end(e, int32(v)), length: distances[k]}
		}
	}
	return route{to: -1}
}

// filled reports whether data are near all of the line between two points.
func (t *trail) filled(a, b []float64) bool {
	steps := int(math.Ceil(2 * math.Sqrt(points.SquaredDistance(a, b)) / t.step))
	x := make([]float64, len(a))
	for k := range steps + 1 {
		share := float64(k) / float64(max(steps, 1))
		for j := range x {
			x[j] = a[j] + share*(b[j]-a[j])
		}
		if _, distances := t.all.Nearest(x, 1); distances[0] > t.step/2 {
			return false
		}
	}
	return true
}

// end is an end near a vertex, or the vertex.
func (t *trail) end(from end, v int32) int32 {
	at, best, nearest := t.mesh.Vertices.At(int(v)), v, 2*t.last
	for _, e := range t.ends {
		if e.vertex == from.vertex {
			continue
		}
		if d := math.Sqrt(points.SquaredDistance(at, t.mesh.Vertices.At(int(e.vertex)))); d < nearest {
			best, nearest = e.vertex, d
		}
	}
	return best
}

// simplified is a line's points but those that lie within a distance of the line through the others (Douglas and
// Peucker 1973).
func simplified(line [][]float64, distance float64) [][]float64 {
	if len(line) < 3 {
		return line
	}
	first, last := line[0], line[len(line)-1]
	most, at := 0.0, 0
	for k := 1; k < len(line)-1; k++ {
		if d := math.Sqrt(points.SquaredDistance(line[k], mesh.OnSegment(line[k], first, last))); d > most {
			most, at = d, k
		}
	}
	if most <= distance {
		return [][]float64{first, last}
	}
	return append(simplified(line[:at+1], distance), simplified(line[at:], distance)[1:]...)
}

// restoreCorners leads strands that bend before they meet, and so leave data out, to one vertex among these data: the
// corners that the blur rounds, and crossings that it makes two bends of. It is done where the data left out are
// nearer to the curve afterward.
func restoreCorners(m *mesh.Mesh, data *points.Set, by following, radius float64) {
	const least = 3      // data left out
	const gained = 0.5   // of their mean distance to the curve
	const unharmed = 1.1 // and of that of the data around them
	t := newTrail(m, data, by, nil)
	for _, out := range t.clusters() {
		if out.Len() < least {
			continue
		}
		corner, reach := t.corner(out)
		if len(corner.vertices) == 0 {
			continue
		}
		for _, wider := range []float64{1, 2} {
			changed := &mesh.Mesh{Dimension: 1, Vertices: m.Vertices, Elements: slices.Clone(m.Elements)}
			joinJunction(changed, []place{corner}, reach+wider*radius)
			around := data.Within(corner.at, 2*(reach+wider*radius))
			if meanDistance(changed, out) < gained*meanDistance(m, out) &&
				meanDistance(changed, around) < unharmed*meanDistance(m, around) {
				m.Vertices, m.Elements = changed.Vertices, changed.Elements
				break
			}
		}
	}
}

// clusters are the points that are left out, those together that lie no farther apart than the curve may be.
func (t *trail) clusters() (all []*points.Set) {
	const most = 12
	near := simple.NewUndirectedGraph()
	for i := range t.free.Len() {
		near.AddNode(simple.Node(i))
	}
	for i := range t.free.Len() {
		others, distances := t.tree.Nearest(t.free.At(i), min(most, t.free.Len()))
		for k, j := range others {
			if j != i && distances[k] <= t.last {
				near.SetEdge(simple.Edge{F: simple.Node(i), T: simple.Node(j)})
			}
		}
	}
	for _, nodes := range topo.ConnectedComponents(near) {
		slices.SortFunc(nodes, func(a, b graph.Node) int { return cmp.Compare(a.ID(), b.ID()) })
		cluster := points.New(0, t.free.Dim)
		for _, node := range nodes {
			cluster.Data = append(cluster.Data, t.free.At(int(node.ID()))...)
		}
		all = append(all, cluster)
	}
	slices.SortFunc(all, func(a, b *points.Set) int {
		return cmp.Or(cmp.Compare(b.Len(), a.Len()), slices.Compare(a.Data, b.Data))
	})
	return all
}

// corner is the middle of points that are left out, with the curve's vertices next to them, and how far from the middle
// the points lie.
func (t *trail) corner(out *points.Set) (corner place, reach float64) {
	const most = 16
	corner.at = make([]float64, out.Dim)
	for i := range out.Len() {
		floats.AddScaled(corner.at, 1/float64(out.Len()), out.At(i))
	}
	for i := range out.Len() {
		reach = max(reach, floats.Distance(out.At(i), corner.at, 2))
		near, distances := t.vertices.Nearest(out.At(i), min(most, t.mesh.Vertices.Len()))
		for k, v := range near {
			if distances[k] <= t.last && !slices.Contains(corner.vertices, int32(v)) {
				corner.vertices = append(corner.vertices, int32(v))
			}
		}
	}
	return corner, reach
}

func meanDistance(m *mesh.Mesh, x *points.Set) (mean float64) {
	for _, d := range distancesTo(m, x) {
		mean += d / float64(x.Len())
	}
	return mean
}
