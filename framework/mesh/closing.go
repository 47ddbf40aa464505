package mesh

import (
	"cmp"
	"math"
	"slices"
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
