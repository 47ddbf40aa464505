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
	beside := map[int32][]int32{}
	m.Edges(func(e mesh.Edge) { beside[e[0]], beside[e[1]] = append(beside[e[0]], e[1]), append(beside[e[1]], e[0]) })
	tree, step := neighbors.New(m.Vertices), max(1, m.Vertices.Len()/looked)
	for v := 0; v < m.Vertices.Len(); v += step {
		if len(beside[int32(v)]) == 0 || may != nil && may(m.Vertices.At(v)) {
			continue
		}
		var reached map[int32]float64
		near, apart := tree.Nearest(m.Vertices.At(v), min(most, m.Vertices.Len()))
		for k, w := range near {
			if apart[k] > distance || len(beside[int32(w)]) == 0 {
				continue
			}
			if reached == nil {
				reached = wayWithin(m.Vertices, beside, int32(v), along*distance)
			}
			if _, ok := reached[int32(w)]; !ok {
				return true
			}
		}
	}
	return false
}

// wayWithin are the vertices no farther along edges than a length, with that length.
func wayWithin(x *points.Set, beside map[int32][]int32, from int32, length float64) map[int32]float64 {
	way := map[int32]float64{from: 0}
	for queue := []int32{from}; len(queue) > 0; queue = queue[1:] {
		v := queue[0]
		for _, w := range beside[v] {
			total := way[v] + math.Sqrt(points.SquaredDistance(x.At(int(v)), x.At(int(w))))
			if before, met := way[w]; total <= length && (!met || total < before) {
				way[w] = total
				queue = append(queue, w)
			}
		}
	}
	return way
}
