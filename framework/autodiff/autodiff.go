// Package autodiff gives the derivatives that samplers and losses are written in, on top of GoMLX's reverse mode:
// vector-Jacobian products, Jacobian-vector products, the Gram matrix J J^T of a manifold-defining function and systems
// with it. It also fixes GoMLX's derivative rules where they are slow, wrong or missing, by registering rules that hold
// on every backend and to any order: see dot.go, convolution.go, pool.go, missing.go and elementwise.go.
//
// Shapes: a function maps x [batch, n] to y [batch, c], row by row. Its Jacobian J is [c, n] for each row and is never
// built for large c.
package autodiff

import (
	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/component"
)

// Linear is the derivative of a function at a batch of points: the linear map J of each row and its transpose.
type Linear struct {
	// JVP maps tangents [batch, n] to J w [batch, c].
	JVP func(tangent *graph.Node) *graph.Node
	// VJP maps cotangents [batch, c] to J^T v [batch, n].
	VJP func(cotangent *graph.Node) *graph.Node
}

// Linearize returns the derivative at x of the row-wise function whose graph leads from x [batch, n] to y [batch, c].
// The Jacobian-vector product differentiates a vector-Jacobian product, linear in its cotangent, by that cotangent.
func Linearize(x, y *graph.Node) Linear {
	vjp := func(cotangent *graph.Node) *graph.Node {
		held, release := hold(cotangent)
		defer release()
		return Gradient(graph.ReduceAllSum(graph.Mul(y, held)), x)[0]
	}
	jvp := func(tangent *graph.Node) *graph.Node {
		// The cotangent's value does not matter, but zeros built as a constant could be folded away.
		cotangent := graph.ZerosLike(y)
		return Gradient(graph.ReduceAllSum(graph.Mul(vjp(cotangent), tangent)), cotangent)[0]
	}
	return Linear{JVP: jvp, VJP: vjp}
}

// Gradient is graph.Gradient, the derivatives of a scalar y by each of x. A mistake in it says that a derivative asked.
func Gradient(y *graph.Node, x ...*graph.Node) []*graph.Node {
	defer component.Blame(component.Derivative{})
	return graph.Gradient(y, x...)
}

// hold is x, constant in gradients that are taken before release is called and not after. A cotangent may depend on the
// point of linearization itself, as in a Gram system's solution, and J^T v is the derivative at fixed v.
func hold(x *graph.Node) (held *graph.Node, release func()) {
	constant := true
	held = graph.IdentityWithCustomGradient(x, func(_, cotangent *graph.Node) *graph.Node {
		if constant {
			return nil
		}
		return cotangent
	})
	return held, func() { constant = false }
}

// Norm returns the Euclidean norm of each row of x [batch, c], as [batch], with derivative 0 where the row is 0 (and
// for c = 1 the sign of x, which is 0 at 0).
func Norm(x *graph.Node) *graph.Node {
	if x.Shape().Dimensions[1] == 1 {
		x = graph.Reshape(x, x.Shape().Dimensions[0])
		return graph.Mul(x, graph.StopGradient(graph.Sign(x)))
	}
	return SafeSqrt(graph.ReduceSum(graph.Mul(x, x), 1))
}

// Direction is x [batch, c] divided by its row's norm, and 0 where the row is 0: the derivative of Norm.
func Direction(x *graph.Node) *graph.Node {
	if x.Shape().Dimensions[1] == 1 {
		return graph.Sign(x)
	}
	norm := graph.ReduceSum(graph.Mul(x, x), 1)
	return graph.Mul(x, graph.InsertAxes(reciprocalRoot(norm), -1))
}

// Sum is the sum of term(0) to term(count-1), in this order.
func Sum(count int, term func(i int) *graph.Node) *graph.Node {
	sum := term(0)
	for i := 1; i < count; i++ {
		sum = graph.Add(sum, term(i))
	}
	return sum
}

// SafeSqrt returns the square root of x >= 0 with derivative 0 at 0, where the true one is infinite.
func SafeSqrt(x *graph.Node) *graph.Node {
	positive := graph.IsPositive(x)
	root := graph.Sqrt(graph.Where(positive, x, graph.OnesLike(x)))
	return graph.Where(positive, root, graph.ZerosLike(x))
}

// reciprocalRoot is x^(-1/2), and 0 at 0.
func reciprocalRoot(x *graph.Node) *graph.Node {
	positive := graph.IsPositive(x)
	root := graph.Rsqrt(graph.Where(positive, x, graph.OnesLike(x)))
	return graph.Where(positive, root, graph.ZerosLike(x))
}
