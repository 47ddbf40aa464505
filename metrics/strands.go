package metrics

import (
	"math"

	"ebim/framework/mesh"
	"ebim/framework/neighbors"
	"ebim/framework/points"
)

// closeStrands reports whether two strands of a curve, or sheets of a surface, come within a distance of each other,
// though not within so many times as far along it, at some of its vertices; those where they may are left out.
func closeStrands(m *mesh.Mesh, distance, along float64, may func(x []float64) bool) bool {
	const most, looked = 256, 1000
	ways := newWays(m)
	tree, step := neighbors.New(m.Vertices), max(1, m.Vertices.Len()/looked)
	for v := 0; v < m.Vertices.Len(); v += step {
		if len(ways.beside[v]) == 0 || may != nil && may(m.Vertices.At(v)) {
			continue
		}
		walked := false
		near, apart := tree.Nearest(m.Vertices.At(v), min(most, m.Vertices.Len()))
		for k, w := range near {
			if apart[k] > distance || len(ways.beside[w]) == 0 {
				continue
			}
			if !walked {
				ways.from(int32(v), along*distance)
				walked = true
			}
			if math.IsInf(ways.lengths[w], 1) {
				return true
			}
		}
	}
	return false
}

// ways are the shortest ones along a mesh's edges from one of its vertices.
type ways struct {
	vertices *points.Set
	beside   [][]int32 // of each vertex
	lengths  []float64 // to each vertex; infinite where it is not reached
	reached  []int32
}

func newWays(m *mesh.Mesh) *ways {
	w := &ways{vertices: m.Vertices, beside: make([][]int32, m.Vertices.Len()),
		lengths: make([]float64, m.Vertices.Len())}
	m.Edges(func(e mesh.Edge) {
		w.beside[e[0]], w.beside[e[1]] = append(w.beside[e[0]], e[1]), append(w.beside[e[1]], e[0])
	})
	for v := range w.lengths {
		w.lengths[v] = math.Inf(1)
	}
	return w
}

// from finds the vertices no farther from one than a length.
func (w *ways) from(start int32, length float64) {
	for _, v := range w.reached {
		w.lengths[v] = math.Inf(1)
	}
	w.reached = append(w.reached[:0], start) // some several times
	w.lengths[start] = 0
	for next := 0; next < len(w.reached); next++ {
		v := w.reached[next]
		for _, other := range w.beside[v] {
			total := w.lengths[v] + math.Sqrt(points.SquaredDistance(w.vertices.At(int(v)), w.vertices.At(int(other))))
			if total <= length && total < w.lengths[other] {
				w.lengths[other] = total
				w.reached = append(w.reached, other)
			}
		}
	}
}
