package ridged

import (
	"cmp"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/graph"
	"gonum.org/v1/gonum/graph/simple"
	"gonum.org/v1/gonum/graph/topo"

	"ebim/framework/mesh"
	"ebim/framework/points"
)

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
			around := nearTo(data, corner.at, 2*(reach+wider*radius))
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

func nearTo(x *points.Set, at []float64, distance float64) *points.Set {
	near := points.New(0, x.Dim)
	for i := range x.Len() {
		if points.SquaredDistance(x.At(i), at) < distance*distance {
			near.Data = append(near.Data, x.At(i)...)
		}
	}
	return near
}

func meanDistance(m *mesh.Mesh, x *points.Set) float64 {
	locator, sum := mesh.NewLocator(m), 0.0
	for i := range x.Len() {
		_, _, distance := locator.Nearest(x.At(i))
		sum += distance / float64(x.Len())
	}
	return sum
}
