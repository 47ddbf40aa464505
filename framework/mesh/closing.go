package mesh

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"ebim/framework/points"
)

// GapChance is that of a gap as long as a share g of a closed curve's length between n data spread at random on it, at
// most n (1 - g)^(n - 1) (Fisher 1929).
func GapChance(share float64, data int) float64 {
	return min(1, float64(data)*math.Pow(1-share, float64(data-1)))
}

// ClosingGap is the longest of the lines that close a curve, each from an end to another, the nearest two first, as a
// share of its length with them; 0 where it has no ends.
func (m *Mesh) ClosingGap() float64 {
	type line struct {
		a, b   int32
		length float64
	}
	var lines []line
	ends := m.Ends()
	for i, a := range ends {
		for _, b := range ends[:i] {
			lines = append(lines, line{a, b, apart(m.Vertices.At(int(a)), m.Vertices.At(int(b)))})
		}
	}
	slices.SortStableFunc(lines, func(a, b line) int { return cmp.Compare(a.length, b.length) })
	closed := map[int32]bool{}
	longest, length := 0.0, m.Measure()
	for _, l := range lines {
		if !closed[l.a] && !closed[l.b] {
			closed[l.a], closed[l.b] = true, true
			longest, length = l.length, length+l.length
		}
	}
	return longest / max(length, 1e-300)
}

// mostOutstanding bounds how many gaps of a strand stand out among the others.
const mostOutstanding = 5

// OutstandingGaps are the longest gaps of strands, a few at most, the shortest of which is that many times as long as
// any other: of data in equal steps, which leave no gap by chance.
func (m *Mesh) OutstandingGaps(data *points.Set, within, times float64) (gaps []Gap) {
	all := m.strands()
	for s, feet := range m.orderedFeet(all, data, within) {
		if len(feet) <= leastGaps {
			continue
		}
		lengths := all[s].between(feet)
		sorted := slices.Sorted(slices.Values(lengths))
		usual := sorted[:len(sorted)-outstanding(sorted, times)]
		for i, length := range lengths {
			if length > usual[len(usual)-1] {
				g := gapAfter(feet, i, lengths)
				g.strand, g.Missing = s, length*float64(len(usual))/floats.Sum(usual)
				gaps = append(gaps, g)
			}
		}
	}
	return gaps
}

// outstanding is how many lengths, in ascending order, are that many times as long as the longest other; 0 where there
// are none, or more than a few.
func outstanding(sorted []float64, times float64) int {
	for count := 1; count <= min(mostOutstanding, len(sorted)/2); count++ {
		if k := len(sorted) - count; sorted[k] > times*sorted[k-1] {
			return count
		}
	}
	return 0
}
