package loss

import (
	"github.com/gomlx/gomlx/pkg/core/graph"

	"ebim/framework/autodiff"
	"ebim/framework/network"
)

// Boundary is the mean, over points of the box's boundary [batch, n], of (boundary_margin - s F)_+ in codimension 1, where
// s is the sign that F has on most of them, and of (boundary_margin - |F|)_+ in higher codimension. It is 0 when the
// manifold keeps its distance from the boundary and so, being closed inside the box, can't leave it.
func (l *Implicit) Boundary(f network.Function, boundary *graph.Node) *graph.Node {
	y := f.Apply(boundary)
	if y.Shape().Dimensions[1] > 1 {
		y = autodiff.Norm(y)
	} else {
		y = graph.Mul(y, graph.StopGradient(graph.Sign(graph.ReduceAllSum(graph.Sign(y)))))
	}
	return graph.ReduceAllMean(graph.MaxScalar(graph.AddScalar(graph.Neg(y), l.BoundaryMargin), 0))
}
