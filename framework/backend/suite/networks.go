package suite

import (
	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/autodiff"
	"ebim/framework/backend"
)

// Network is the case of a network's values and of the derivatives that losses ask for: by its parameters, by the points, and by its
// parameters of the squared derivative by the points. bind is the function from R^inputs with given parameters, which is taken at so many points.
func Network(name string, parameters []backend.Array, inputs, batch int, bind func(parameters []*graph.Node) func(x *graph.Node) *graph.Node) Case {
	c := Case{Group: "networks", Name: name, Low: -1, High: 1, Tolerance: gradientTolerance, Floor: 1}
	for _, p := range parameters {
		c.Inputs, c.Given = append(c.Inputs, p.Dimensions), append(c.Given, p.Data)
	}
	c.Inputs = append(c.Inputs, []int{batch, inputs})
	last := len(parameters)
	value := func(in []*graph.Node) *graph.Node { return bind(in[:last])(in[last]) }
	sum := func(in []*graph.Node) *graph.Node { return weighted(value(in)) }
	slope := func(in []*graph.Node) *graph.Node {
		return graph.ReduceAllMean(graph.Square(autodiff.Gradient(sum(in), in[last])[0]))
	}
	c.Parts = []Part{
		{Name: "value", Build: value},
		{Name: "derivative by the points", Build: func(in []*graph.Node) *graph.Node { return autodiff.Gradient(sum(in), in[last])[0] }},
		{Name: "derivatives by the parameters", Build: func(in []*graph.Node) *graph.Node { return flat(autodiff.Gradient(sum(in), in[:last]...)) }},
		{Name: "derivatives of a squared derivative", Build: func(in []*graph.Node) *graph.Node { return flat(autodiff.Gradient(slope(in), in[:last]...)) }},
	}
	return c
}

// flat is all arrays as one axis.
func flat(arrays []*graph.Node) *graph.Node {
	for i, a := range arrays {
		arrays[i] = graph.Reshape(a, -1)
	}
	return graph.Concatenate(arrays, 0)
}
