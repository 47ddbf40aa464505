package mesh

import (
	"math"
	"slices"

	"ebim/framework/neighbors"
	"ebim/framework/points"
)

// Facing counts the pairs of ends of a curve, each nearest to the other, that the data do not show to be apart: on the
// way between them is no gap that data spread at random have at most with a chance (see Gaps).
func (m *Mesh) Facing(data *points.Set, within, chance float64) (count int) {
	ends := m.Ends()
	if len(ends) < 2 {
		return 0
	}
	at := points.New(0, m.Vertices.Dim)
	for _, v := range ends {
		at.Data = append(at.Data, m.Vertices.At(int(v))...)
	}
	tree := neighbors.New(at)
	nearest := func(i int) int {
		near, _ := tree.Nearest(at.At(i), 2)
		if near[0] == i {
			return near[1]
		}
		return near[0]
	}
	for i := range ends {
		if j := nearest(i); i < j && nearest(j) == i && !m.apartBetween(ends[i], ends[j], data, within, chance) {
			count++
		}
	}
	return count
}

// apartBetween reports whether there is a gap on the straight way between two ends.
func (m *Mesh) apartBetween(a, b int32, data *points.Set, within, chance float64) bool {
	joined := &Mesh{Dimension: 1, Vertices: m.Vertices, Elements: append(slices.Clone(m.Elements), a, b)}
	way := joined.Len() - 1
	for s, of := range joined.strands() {
		k := slices.Index(of.elements, way)
		if k < 0 {
			continue
		}
		from := of.before[k]
		to := from + math.Sqrt(points.SquaredDistance(m.Vertices.At(int(a)), m.Vertices.At(int(b))))
		return slices.ContainsFunc(joined.Gaps(data, within, chance), func(g Gap) bool {
			before, after := from < g.to, to > g.from
			return g.strand == s && (before && after || g.around && (before || after))
		})
	}
	return false
}
