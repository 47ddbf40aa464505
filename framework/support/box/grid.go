package box

import (
	"math"

	"ebim/framework/points"
	"ebim/framework/support"
)

// Grid is a regular grid of points that covers a box, its faces included.
type Grid struct {
	Box   points.Box
	Steps []int // along each axis, one less than the points there
}

// Even is a grid of the same number of steps along each axis.
func Even(box points.Box, steps int) Grid {
	g := Grid{Box: box}
	for range box {
		g.Steps = append(g.Steps, steps)
	}
	return g
}

// Counts is the number of points along each axis.
func (g Grid) Counts() []int {
	counts := make([]int, len(g.Steps))
	for j, steps := range g.Steps {
		counts[j] = steps + 1
	}
	return counts
}

// Points is the grid's points, the last coordinate changing fastest.
func (g Grid) Points() *points.Set {
	total := 1
	for _, count := range g.Counts() {
		total *= count
	}
	set := points.New(total, len(g.Box))
	g.Visit(func(i int, at []int) {
		x := set.At(i)
		for j, k := range at {
			share := float64(k) / float64(g.Steps[j])
			x[j] = (1-share)*g.Box[j][0] + share*g.Box[j][1]
		}
	})
	return set
}

// Visit goes through the points with their indices along each axis.
func (g Grid) Visit(each func(i int, at []int)) {
	at := make([]int, len(g.Steps))
	for i := 0; ; i++ {
		each(i, at)
		axis := len(at) - 1
		for ; axis >= 0 && at[axis] == g.Steps[axis]; axis-- {
			at[axis] = 0
		}
		if axis < 0 {
			return
		}
		at[axis]++
	}
}

// logIntegral is the logarithm of the integral of exp(logs) over the box by the trapezoidal rule, from every stride-th
// of the points along each axis.
func (g Grid) logIntegral(logs []float64, stride int) float64 {
	var terms []float64
	g.Visit(func(i int, at []int) {
		shares := 1.0
		for j, k := range at {
			if k%stride != 0 {
				return
			}
			if k == 0 || k == g.Steps[j] {
				shares /= 2 // a point of a face has half a cell
			}
		}
		terms = append(terms, logs[i]+math.Log(shares))
	})
	sum, _ := support.LogSum(terms)
	for j, axis := range g.Box {
		sum += math.Log((axis[1] - axis[0]) / float64(g.Steps[j]/stride))
	}
	return sum
}
