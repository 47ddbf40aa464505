package ridged

import (
	"slices"

	"ebim/framework/mesh"
	"ebim/framework/neighbors"
	"ebim/framework/parallel"
)

// planesOf are those of the vertices around each vertex of a surface; nil where there are none.
func planesOf(m *mesh.Mesh) [][][]float64 {
	around := make([][]int, m.Vertices.Len())
	for v := range around {
		around[v] = []int{v}
	}
	m.Edges(func(e mesh.Edge) {
		around[e[0]], around[e[1]] = append(around[e[0]], int(e[1])), append(around[e[1]], int(e[0]))
	})
	planes := make([][][]float64, len(around))
	parallel.Each(len(around), func(v int) {
		slices.Sort(around[v])
		c, err := neighbors.LargestComponents(m.Vertices, slices.Compact(around[v]), 2)
		if _, count := c.Axes.Dims(); err == nil && count == 2 {
			planes[v] = columns(c.Axes, 2)
		}
	})
	return planes
}
