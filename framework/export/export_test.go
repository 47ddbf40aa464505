package export

import (
	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/network"
	"ebim/framework/points"
)

// OfNetwork returns a network as F of a model whose networks see points by a scaling, and the derivative of |F|^2/2 by
// its input.
func OfNetwork(n network.Trained, in, out int, units *points.Scaling) []*Function {
	slope := func(f network.Function, x *graph.Node) *graph.Node {
		y, derivative := f.Linearize(x)
		return derivative.VJP(y)
	}
	return []*Function{
		{Name: "F", In: in, Out: out, network: n, before: units},
		{Name: "gradient", In: in, Out: in, Derived: true, network: n, build: slope, before: units,
			after: slopes(units)},
	}
}

// Parameters returns those of the function's network.
func (f *Function) Parameters() []network.Parameter { return f.network.Parameters }
