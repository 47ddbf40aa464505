package loss

import (
	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/autodiff"
	"ebim/framework/network"
)

// Boundary is the mean, over points of the box's boundary [batch, n], of (boundary_margin - s F)_+ in codimension 1,
// where s is the sign that F has on most of them, and of (boundary_margin - <u, F>)_+ in higher codimension, where the
// unit vector u is the direction of the mean of F/|F| over them. It is 0 when the manifold keeps its distance from the
// boundary and so, being closed inside the box, can't leave it.
//
// That |F| is large would not do in higher codimension: the manifold meets the boundary in few points then, around
// which F takes all directions, so that to push F away from 0 on all sides makes F steeper there and moves no zero;
// and in the part of the boundary where |F| is small there is hardly ever a point of a batch. To ask for one direction
// charges the whole of the boundary where F has others. It rules no closed curve in space out: F/|F| maps the
// boundary, a sphere, to a circle, and any such map can be deformed to a constant.
func (l *Implicit) Boundary(f network.Function, boundary *graph.Node) *graph.Node {
	y := f.Apply(boundary)
	if y.Shape().Dimensions[1] > 1 {
		y = graph.ReduceSum(graph.Mul(y, graph.ExpandLeftToRank(direction(y), 2)), 1)
	} else {
		y = graph.Mul(y, graph.StopGradient(graph.Sign(graph.ReduceAllSum(graph.Sign(y)))))
	}
	return graph.ReduceAllMean(graph.MaxScalar(graph.AddScalar(graph.Neg(y), l.BoundaryMargin), 0))
}

// direction is the unit vector [c] of the mean direction of the rows of y [batch, c].
func direction(y *graph.Node) *graph.Node {
	return graph.Reshape(autodiff.Direction(graph.ReduceAndKeep(autodiff.Direction(y), graph.ReduceMean, 0)),
		y.Shape().Dimensions[1])
}
