package sampler

import (
	"sync"

	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/autodiff"
	"ebim/framework/network"
)

// Up to smallCodimension a system with the Gram matrix is eliminated number by number, and up to denseCodimension block by
// block; above it is solved by conjugate gradients, from products alone.
//
// Measured on one core with a network of hidden layers (64, 64), for 512 points, in ms: one system, and nine with the same
// matrix (a tangent step and its return by quasi-Newton), by blocks and by c conjugate gradients.
//
//	c     one          nine
//	8     1.0 | 1.1    1.4 | 10
//	16    3.6 | 2.2    6.4 | 20
//	29    9.2 | 6.6    14  | 60
//	64    44  | 14     80  | 130
//
// Conjugate gradients are the cheaper ones for a single system, if c iterations are enough: in single precision they aren't
// where the singular values of J differ by more than a factor of ten or so, which elimination solves all the same.
const (
	smallCodimension = 4
	denseCodimension = 64
)

// Normals is the normal space of the manifold F = const at a batch of points: the span of the rows of J = dF/dx.
type Normals struct {
	value       *graph.Node // F(x), [batch, c]
	codimension int
	derivative  autodiff.Linear
	rows        []*graph.Node // the rows of J, [batch, n] each; nil above denseCodimension
	// gram factorizes J J^T when it is first needed, between the two limits.
	gram func() *autodiff.Factorization
}

// NormalsAt is the normal space at x [batch, n].
func NormalsAt(f network.Function, x *graph.Node) Normals {
	value, derivative := f.Linearize(x)
	normals := Normals{value: value, codimension: value.Shape().Dimensions[1], derivative: derivative}
	if normals.codimension <= denseCodimension {
		normals.rows = autodiff.Rows(value, derivative)
	}
	normals.gram = sync.OnceValue(func() *autodiff.Factorization { return normals.factorize(normals) })
	return normals
}

// factorize takes J J'^T apart, of the Jacobians here and there.
func (n Normals) factorize(there Normals) *autodiff.Factorization {
	return autodiff.Factorize(autodiff.RowProduct(graph.Stack(n.rows, 1), graph.Stack(there.rows, 1)))
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
	if n.codimension <= smallCodimension {
		return autodiff.RowProducts(n.rows, w)
	}
	return n.derivative.JVP(w)
}

// SolveGram is (J J^T)^-1 b for b [batch, c].
func (n Normals) SolveGram(b *graph.Node) *graph.Node {
	switch {
	case n.codimension <= smallCodimension:
		return autodiff.SolveDense(autodiff.RowMatrix(n.rows, n.rows), b)
	case n.codimension <= denseCodimension:
		return n.gram().Solve(b)
	}
	gram := func(v *graph.Node) *graph.Node { return n.derivative.JVP(n.derivative.VJP(v)) }
	return autodiff.ConjugateGradients(gram, b, n.codimension)
}

// solveNewton is (J(y) J(x)^T)^-1 F(y) for these normals at y and others at x, and above denseCodimension, where that matrix
// is not at hand, (J(x) J(x)^T)^-1 F(y).
func (n Normals) solveNewton(start Normals) *graph.Node {
	switch {
	case n.codimension <= smallCodimension:
		return autodiff.SolveDense(autodiff.RowMatrix(n.rows, start.rows), n.value)
	case n.codimension <= denseCodimension:
		return n.factorize(start).Solve(n.value)
	}
	return start.SolveGram(n.value)
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
