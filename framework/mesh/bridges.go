package mesh

import (
	"cmp"
	"math"
	"slices"
)

// bridge is a strand from branch to branch that holds too few data to say how dense they would be on it: one that
// leads across between two strands, where a net has a stray point or ends that happen to face each other.
type bridge struct {
	strand int
	sides  [][]float64 // of each strand that it meets, at either end, the lengths from datum to datum from there on
}

// bridges are those of a curve with feet in order.
func (m *Mesh) bridges(all []strand, feet [][]foot) (found []bridge) {
	at := NewWalks(m).at
	beside := map[int32][][]float64{} // by vertex
	strands := map[int32][]int{}
	for s, of := range all {
		if of.loop {
			continue
		}
		first, last := of.ends(m)
		beside[first] = append(beside[first], lengthsFrom(feet[s], false))
		beside[last] = append(beside[last], lengthsFrom(feet[s], true))
		strands[first], strands[last] = append(strands[first], s), append(strands[last], s)
	}
	for s, of := range all {
		if of.loop || !of.sparse(len(feet[s]), leastGaps) {
			continue
		}
		first, last := of.ends(m)
		if len(at[first]) <= 2 || len(at[last]) <= 2 || first == last {
			continue
		}
		b := bridge{strand: s}
		for _, v := range []int32{first, last} {
			for k, other := range strands[v] {
				if other != s {
					b.sides = append(b.sides, beside[v][k])
				}
			}
		}
		found = append(found, b)
	}
	return found
}

// ends are a strand's first and last vertex.
func (s strand) ends(m *Mesh) (first, last int32) {
	k := len(s.elements) - 1
	e := m.Element(s.elements[k])
	return s.starts[0], e[0] + e[1] - s.starts[k]
}

// lengthsFrom are those between the first feet of a strand, or the last ones.
func lengthsFrom(feet []foot, last bool) (lengths []float64) {
	for k := 0; k+1 < len(feet) && k < besideGap; k++ {
		i := k
		if last {
			i = len(feet) - 2 - k
		}
		lengths = append(lengths, feet[i+1].along-feet[i].along)
	}
	return lengths
}

// bridgeGaps are those of bridges, from foot to foot and to the branches at both ends. What lies beside them are the
// data of the strands that a bridge meets. With r of these k strands' chances at most c, c k/r is one for the gap
// (Rueger 1978). That of more than half of them counts, so that one with a gap beside the branch, at which a bridge may
// have begun, does not decide; strands of too few data have the chance 1, and a bridge's own data count where they are
// enough. The chance is that times the number of such gaps. Fewer data than show a density, between a gap and a branch,
// are of the branch, and the gap reaches to there.
func (m *Mesh) bridgeGaps(all []strand, feet [][]foot) (gaps []Gap) {
	for _, b := range m.bridges(all, feet) {
		of, on := all[b.strand], feet[b.strand]
		first, last := of.ends(m)
		on = slices.Concat([]foot{{0, m.Vertices.At(int(first))}}, on, []foot{{of.length, m.Vertices.At(int(last))}})
		for i := range len(on) - 1 {
			g := Gap{From: on[i].at, To: on[i+1].at, Length: on[i+1].along - on[i].along, from: on[i].along,
				to: on[i+1].along, strand: b.strand, turn: math.Inf(1)}
			g.Chance, g.Missing = b.chance(g, on)
			if i < leastGaps {
				g.from = 0
			}
			if len(on)-2-i < leastGaps {
				g.to = of.length
			}
			gaps = append(gaps, g)
		}
	}
	for i := range gaps {
		gaps[i].Chance *= float64(len(gaps))
	}
	return gaps
}

// chance is that of one gap, and how many data it would hold.
func (b bridge) chance(g Gap, on []foot) (chance, missing float64) {
	type side struct{ chance, missing float64 }
	var sides []side
	for _, lengths := range b.sides {
		p, held := atRandom().longer(g.Length, lengths, 1)
		sides = append(sides, side{p, held})
	}
	slices.SortStableFunc(sides, func(a, b side) int { return cmp.Compare(a.chance, b.chance) })
	r := len(sides)/2 + 1
	found := sides[r-1]
	found.chance *= float64(len(sides)) / float64(r)
	var own []float64
	for i := range len(on) - 1 {
		if length := on[i+1].along - on[i].along; on[i].along != g.from {
			own = append(own, length)
		}
	}
	if p, held := atRandom().longer(g.Length, own, 1); len(own) >= leastGaps && p > found.chance {
		found = side{p, held}
	}
	return min(found.chance, 1), found.missing
}
