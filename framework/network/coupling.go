package network

import (
	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/autodiff"
)

// coupling is an affine coupling (RealNVP, Dinh et al. 2017): it leaves the passive coordinates of x [batch, n] alone
// and makes every active one
//
//	x_j exp(b tanh(s_j)) + t_j,
//
// with s and t functions of the passive coordinates only. Each passive coordinate has s = t = 0, so that one formula
// serves all of them. The bound b is learned: tanh keeps a step of the training from overflowing the exponential.
type coupling struct {
	conditioner  Function    // x to (s, t) of the active coordinates, [batch, 2 active]
	bound        *graph.Node // b, [1, 1]
	scale, shift Placement   // of s and of t among the coordinates
}

// transformed is a coupling's value with what its derivative is made of, all [batch, n].
type transformed struct {
	value  *graph.Node
	factor *graph.Node // exp(b tanh(s)), the derivative of the value by x at fixed s and t
	slope  *graph.Node // derivative of the value by s
}

func (c *coupling) transform(x, conditions *graph.Node) transformed {
	tanh := graph.Tanh(c.scale.Place(conditions))
	factor := graph.Exp(graph.Mul(tanh, c.bound))
	scaled := graph.Mul(x, factor)
	return transformed{
		value:  graph.Add(scaled, c.shift.Place(conditions)),
		factor: factor,
		slope:  graph.Mul(graph.Mul(scaled, graph.OneMinus(graph.Mul(tanh, tanh))), c.bound),
	}
}

func (c *coupling) Apply(x *graph.Node) *graph.Node {
	return c.transform(x, c.conditioner.Apply(x)).value
}

func (c *coupling) Linearize(x *graph.Node) (*graph.Node, autodiff.Linear) {
	conditions, inner := c.conditioner.Linearize(x)
	y := c.transform(x, conditions)
	return y.value, autodiff.Linear{
		JVP: func(tangent *graph.Node) *graph.Node {
			moved := inner.JVP(tangent)
			through := graph.Add(graph.Mul(y.slope, c.scale.Place(moved)), c.shift.Place(moved))
			return graph.Add(graph.Mul(y.factor, tangent), through)
		},
		VJP: func(cotangent *graph.Node) *graph.Node {
			conditions := graph.Add(c.scale.Pick(graph.Mul(y.slope, cotangent)), c.shift.Pick(cotangent))
			return graph.Add(graph.Mul(y.factor, cotangent), inner.VJP(conditions))
		},
	}
}
