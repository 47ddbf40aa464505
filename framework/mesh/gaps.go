package mesh

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"ebim/framework/points"
)

// Gap is a stretch of a curve on which there are no data, though there are on both sides.
type Gap struct {
	From, To []float64 // points of the curve at its sides
	Length   float64
	Missing  float64 // how many data it would hold at the density beside it
	Chance   float64 // of such a gap anywhere, if the data were spread at random

	strand   int
	from, to float64 // along it
	around   bool    // through the start of a loop
	turn     float64 // length of the loop, infinite for a strand with ends
}

const (
	besideGap = 30 // data on either side that say how dense they are there
	leastGaps = 10 // of them
	// Where data come in clumps, as turns of a trajectory in equal steps do, other gaps are as long: one that is less
	// than this many times the longest beside it does not count.
	alone = 2
)

// Gaps are those of a curve that data spread at random on it have, so many of them, at most with a chance. Beside a
// gap of length g let k data in a row, next to it, take up the length L. If they are spread at random with one density,
// g is longer than that with probability (1 + g/L)^-k, as the k+1 lengths have independent exponential distributions;
// the chance is that times the number of data, for the side where it is larger, or for both together where they are as
// dense. Data in clumps have longer ones (steps.go). Data of one place count once, and those farther off the curve than
// a distance not at all. On a strand from branch to branch that has hardly any data, the others there say how dense
// they are (bridges.go).
func (m *Mesh) Gaps(data *points.Set, within, chance float64) []Gap {
	return m.gapsAmong(data, within, chance, atRandom())
}

// RegularGaps are those that data have at most with a chance if their steps are as regular as those beside a gap.
func (m *Mesh) RegularGaps(data *points.Set, within, chance float64) []Gap {
	return m.gapsAmong(data, within, chance, asRegular())
}

func (m *Mesh) gapsAmong(data *points.Set, within, chance float64, as steps) []Gap {
	all := m.strands()
	feet := m.orderedFeet(all, data, within)
	bridges := slices.DeleteFunc(m.bridgeGaps(all, feet), func(g Gap) bool { return g.Chance > chance })
	return slices.Concat(unlikely(gapsOn(all, feet, as), chance), bridges)
}

// orderedFeet are those of data of different places, in order.
func (m *Mesh) orderedFeet(all []strand, data *points.Set, within float64) [][]foot {
	feet := m.feet(all, data, within)
	for s := range feet {
		slices.SortFunc(feet[s], func(a, b foot) int { return cmp.Compare(a.along, b.along) })
		feet[s] = slices.CompactFunc(feet[s], func(a, b foot) bool { return a.along == b.along })
	}
	return feet
}

// gapsOn are those between any two feet that are next to each other, on strands with enough of them.
func gapsOn(all []strand, feet [][]foot, as steps) (gaps []Gap) {
	count := 0
	for _, on := range feet {
		count += len(on)
	}
	for s, of := range all {
		for _, g := range gapsOf(of, feet[s], as) {
			g.Chance *= float64(count)
			g.strand, g.turn = s, math.Inf(1)
			if of.loop {
				g.turn = of.length
			}
			gaps = append(gaps, g)
		}
	}
	return gaps
}

// LoopGaps are the longest gap of each closed strand of three data or more, with the chance of one as long if these
// were spread at random all along it. That is for few data, which say nothing of the density beside it.
func (m *Mesh) LoopGaps(data *points.Set, within float64) (gaps []Gap) {
	all := m.strands()
	for s, feet := range m.orderedFeet(all, data, within) {
		if !all[s].loop || len(feet) < 3 {
			continue
		}
		lengths := all[s].between(feet)
		g := gapAfter(feet, floats.MaxIdx(lengths), lengths)
		share, count := g.Length/all[s].length, float64(len(feet))
		g.strand, g.turn, g.Missing = s, all[s].length, count*share/(1-share)
		g.Chance = GapChance(share, len(feet))
		gaps = append(gaps, g)
	}
	return gaps
}

// sparse reports whether a number of feet is too small for as many steps on either side of each gap to be looked at.
func (s strand) sparse(feet, least int) bool {
	if s.loop {
		return feet <= 2*least
	}
	return feet <= 2*least+1
}

// between are the lengths from each foot to the next, on a loop from the last to the first.
func (s strand) between(feet []foot) []float64 {
	lengths := make([]float64, len(feet))
	for i, f := range feet {
		lengths[i] = feet[(i+1)%len(feet)].along - f.along
	}
	if !s.loop {
		return lengths[:len(feet)-1]
	}
	lengths[len(feet)-1] += s.length
	return lengths
}

// gapAfter is the gap from a foot to the next.
func gapAfter(feet []foot, i int, lengths []float64) Gap {
	next := feet[(i+1)%len(feet)]
	return Gap{From: feet[i].at, To: next.at, Length: lengths[i], from: feet[i].along, to: next.along,
		around: i == len(feet)-1}
}

// gapsOf are all between feet of a strand, in order, each with its chance alone.
func gapsOf(of strand, feet []foot, as steps) (gaps []Gap) {
	if of.sparse(len(feet), as.least) {
		return nil
	}
	lengths := of.between(feet)
	sorted := slices.Sorted(slices.Values(lengths))
	var sides [2][]float64
	for i, length := range lengths {
		g := gapAfter(feet, i, lengths)
		sides[0], sides[1] = beside(sides[0][:0], lengths, i, -1, of.loop), beside(sides[1][:0], lengths, i, 1, of.loop)
		few := alone*sorted[max(0, len(sorted)-1-mostTogether)] <= length
		g.Chance, g.Missing = as.gap(length, sides, few, of.loop)
		gaps = append(gaps, g)
	}
	return gaps
}

// beside are the lengths next to one, on the side of a step.
func beside(into, lengths []float64, i, step int, loop bool) []float64 {
	most := min(besideGap, (len(lengths)-1)/2)
	for at := i + step; len(into) < most; at += step {
		if loop {
			at = (at + len(lengths)) % len(lengths)
		} else if at < 0 || at >= len(lengths) {
			break
		}
		into = append(into, lengths[at])
	}
	return into
}

// WithoutGaps is the curve that ends at the sides of gaps of its own.
func (m *Mesh) WithoutGaps(gaps []Gap) *Mesh {
	if len(gaps) == 0 {
		return m
	}
	cut := &Mesh{Dimension: 1, Notes: m.Notes,
		Vertices: &points.Set{Dim: m.Vertices.Dim, Data: slices.Clone(m.Vertices.Data)}}
	for s, of := range m.strands() {
		var empty [][2]float64
		for _, g := range gaps {
			switch {
			case g.strand != s:
			case g.around:
				empty = append(empty, [2]float64{0, g.to}, [2]float64{g.from, of.length})
			default:
				empty = append(empty, [2]float64{g.from, g.to})
			}
		}
		slices.SortFunc(empty, func(a, b [2]float64) int { return cmp.Compare(a[0], b[0]) })
		for k, element := range of.elements {
			e := m.Element(element)
			from, to := of.starts[k], e[0]+e[1]-of.starts[k]
			end := of.length
			if k+1 < len(of.before) {
				end = of.before[k+1]
			}
			cut.add(from, to, of.before[k], end, empty)
		}
	}
	return cut.Part(func(int) bool { return true })
}

// add adds what intervals leave of a segment between two lengths along a strand.
func (m *Mesh) add(from, to int32, start, end float64, without [][2]float64) {
	at := func(along float64) int32 {
		switch along {
		case start:
			return from
		case end:
			return to
		}
		a, b, share := m.Vertices.At(int(from)), m.Vertices.At(int(to)), (along-start)/(end-start)
		for j := range a {
			m.Vertices.Data = append(m.Vertices.Data, a[j]+share*(b[j]-a[j]))
		}
		return int32(m.Vertices.Len() - 1)
	}
	keep := func(a, b float64) {
		if a < b {
			m.Elements = append(m.Elements, at(a), at(b))
		}
	}
	for _, w := range without {
		if w[1] <= start || w[0] >= end {
			continue
		}
		keep(start, max(w[0], start))
		if w[1] >= end {
			return
		}
		// the rest begins inside of the segment
		from, start = at(w[1]), w[1]
	}
	keep(start, end)
}
