package network

import (
	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/autodiff"
	"ebim/framework/config"
)

// OnSphere is a network whose outputs are divided by their length: a function to the unit sphere. An output of 0 stays
// there.
type OnSphere struct{ Network }

// CheckShape implements Shaped.
func (s OnSphere) CheckShape(in, out int) error {
	if out < 2 {
		return &config.FieldError{Found: "a sphere of one coordinate, which is two points",
			Allowed: "two outputs or more"}
	}
	return checkShape(s.Network, in, out)
}

// Bind implements Network.
func (s OnSphere) Bind(parameters []*graph.Node) Function {
	return InTurn{First: s.Network.Bind(parameters), Second: direction{}}
}

// Cost implements Costed.
func (s OnSphere) Cost(in, out int) Cost {
	cost := CostOf(s.Network, in, out)
	cost.Activations += float64(out)
	return cost
}

// direction is x/|x|, whose Jacobian (I - d d^T)/|x| is symmetric.
type direction struct{}

func (direction) Apply(x *graph.Node) *graph.Node { return autodiff.Direction(x) }

func (direction) Linearize(x *graph.Node) (*graph.Node, autodiff.Linear) {
	d := autodiff.Direction(x)
	// |x| d is x, so that 1/|x| is |d|^2/(x . d), without a division by 0 where x is 0.
	along := func(a, b *graph.Node) *graph.Node { return graph.InsertAxes(graph.ReduceSum(graph.Mul(a, b), 1), -1) }
	norm := along(x, d)
	inverse := graph.Where(graph.IsPositive(norm), graph.Reciprocal(graph.Where(graph.IsPositive(norm), norm,
		graph.OnesLike(norm))), graph.ZerosLike(norm))
	jacobian := func(v *graph.Node) *graph.Node { return graph.Mul(inverse, graph.Sub(v, graph.Mul(d, along(d, v)))) }
	return d, autodiff.Linear{JVP: jacobian, VJP: jacobian}
}

var (
	_ Shaped = OnSphere{}
	_ Costed = OnSphere{}
)
