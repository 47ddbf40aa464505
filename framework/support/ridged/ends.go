package ridged

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"ebim/framework/mesh"
	"ebim/framework/neighbors"
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

const (
	leastBackground = 0.01 // share of the data off the curve and alone from which on there is a background
	sparseTail      = 4    // times the typical spacing of the data along a curve: those of a background
)

// inBackground reports whether a curve leaves data out that are alone.
func inBackground(m *mesh.Mesh, data *points.Set, by following) bool {
	_, background := feetOf(m, data, by)
	return background >= leastBackground*float64(data.Len())
}

// cutTails ends a curve where the data on it do: in a background, it runs on through points that happen to lie ahead.
// Where there is none, thin data are data.
func cutTails(m *mesh.Mesh, data *points.Set, by following) {
	typical := sparseTail * 2 * by.spacing // of by.next points in a row
	for _, e := range openEnds(m) {
		feet, background := feetOf(m, data, by)
		if background < leastBackground*float64(data.Len()) {
			return
		}
		strand, lengths := strandFrom(m, e.vertex)
		at := along(m, e.vertex, strand, lengths, feet)
		for k := 0; k+by.next < len(at); k++ {
			if at[k+by.next].along-at[k].along <= typical {
				if at[k].along > typical && at[k].along < floats.Sum(lengths) { // something is left
					cutTail(m, strand, lengths, e.vertex, at[k])
				}
				break
			}
		}
	}
}

// along are the feet on a strand from a vertex, in order.
func along(m *mesh.Mesh, from int32, strand []int, lengths []float64, feet map[int][]foot) (at []foot) {
	passed := 0.0
	for k, i := range strand {
		for _, f := range feet[i] {
			f.along = passed + math.Sqrt(points.SquaredDistance(f.at, m.Vertices.At(int(from))))
			at = append(at, f)
		}
		passed += lengths[k]
		from = other(m.Element(i), from)
	}
	slices.SortFunc(at, func(a, b foot) int { return cmp.Compare(a.along, b.along) })
	return at
}

// foot is a point of a curve that is nearest to a point of the data.
type foot struct {
	at    []float64
	along float64 // length from an end
}

// feetOf are those of the data on a curve, by segment, and how many lie off it and alone.
func feetOf(m *mesh.Mesh, data *points.Set, by following) (feet map[int][]foot, background float64) {
	locator, tree := mesh.NewLocator(m), neighbors.New(data)
	feet = map[int][]foot{}
	for i := range data.Len() {
		x := data.At(i)
		element, at, distance := locator.Nearest(x)
		if distance <= by.off {
			feet[element] = append(feet[element], foot{at: slices.Clone(at)})
			continue
		}
		if by.alone(tree, x) {
			background++
		}
	}
	return feet, background
}

// strandFrom is the segments from an end to where the curve ends or branches, and their lengths.
func strandFrom(m *mesh.Mesh, v int32) (strand []int, lengths []float64) {
	walks, before := mesh.NewWalks(m), int32(-1)
	for len(walks.At(v)) <= 2 {
		next := walks.At(v)[0]
		if next == before {
			if len(walks.At(v)) == 1 {
				break
			}
			next = walks.At(v)[1]
		}
		w := other(m.Element(int(next)), v)
		strand = append(strand, int(next))
		lengths = append(lengths, math.Sqrt(points.SquaredDistance(m.Vertices.At(int(v)), m.Vertices.At(int(w)))))
		before, v = next, w
	}
	return strand, lengths
}

func other(e []int32, v int32) int32 {
	if e[0] == v {
		return e[1]
	}
	return e[0]
}

// cutTail takes a strand off up to a foot, where it ends anew.
func cutTail(m *mesh.Mesh, strand []int, lengths []float64, v int32, at foot) {
	passed, gone := 0.0, map[int]bool{}
	for k, i := range strand {
		e := m.Element(i)
		w := other(e, v)
		if passed += lengths[k]; passed >= at.along {
			m.Vertices = &points.Set{Dim: m.Vertices.Dim, Data: append(slices.Clone(m.Vertices.Data), at.at...)}
			e[0], e[1] = int32(m.Vertices.Len()-1), w
			break
		}
		gone[i] = true
		v = w
	}
	var kept []int32
	for i := range m.Len() {
		if !gone[i] {
			kept = append(kept, m.Element(i)...)
		}
	}
	m.Elements = kept
}
