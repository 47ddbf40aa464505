package ridged

import (
	"cmp"
	"slices"

	"gonum.org/v1/gonum/floats"

	"ebim/framework/mesh"
	"ebim/framework/points"
)

// junctionReach is within how many spacings of the data of a junction strands are bent.
const junctionReach = 3

// rivals is within how many such lengths a straighter partner keeps an end from another: at a crossing whose strands
// are cut, neighbors are nearer to each other than the parts of a strand.
const rivals = 3

// joinEnds closes cuts of a curve that are shorter than a length: two ends that point at each other, the straightest
// pairs first.
func joinEnds(m *mesh.Mesh, length func(a, b []float64) float64) {
	ends := openEnds(m)
	type pair struct {
		a, b int
		turn float64
		near bool
	}
	var pairs []pair
	for i, a := range ends {
		for j, b := range ends[:i] {
			forth, distance := a.toward(m.Vertices, m.Vertices.At(int(b.vertex)))
			back, _ := b.toward(m.Vertices, m.Vertices.At(int(a.vertex)))
			most := length(m.Vertices.At(int(a.vertex)), m.Vertices.At(int(b.vertex)))
			if distance <= rivals*most && min(forth, back) > leastAlike {
				pairs = append(pairs, pair{i, j, 2 - forth - back + distance/most, distance <= most})
			}
		}
	}
	slices.SortFunc(pairs, func(a, b pair) int {
		return cmp.Or(cmp.Compare(a.turn, b.turn), cmp.Compare(a.a, b.a), cmp.Compare(a.b, b.b))
	})
	used := map[int]bool{}
	for _, p := range pairs {
		if !used[p.a] && !used[p.b] {
			used[p.a], used[p.b] = true, true
			if !p.near {
				continue
			}
			m.Elements = append(m.Elements, ends[p.a].vertex, ends[p.b].vertex)
		}
	}
}

// end is a vertex of one segment, and the unit direction out of it.
type end struct {
	vertex int32
	out    []float64
}

// toward is how far a point is from the end, and the cosine of the direction to it with that out of the end.
func (e end) toward(x *points.Set, to []float64) (cosine, distance float64) {
	away := make([]float64, len(to))
	floats.SubTo(away, to, x.At(int(e.vertex)))
	distance = floats.Norm(away, 2)
	return floats.Dot(away, e.out) / max(distance, 1e-30), distance
}

func openEnds(m *mesh.Mesh) (ends []end) {
	s, before := newSides(1), map[int32]int32{}
	for i := range m.Len() {
		e := m.Element(i)
		s.add(e)
		before[e[0]], before[e[1]] = e[1], e[0]
	}
	for _, side := range s.open() {
		out := make([]float64, m.Vertices.Dim)
		floats.SubTo(out, m.Vertices.At(int(side[0])), m.Vertices.At(int(before[side[0]])))
		if norm := floats.Norm(out, 2); norm > 0 {
			floats.Scale(1/norm, out)
			ends = append(ends, end{side[0], out})
		}
	}
	return ends
}
