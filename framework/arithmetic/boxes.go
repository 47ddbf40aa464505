package arithmetic

import (
	"math"
	"slices"
)

// hull is the least box that holds all.
func hull(boxes [][][2]float64) [][2]float64 { return bounded(boxes, math.Min, math.Max) }

// common is the box that lies in all: a model has no points outside of its own. An axis ends before it begins where the
// boxes have nothing in common.
func common(boxes [][][2]float64) [][2]float64 { return bounded(boxes, math.Max, math.Min) }

// bounded is the box of combined lower and combined upper bounds.
func bounded(boxes [][][2]float64, lower, upper func(a, b float64) float64) [][2]float64 {
	whole := slices.Clone(boxes[0])
	for _, box := range boxes[1:] {
		for j, axis := range box {
			whole[j] = [2]float64{lower(whole[j][0], axis[0]), upper(whole[j][1], axis[1])}
		}
	}
	return whole
}
