package network

import (
	"github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"

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

// Placement puts some columns of a matrix [batch, width] into the columns of one [batch, n], and back. It multiplies by
// constant matrices, because slices and concatenations have no second derivative on the pure-Go backend.
type Placement struct {
	matrix     *graph.Node // [n, width]
	transposed *graph.Node // [width, n]
}

// NewPlacement puts column first + i into column at[i], with the graph and type of another node.
func NewPlacement(like *graph.Node, n int, at []int, first, width int) Placement {
	matrix, transposed := make([]float32, n*width), make([]float32, width*n)
	for i, j := range at {
		matrix[j*width+first+i], transposed[(first+i)*n+j] = 1, 1
	}
	// Of nested slices GoMLX makes constants element by element, by reflection.
	constant := func(flat []float32, dimensions ...int) *graph.Node {
		tensor := tensors.FromFlatDataAndDimensions(flat, dimensions...)
		return graph.ConvertDType(graph.ConstTensor(like.Graph(), tensor), like.DType())
	}
	return Placement{matrix: constant(matrix, n, width), transposed: constant(transposed, width, n)}
}

// Place maps y [batch, width] to [batch, n], 0 in the columns that get nothing.
func (p Placement) Place(y *graph.Node) *graph.Node { return product(y, p.matrix) }

// Pick returns the transpose of Place, from [batch, n] to [batch, width].
func (p Placement) Pick(x *graph.Node) *graph.Node { return product(x, p.transposed) }
