package neighbors

import (
	"math"

	"ebim/framework/points"
)

// LeastCurves is the share of points along curves from which on points of a surface are of different dimensions.
const LeastCurves = 0.015

const (
	strataPoints = 2000 // at most are looked at
	thin         = 0.12 // ratio of standard deviations, that across over that along, from which on it is no curve
	fewestNear   = 8    // of a point: a stratum is connected where most of these belong to it
)

// Curves is the share of points around which, and around most of their neighbors, the points lie along a curve: the
// second principal component of 16 and of 32 neighbors, or of 32 and of 64, is thin beside the first. On a surface
// these are a part of lower dimension, as a whisker; at random there are none.
func Curves(x *points.Set) (share float64) {
	if x.Len() < 64 || x.Dim < 2 {
		return 0
	}
	tree, step := New(x), max(1, x.Len()/strataPoints)
	along := make([]int8, x.Len()) // 1 along a curve, -1 not
	is := func(i int) bool {
		if along[i] == 0 {
			along[i] = -1
			if alongCurve(x, tree, i) {
				along[i] = 1
			}
		}
		return along[i] > 0
	}
	count, looked := 0, 0
	for i := 0; i < x.Len(); i += step {
		looked++
		if !is(i) {
			continue
		}
		near, _ := tree.Nearest(x.At(i), fewestNear+1)
		same := 0
		for _, j := range near {
			if is(j) {
				same++
			}
		}
		if 2*same > len(near) {
			count++
		}
	}
	return float64(count) / float64(looked)
}

func alongCurve(x *points.Set, tree *Tree, i int) bool {
	near, _ := tree.Nearest(x.At(i), 64)
	before := false
	for _, count := range []int{16, 32, 64} {
		c, err := LargestComponents(x, near[:count], 2)
		now := err == nil && len(c.Variances) == 2 &&
			math.Sqrt(max(c.Variances[1], 0)) < thin*math.Sqrt(c.Variances[0])
		if now && before {
			return true
		}
		before = now
	}
	return false
}
