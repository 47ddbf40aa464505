package mesh

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

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

// FacingStrands counts the ends of a curve that point at a strand, straight ahead, and that the data do not show to be
// apart from it: the way there is not longer than those from datum to datum before the end, at most with a chance. The
// chance is that of Gaps, times the number of ends.
func (m *Mesh) FacingStrands(data *points.Set, within, chance float64) (count int) {
	all := m.strands()
	feet := m.orderedFeet(all, data, within)
	ends := float64(len(m.Ends()))
	walks := NewWalks(m)
	for s, of := range all {
		if of.loop {
			continue
		}
		first, last := of.ends(m)
		for _, v := range []int32{first, last} {
			ahead, found := m.ahead(walks, v)
			if !found || len(feet[s]) == 0 {
				continue
			}
			missed := feet[s][0].along
			if v == last {
				missed = of.length - feet[s][len(feet[s])-1].along
			}
			lengths := lengthsFrom(feet[s], v == last)
			p := math.Pow(1+(missed+ahead)/max(floats.Sum(lengths), 1e-300), -float64(len(lengths)))
			if p*ends > chance {
				count++
			}
		}
	}
	return count
}

// ahead is how far the curve is from an end of its own in the direction in which it ends.
func (m *Mesh) ahead(walks *Walks, v int32) (distance float64, found bool) {
	const straight = 0.9 // cosine
	if len(walks.At(v)) != 1 {
		return 0, false
	}
	at, e := m.Vertices.At(int(v)), m.Element(int(walks.At(v)[0]))
	out, to := make([]float64, len(at)), make([]float64, len(at))
	floats.SubTo(out, at, m.Vertices.At(int(e[0]+e[1]-v)))
	distance = math.Inf(1)
	for _, w := range m.Elements {
		floats.SubTo(to, m.Vertices.At(int(w)), at)
		length := floats.Norm(to, 2)
		if length < distance && floats.Dot(out, to) > straight*length*floats.Norm(out, 2) {
			distance, found = length, true
		}
	}
	return distance, found
}
