package onkernels

import (
	"cmp"
	"slices"

	"ebim/framework/points"
)

// reaches finds the kernels that reach a point. The few that reach farthest have a tree of their own, or nearly every
// box of the others would have one of them.
type reaches struct {
	most, farthest *balls // nil for none
	rank           []int  // of each center in the order in which they are found
}

// farShare is that of the kernels that reach farthest: at least those that are wide.
const farShare = 1. / 12

// newReaches has balls of radii around centers, of which there is one or more.
func newReaches(centers *points.Set, radii []float64) *reaches {
	all := points.Range(0, centers.Len())
	newBalls(centers, radii, all) // for their order
	r, sorted := &reaches{rank: make([]int, len(all))}, slices.Sorted(slices.Values(radii))
	from := sorted[int((1-farShare)*float64(len(all)))]
	var most, farthest []int
	for k, i := range all {
		if r.rank[i] = k; radii[i] < from {
			most = append(most, i)
		} else {
			farthest = append(farthest, i)
		}
	}
	r.farthest = newBalls(centers, radii, farthest)
	if len(most) > 0 {
		r.most = newBalls(centers, radii, most)
	}
	return r
}

// at are the centers whose balls may hold a point.
func (r *reaches) at(y []float64) []int {
	found := r.farthest.at(y, nil)
	if r.most != nil {
		found = r.most.at(y, found)
	}
	slices.SortFunc(found, func(a, b int) int { return cmp.Compare(r.rank[a], r.rank[b]) })
	return found
}

// balls finds those that hold a point: a tree of boxes around their centers, with the largest radius in each.
type balls struct {
	low, high   []float64
	radius      float64
	centers     []int  // of a leaf
	left, right *balls // nil in a leaf
}

// newBalls has those of radii around the chosen centers, which it sorts.
func newBalls(centers *points.Set, radii []float64, chosen []int) *balls {
	const leaf = 16
	r := &balls{low: slices.Clone(centers.At(chosen[0])), high: slices.Clone(centers.At(chosen[0]))}
	axis, widest := 0, 0.
	for _, i := range chosen {
		r.radius = max(r.radius, radii[i])
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
	r.left, r.right = newBalls(centers, radii, chosen[:half:half]), newBalls(centers, radii, chosen[half:])
	return r
}

// at appends the centers of those that may hold a point.
func (r *balls) at(y []float64, found []int) []int {
	const rounding = 1 + 1e-9
	square, most := 0.0, r.radius*r.radius*rounding
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
