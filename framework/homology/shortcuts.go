package homology

import (
	"cmp"
	"container/heap"
	"math"
	"slices"

	"ebim/framework/neighbors"
	"ebim/framework/parallel"
	"ebim/framework/points"
)

// A distance is a shortcut where the way from point to near point is longer by this factor: half a circle is by pi/2.
const detour = 1.4

// The classes of a circle die a little before its diameter is a shortcut, those of a sphere at 0.82 of it: windows
// begin well below.
const wellBelow = 1.4

// wayNeighbors is how many neighbors of each point ways go over: fewer zigzag more.
const wayNeighbors = 16

// perZigzag: one in this many landmarks' distances may be long by the chance of zigzags.
const perZigzag = 50

// bridge is by how much an edge between two pieces is longer than the median distance to the last neighbor where it
// crosses a gap.
const bridge = 3

// mostOnWays are the points per landmark that ways go over, at most.
const mostOnWays = 20

// shortcut is the least scale, from lowest to highest, at which complexes join what the shape does not: landmarks
// between which the way over the points is much longer, or pieces of the points that a gap divides, which a way over
// points in tails crosses without being longer. Above are classes of a coarser shape. What is closer than neighbors
// are is not seen, nor are gaps that tails fill.
func (n *net) shortcut(x *points.Set, lowest, highest float64) float64 {
	x = n.first(x)
	count := x.Len()
	edges, reach := near(x)
	least := math.Inf(1)
	shares := slices.Repeat([]float64{1 / float64(count)}, count)
	for _, scale := range merges(edges, shares) {
		if scale > bridge*reach {
			least = scale
			break
		}
	}
	long := n.detours(edges, count, lowest, min(least, highest))
	if allowed := max(1, n.Len()/perZigzag); len(long) >= allowed {
		least = min(least, long[allowed-1])
	}
	return least
}

// first is the landmarks, and others of the points after them.
func (n *net) first(x *points.Set) *points.Set {
	indices, marked := slices.Clone(n.indices), make([]bool, x.Len())
	for _, i := range n.indices {
		marked[i] = true
	}
	for i := 0; i < x.Len() && len(indices) < mostOnWays*n.Len(); i++ {
		if !marked[i] {
			indices = append(indices, i)
		}
	}
	return x.Select(indices)
}

// near are the edges between neighbors, shortest first, and the median distance to the last neighbor.
func near(x *points.Set) (edges []edge, reach float64) {
	indices, distances := neighbors.Nearest(x, min(wayNeighbors, x.Len()-1))
	var far []float64
	for i, all := range indices {
		for k, j := range all {
			edges = append(edges, edge{i, j, distances[i][k]})
		}
		far = append(far, distances[i][len(all)-1])
	}
	slices.SortStableFunc(edges, func(a, b edge) int { return cmp.Compare(a.scale, b.scale) })
	slices.Sort(far)
	return edges, far[len(far)/2]
}

// detours are the distances between landmarks, the first points of a graph, that are shortcuts, shortest first.
func (n *net) detours(edges []edge, count int, lowest, highest float64) (long []float64) {
	g := make(graph, count)
	for _, e := range edges {
		g[e.from] = append(g[e.from], step{e.to, e.scale})
		g[e.to] = append(g[e.to], step{e.from, e.scale})
	}
	found := make([][]float64, n.Len())
	parallel.Each(n.Len(), func(i int) {
		ways := g.ways(i, detour*highest)
		for j := range i {
			if d := distance(n.At(i), n.At(j)); d >= lowest && d <= highest && ways[j] > detour*d {
				found[i] = append(found[i], d)
			}
		}
	})
	long = slices.Concat(found...)
	slices.Sort(long)
	return long
}

// graph is the steps from each point to others.
type graph [][]step

type step struct {
	to     int
	length float64
}

// ways are the lengths of the shortest ways from a point to the others, by Dijkstra's algorithm; +Inf where longer than
// most.
func (g graph) ways(from int, most float64) []float64 {
	lengths := slices.Repeat([]float64{math.Inf(1)}, len(g))
	lengths[from] = 0
	next := steps{{from, 0}}
	for len(next) > 0 {
		at := heap.Pop(&next).(step)
		if at.length > lengths[at.to] {
			continue
		}
		for _, s := range g[at.to] {
			if length := at.length + s.length; length <= most && length < lengths[s.to] {
				lengths[s.to] = length
				heap.Push(&next, step{s.to, length})
			}
		}
	}
	return lengths
}

// steps is a heap, shortest first.
type steps []step

func (s steps) Len() int           { return len(s) }
func (s steps) Less(i, j int) bool { return s[i].length < s[j].length }
func (s steps) Swap(i, j int)      { s[i], s[j] = s[j], s[i] }

// Push implements heap.Interface.
func (s *steps) Push(one any) { *s = append(*s, one.(step)) }

// Pop implements heap.Interface.
func (s *steps) Pop() any {
	last := (*s)[len(*s)-1]
	*s = (*s)[:len(*s)-1]
	return last
}
