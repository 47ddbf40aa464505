package onkernels

import (
	"cmp"
	"slices"

	"ebim/framework/points"
)

// reaches finds the kernels that reach a point: a tree of boxes around their centers, with the farthest reach of those
// in each.
type reaches struct {
	low, high   []float64
	reach       float64
	centers     []int    // of a leaf
	left, right *reaches // nil in a leaf
}

// newReaches has balls of radii around the chosen centers, which it sorts.
func newReaches(centers *points.Set, radii []float64, chosen []int) *reaches {
	const leaf = 16
	r := &reaches{low: slices.Clone(centers.At(chosen[0])), high: slices.Clone(centers.At(chosen[0]))}
	axis, widest := 0, 0.
	for _, i := range chosen {
		r.reach = max(r.reach, radii[i])
		for j, v := range centers.At(i) {
			r.low[j], r.high[j] = min(r.low[j], v), max(r.high[j], v)
			if width := r.high[j] - r.low[j]; width > widest {
				axis, widest = j, width
			}
		}
	}
	if len(chosen) <= leaf || widest == 0 {
		r.centers = chosen
		return r
	}
	slices.SortFunc(chosen, func(a, b int) int {
		return cmp.Or(cmp.Compare(centers.At(a)[axis], centers.At(b)[axis]), cmp.Compare(a, b))
	})
	half := len(chosen) / 2
	r.left, r.right = newReaches(centers, radii, chosen[:half:half]), newReaches(centers, radii, chosen[half:])
	return r
}

// at appends the centers whose balls may hold a point.
func (r *reaches) at(y []float64, found []int) []int {
	const rounding = 1 + 1e-9
	square, most := 0.0, r.reach*r.reach*rounding
	for j, v := range y {
		if away := r.low[j] - v; away > 0 {
			square += away * away
		} else if away := v - r.high[j]; !(away <= 0) { // also one that is not a number
			square += away * away
		}
		if !(square <= most) {
			return found
		}
	}
	if r.left == nil {
		return append(found, r.centers...)
	}
	return r.right.at(y, r.left.at(y, found))
}
