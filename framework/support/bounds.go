package support

import (
	"errors"
	"fmt"
	"math"

	"ebim/framework/points"
)

// Bounds of exact draws. Draws are taken while no more than ToleratedShare of the proposals exceed their bound, or where bounds
// were raised MostRaised times. The bound on a density's logarithm in a cell is above the largest value that was seen there by
// Slack, in nats, and a share of the range of the values: a logarithm is nearly linear in a cell, and its bend there is a part
// of its range.
const (
	ToleratedShare = 1e-3
	MostRaised     = 50
	Slack          = 0.05
	RangeShare     = 0.5
)

// None stands for the cell of a point that can't be drawn.
const None = -1

// Raise raises the bounds of cells, or of a mesh's elements, by what the logarithms of a density at points in them exceed them and
// some slack, and counts these points.
func Raise(owners []int, logs []float64, bound func(owner int) *float64) (exceeded int) {
	largest := map[int]float64{}
	for i, v := range logs {
		owner := owners[i]
		if owner == None || !(v > *bound(owner)) {
			continue
		}
		exceeded++
		largest[owner] = max(largest[owner], v-*bound(owner))
	}
	for owner, excess := range largest {
		*bound(owner) += excess + Slack
	}
	return exceeded
}

// ErrNowhere says that a density is 0 wherever it was looked at.
var ErrNowhere = errors.New("the energy is infinite everywhere, so the model has no density to draw from")

// LargestLog is the largest of the logarithms of a density at some points. The error says where it is not a number.
func LargestLog(support *points.Set, logs []float64) (float64, error) {
	largest := math.Inf(-1)
	for i, w := range logs {
		if math.IsNaN(w) || math.IsInf(w, 1) {
			return 0, fmt.Errorf("the energy is %v at %v, so the model has no density to draw from", -w, support.At(i))
		}
		largest = max(largest, w)
	}
	return largest, nil
}
