package ridged

import (
	"slices"

	"ebim/framework/neighbors"
)

// neighborAtSpacing is which neighbors' distance stands for the spacing of data: the eighth of a curve's points, whose
// widest gap between N points is some log N times their mean distance, and the fifth of a surface's. Of few places on a
// curve it is an earlier one: ends are joined within four spacings, for the eighth of 60 around a circle 1.7 radii.
func (r *ridge) neighborAtSpacing() int {
	places := r.env.Data.Distinct()
	switch {
	case r.options.Dimension > 1:
		return 5
	case places < Fewest:
		return 2
	}
	return min(max(places/everyNext, leastNext), mostNext)
}

// Neighbors that stand for a curve's spacing: from, to, and for how many points each.
const leastNext, mostNext, everyNext = 3, 8, 24

// Fewest is how many places on a curve, if there are fewer, are trained on with noise along it, which leads over gaps:
// the second neighbors stand for their spacing.
const Fewest = 40

// fewOnCurve reports whether a curve has so few points that nearer neighbors stand for their spacing.
func (r *ridge) fewOnCurve() bool { return r.options.Dimension == 1 && r.next() < mostNext }

// shareOfSpacing is the least noise at which a ridge of few points is taken, as a share of their spacing.
const shareOfSpacing = 0.3

// medianSpacing is the median distance of a training point to that neighbor, of up to a thousand points.
func (r *ridge) medianSpacing() float64 {
	data := r.env.Data
	if r.fewOnCurve() { // rows of one place are at no distance
		data = data.Different()
	}
	some, tree := data.Slice(0, min(data.Len(), 1000)), neighbors.New(data)
	var apart []float64
	for i := range some.Len() {
		apart = append(apart, tree.Distance(some.At(i), r.next()+1))
	}
	slices.Sort(apart)
	return apart[len(apart)/2]
}
