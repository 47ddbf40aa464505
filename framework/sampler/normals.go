package sampler

import (
	"github.com/gomlx/gomlx/pkg/core/graph"

	"ebim/framework/autodiff"
	"ebim/framework/network"
)

// denseCodimension is the largest codimension for which the rows of the Jacobian are built one by one; above it systems
// with the Gram matrix are solved by conjugate gradients, from products alone.
const denseCodimension = 4

// Normals is the normal space of the manifold F = const at a batch of points: the span of the rows of J = dF/dx.
type Normals struct {
	value       *graph.Node // F(x), [batch, c]
	codimension int
	derivative  autodiff.Linear
	rows        []*graph.Node // the rows of J, [batch, n] each; nil above denseCodimension
}

// NormalsAt is the normal space at x [batch, n].
func NormalsAt(f network.Function, x *graph.Node) Normals {
	value, derivative := f.Linearize(x)
	normals := Normals{value: value, codimension: value.Shape().Dimensions[1], derivative: derivative}
	if normals.codimension <= denseCodimension {
		normals.rows = autodiff.Rows(value, derivative)
	}
	return normals
}

// Combine is J^T v, the combination of the normals with coefficients v [batch, c].
func (n Normals) Combine(v *graph.Node) *graph.Node {
	if n.codimension == 1 {
		return graph.Mul(n.rows[0], v)
	}
	return n.derivative.VJP(v)
}

// Components is J w, the product of each normal with w [batch, n].
func (n Normals) Components(w *graph.Node) *graph.Node {
	if n.rows != nil {
		return autodiff.RowProducts(n.rows, w)
	}
	return n.derivative.JVP(w)
}

// SolveGram is (J J^T)^-1 b for b [batch, c].
func (n Normals) SolveGram(b *graph.Node) *graph.Node {
	if n.rows != nil {
		return autodiff.SolveDense(autodiff.RowMatrix(n.rows, n.rows), b)
	}
	gram := func(v *graph.Node) *graph.Node { return n.derivative.JVP(n.derivative.VJP(v)) }
	return autodiff.ConjugateGradients(gram, b, n.codimension)
}

// Tangent is w minus its part in the normal space: w - J^T (J J^T)^-1 J w (equation 11).
func (n Normals) Tangent(w *graph.Node) *graph.Node {
	return graph.Sub(w, n.Combine(n.SolveGram(n.Components(w))))
}

// Distance is the distance of x to the manifold to first order, |J^T (J J^T)^-1 F(x)|, as [batch, 1].
func (n Normals) Distance() *graph.Node {
	step := n.Combine(n.SolveGram(n.value))
	return graph.InsertAxes(autodiff.SafeSqrt(graph.ReduceSum(graph.Mul(step, step), 1)), -1)
}
