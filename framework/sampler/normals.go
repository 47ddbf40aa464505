package sampler

import (
	"sync"

	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/autodiff"
	"ebim/framework/network"
)

// Up to smallCodimension a system with the Gram matrix is eliminated number by number, and up to denseCodimension
// block by block; above it is solved by conjugate gradients, from products alone.
//
// Measured on one core with a network of hidden layers (64, 64), for 512 points, in ms: one system, and nine with the
// same matrix (a tangent step and its return by quasi-Newton), by blocks and by c conjugate gradients.
//
//	c     one          nine
//	8     1.0 | 1.1    1.4 | 10
//	16    3.6 | 2.2    6.4 | 20
//	29    9.2 | 6.6    14  | 60
//	64    44  | 14     80  | 130
//
// Conjugate gradients are the cheaper ones for a single system, if c iterations are enough: in single precision they
// aren't where the singular values of J differ by more than a factor of ten or so, which elimination solves all the
// same.
const (
	smallCodimension = 4
	denseCodimension = 64
)

// largeSystem is how a system above denseCodimension is solved where the sampler's solver does not say: learned
// functions whose singular values differ by a factor of three leave 1e-5 of it, and what a return to the manifold
// leaves its next iteration takes away.
var largeSystem = autodiff.Krylov{Iterations: 16, Tolerance: 1e-5}

// searchSystem is how steps of a search solve one: each begins anew, and takes away what the one before it left, so
// that few products do.
var searchSystem = autodiff.Krylov{Iterations: 8, Tolerance: largeSystem.Tolerance}

// Normals is the normal space of the manifold F = const at a batch of points: the span of the rows of J = dF/dx.
type Normals struct {
	value       *graph.Node // F(x), [batch, c]
	codimension int
	derivative  autodiff.Linear
	// the rows of J, [batch, n] each; nil where it is never built, such as above denseCodimension
	rows []*graph.Node
	// gram factorizes J J^T when it is first needed, between the two limits.
	gram func() *autodiff.Factorization
	// krylov solves the systems where there are no rows, and solutions keeps what became of them.
	krylov    autodiff.Krylov
	solutions *[]autodiff.Solution
}

// NormalsAt is the normal space at x [batch, n].
func NormalsAt(f network.Function, x *graph.Node) Normals { return normalsBy(largeSystem, f, x) }

// NormalsOfSearch is NormalsAt for steps whose errors the next ones take away.
func NormalsOfSearch(f network.Function, x *graph.Node) Normals { return normalsBy(searchSystem, f, x) }

func normalsBy(krylov autodiff.Krylov, f network.Function, x *graph.Node) Normals {
	normals := newNormals(f, x, krylov)
	if normals.codimension <= denseCodimension {
		normals.rows = autodiff.Rows(normals.value, normals.derivative)
	}
	normals.gram = sync.OnceValue(func() *autodiff.Factorization { return normals.factorize(normals) })
	return normals
}

// newNormals is the normal space at x by products alone, never J itself.
func newNormals(f network.Function, x *graph.Node, krylov autodiff.Krylov) Normals {
	value, derivative := f.Linearize(x)
	return Normals{value: value, codimension: value.Shape().Dimensions[1], derivative: derivative, krylov: krylov,
		solutions: new([]autodiff.Solution)}
}

// factorize takes J J'^T apart, of the Jacobians here and there.
func (n Normals) factorize(there Normals) *autodiff.Factorization {
	return autodiff.Factorize(autodiff.RowProduct(graph.Stack(n.rows, 1), graph.Stack(there.rows, 1)))
}

// Combine is J^T v, the combination of the normals with coefficients v [batch, c].
func (n Normals) Combine(v *graph.Node) *graph.Node {
	if len(n.rows) == 1 {
		return graph.Mul(n.rows[0], v)
	}
	return n.derivative.VJP(v)
}

// Components is J w, the product of each normal with w [batch, n].
func (n Normals) Components(w *graph.Node) *graph.Node {
	if n.rows != nil && n.codimension <= smallCodimension {
		return autodiff.RowProducts(n.rows, w)
	}
	return n.derivative.JVP(w)
}

// SolveGram is (J J^T)^-1 b for b [batch, c].
func (n Normals) SolveGram(b *graph.Node) *graph.Node {
	switch {
	case n.rows == nil:
		krylov := n.krylov
		krylov.Iterations = min(krylov.Iterations, n.codimension)
		solution := krylov.Solve(func(v *graph.Node) *graph.Node { return n.derivative.JVP(n.derivative.VJP(v)) }, b)
		*n.solutions = append(*n.solutions, solution)
		return solution.Z
	case n.codimension <= smallCodimension:
		return autodiff.SolveDense(autodiff.RowMatrix(n.rows, n.rows), b)
	}
	return n.gram().Solve(b)
}

// solveNewton is (J(y) J(x)^T)^-1 F(y) for these normals at y and others at x, whose rows are known.
func (n Normals) solveNewton(start Normals) *graph.Node {
	if n.codimension <= smallCodimension {
		return autodiff.SolveDense(autodiff.RowMatrix(n.rows, start.rows), n.value)
	}
	return n.factorize(start).Solve(n.value)
}

// Tangent is w minus its part in the normal space: w - J^T (J J^T)^-1 J w (equation 11).
func (n Normals) Tangent(w *graph.Node) *graph.Node {
	return graph.Sub(w, n.Combine(n.SolveGram(n.Components(w))))
}

// toward is the step to F = 0 and, in the tangent space, by w: w - J^T (J J^T)^-1 (J w + F(x)).
func (n Normals) toward(w *graph.Node) *graph.Node {
	if n.rows == nil { // a system costs as much as all else
		return graph.Sub(w, n.Combine(n.SolveGram(graph.Add(n.Components(w), n.value))))
	}
	return graph.Sub(n.Tangent(w), n.Combine(n.SolveGram(n.value)))
}

// Distance is the distance of x to the manifold to first order, |J^T (J J^T)^-1 F(x)|, as [batch, 1].
func (n Normals) Distance() *graph.Node {
	step := n.Combine(n.SolveGram(n.value))
	return graph.InsertAxes(autodiff.SafeSqrt(graph.ReduceSum(graph.Mul(step, step), 1)), -1)
}

// JacobianRows returns how many rows of a constraint's Jacobian a constrained step keeps at once in a codimension: all
// of them where systems with the Gram matrix are solved by elimination, and two, a vector and its product, where they
// are solved by conjugate gradients.
func JacobianRows(codimension int) int {
	if codimension <= denseCodimension {
		return codimension
	}
	return 2
}
