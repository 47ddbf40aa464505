package mesh

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"ebim/framework/neighbors"
	"ebim/framework/points"
)

// collect joins the nodes to curves, each of which runs on both sheets, and counts them.
func (p *passages) collect(into *Crossings) {
	if len(p.nodes) == 0 {
		return
	}
	at := points.New(0, p.mesh.Vertices.Dim)
	for _, n := range p.nodes {
		at.Data = append(at.Data, n.at...)
	}
	tree, curves := neighbors.New(at), newUnion(len(p.nodes))
	near := make([][]int, len(p.nodes)) // nodes within reach
	for i, n := range p.nodes {
		for _, j := range n.links {
			curves.join(int32(i), int32(j), false)
		}
		near[i] = p.within(tree, n.at)
		for _, j := range near[i] {
			curves.join(int32(i), int32(j), false)
		}
	}
	of := map[int32][]int{}
	var roots []int32
	for i := range p.nodes {
		root, _ := curves.find(int32(i))
		if of[root] == nil {
			roots = append(roots, root)
		}
		of[root] = append(of[root], i)
	}
	border := BorderOf(p.mesh)
	for _, root := range roots {
		segments := p.segments(of[root])
		if len(segments) < 2*leastCurve || !p.onBoth(of[root], near) || p.ways.fold(segments) {
			continue
		}
		into.Curves++
		into.Euler += p.arcs(of[root], near, border)
		for _, s := range segments {
			into.add(s)
		}
	}
}

// within is the nodes within reach of a point.
func (p *passages) within(tree *neighbors.Tree, x []float64) []int {
	const looked = 64
	all, distances := tree.Nearest(x, min(looked, len(p.nodes)))
	count, _ := slices.BinarySearch(distances, p.reach)
	return all[:count]
}

// segments are the links between nodes.
func (p *passages) segments(of []int) (all []cut) {
	for _, i := range of {
		a := p.nodes[i]
		for _, j := range a.links {
			if b := p.nodes[j]; i < j {
				triangles := [2]int32{p.locator.elementsAt(int(a.edge[0]))[0], a.beyond}
				all = append(all, cut{triangles, [2]int32{int32(i), int32(j)}, a.at, b.at})
			}
		}
	}
	return all
}

// onBoth reports whether most of a curve has nodes of both sheets.
func (p *passages) onBoth(of []int, near [][]int) bool {
	both := 0
	for _, i := range of {
		if slices.ContainsFunc(near[i], func(j int) bool {
			_, sine := outOf(p.frame(i), p.frame(j))
			return sine >= passageSine
		}) {
			both++
		}
	}
	return float64(both) >= ofBoth*float64(len(of))
}

// frame is that of the sheet of a node.
func (p *passages) frame(node int) [2][]float64 { return p.regions[p.of[p.nodes[node].edge[0]]].frame }

// arcs is the Euler characteristic of a curve: half of the number of its ends, of which those of both sheets are one. A
// curve in which surfaces cross ends at an edge of one of them only.
func (p *passages) arcs(of []int, near [][]int, border *Border) int {
	const ahead = 1. / 3 // of the reach
	if border == nil {
		return 0
	}
	var ends []int
	for _, i := range of {
		x := p.nodes[i].at
		if len(p.nodes[i].links) != 1 || border.Distance(x) > p.reach {
			continue
		}
		from := make([]float64, len(x)) // the way to the end
		for _, j := range near[i] {
			floats.Add(from, x)
			floats.Sub(from, p.nodes[j].at)
		}
		floats.Scale(1/max(floats.Norm(from, 2), 1e-300), from)
		goesOn := slices.ContainsFunc(near[i], func(j int) bool {
			return floats.Dot(from, p.nodes[j].at)-floats.Dot(from, x) > ahead*p.reach
		})
		known := slices.ContainsFunc(ends, func(j int) bool { return apart(x, p.nodes[j].at) < p.reach })
		if !goesOn && !known {
			ends = append(ends, i)
		}
	}
	return int(math.Round(float64(len(ends)) / 2))
}
