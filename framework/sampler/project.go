package sampler

import (
	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/network"
)

// Project moves x [batch, n] toward the manifold F = 0 by Gauss-Newton steps x - J^T (J J^T)^-1 F, none longer than
// reach, and returns the points and their |F| [batch]. It minimizes |F|^2 as the paper does for the starting points of
// constrained chains; what does not converge is seen by its |F|.
func Project(f network.Function, x *graph.Node, iterations int, reach float64) (projected, residual *graph.Node) {
	for range iterations {
		there := NormalsOfSearch(f, x)
		x = graph.Sub(x, shorten(there.Combine(there.SolveGram(there.value)), reach))
	}
	return x, maxNorm(f.Apply(x))
}

// shorten scales rows of step [batch, n] that are longer than reach down to it. A step that is not a number becomes 0.
func shorten(step *graph.Node, reach float64) *graph.Node {
	square := graph.InsertAxes(graph.ReduceSum(graph.Mul(step, step), 1), -1)
	factor := graph.MinScalar(graph.MulScalar(graph.Rsqrt(graph.AddScalar(square, 1e-30)), reach), 1)
	step = graph.Mul(step, factor)
	return graph.Where(graph.IsFinite(step), step, graph.ZerosLike(step))
}

// Approach moves y [batch, n] along the manifold F = 0 toward x [batch, n] and onto it, none of the steps longer than
// reach, and returns the points and the length of the last step [batch]. With normals of NormalsOfSearch it is quick,
// and does not settle where the singular values of J differ much; with those of NormalsAt it does.
func Approach(normals func(f network.Function, x *graph.Node) Normals, f network.Function, y, x *graph.Node,
	iterations int, reach float64) (near, last *graph.Node) {
	for range iterations {
		step := shorten(normals(f, y).toward(graph.Sub(x, y)), reach)
		y = graph.Add(y, step)
		last = graph.Sqrt(graph.ReduceSum(graph.Mul(step, step), 1))
	}
	return y, last
}
