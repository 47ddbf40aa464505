package network

import (
	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/kernels"
)

// Where the logarithms of kernels are among the parameters, and those of smooth densities after them.
const (
	logsAt = 4 + iota
	landmarksAt
	widthsAt
	coefficientsAt
	smoothLogsAt
)

// nothing is the logarithm of no density.
const nothing = -1e30

// emptySmooth is the parameters of smooth densities on R^in.
func (k *Kernels) emptySmooth(in int) []Parameter {
	if k.Smooth == 0 {
		return nil
	}
	return []Parameter{zeros("landmarks", kernels.Landmarks, in), zeros("widths", k.Smooth),
		zeros("coefficients", k.Smooth, kernels.Landmarks), zeros("smooth_logs", k.Smooth)}
}

func (k *Kernels) costOfSmooth(n float64) (parameters, activations float64) {
	smooth := float64(k.Smooth)
	if k.Smooth == 0 {
		return 0, 0
	}
	return kernels.Landmarks*(n+smooth) + 2*smooth, kernels.Landmarks * (n + 2*smooth)
}

// clearSmooth makes the smooth densities among parameters 0 everywhere.
func (k *Kernels) clearSmooth(p []Parameter) {
	for i := range k.Smooth {
		p[widthsAt].Values[i], p[smoothLogsAt].Values[i] = 1, nothing
	}
}

// smoothSum is smooth densities.
type smoothSum struct{ landmarks, widths, coefficients, logs *graph.Node }

// apply is their logarithms at x, [batch, densities].
func (s *smoothSum) apply(x *graph.Node) *graph.Node {
	difference := graph.Sub(graph.InsertAxes(x, 1), graph.InsertAxes(s.landmarks, 0))
	distance := graph.InsertAxes(graph.ReduceSum(graph.Square(difference), 2), 1)    // [batch, 1, landmarks]
	precision := graph.InsertAxes(graph.Reciprocal(graph.Square(s.widths)), 0, -1)   // [1, densities, 1]
	bumps := graph.Exp(graph.MulScalar(graph.Mul(distance, precision), -0.5))        // [batch, densities, landmarks]
	sum := graph.ReduceSum(graph.Mul(bumps, graph.InsertAxes(s.coefficients, 0)), 2) // [batch, densities]
	return graph.Add(sum, graph.InsertAxes(s.logs, 0))
}
