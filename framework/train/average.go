package train

import (
	"math"

	"github.com/gomlx/gomlx/core/graph"
)

// average moves a mean of parameters toward the next ones. Parameters that don't change are averaged to their own bits.
func average(mean, next, weight *graph.Node) *graph.Node {
	return graph.Add(mean, graph.Mul(graph.Sub(next, mean), weight))
}

// averageWeight returns the weight of the parameters after a step (from 0) against the mean of those after earlier
// steps, such that the mean after t steps is
//
//	sum_{s <= t} decay^(t-s) parameters_s / sum_{s <= t} decay^(t-s),
//
// the exponential moving average that starts at 0 with its bias corrected (as Adam's moments, Kingma and Ba 2015).
func averageWeight(decay float64, step int) float32 {
	return float32((1 - decay) / (1 - math.Pow(decay, float64(step+1))))
}
