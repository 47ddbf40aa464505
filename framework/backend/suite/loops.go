package suite

import (
	"math"

	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"
	"github.com/gomlx/gomlx/core/graph"
)

// loops run on the device, as chains and solvers do where the backend has loops.
func loops() []Case {
	const rows, columns, steps, rate = 20, 3, 25, 0.1
	// GoMLX keeps the scalars of a graph, and would take those of one function into another: here they are constants of each.
	number := func(x *graph.Node, value float32) *graph.Node { return graph.Const(x.Graph(), value) }
	descent := func(in []*graph.Node) *graph.Node {
		return while(in[0], func(count, _ *graph.Node) *graph.Node { return graph.LessThan(count, number(count, steps)) },
			func(x *graph.Node) *graph.Node { return graph.Sub(x, graph.Mul(graph.Tanh(x), number(x, rate))) })
	}
	root := func(in []*graph.Node) *graph.Node { // by Newton's steps, until all are there
		return while(graph.Exp(in[0]), func(count, x *graph.Node) *graph.Node {
			left := graph.ReduceAllMax(graph.Abs(graph.Sub(graph.Mul(x, x), number(x, 2))))
			return graph.LogicalAnd(graph.LessThan(count, number(count, 100)), graph.GreaterThan(left, number(x, 1e-5)))
		}, func(x *graph.Node) *graph.Node {
			return graph.Mul(graph.Add(x, graph.Div(number(x, 2), x)), number(x, 0.5))
		})
	}
	never := func(in []*graph.Node) *graph.Node {
		return while(in[0], func(count, _ *graph.Node) *graph.Node { return graph.LessThan(count, number(count, -1)) },
			func(x *graph.Node) *graph.Node { return graph.Neg(x) })
	}
	each := func(f func(x float64) float64) func(in [][]float32) []float64 {
		return func(in [][]float32) []float64 {
			out := widened(in[0])
			for i, x := range out {
				out[i] = f(x)
			}
			return out
		}
	}
	return []Case{{Group: "loops", Name: "on the device", Inputs: [][]int{{rows, columns}}, Low: -2, High: 2, Tolerance: sumTolerance, Floor: 1, Parts: []Part{
		{"25 steps of descent", descent, each(func(x float64) float64 {
			for range steps {
				x -= rate * math.Tanh(x)
			}
			return x
		}), nil},
		{"Newton's steps to a root", root, each(func(float64) float64 { return math.Sqrt2 }), nil},
		{"not once", never, each(func(x float64) float64 { return x }), nil},
	}}}
}

// while changes x by steps for as long as a condition on the number of steps and on x holds.
func while(x *graph.Node, condition func(count, x *graph.Node) *graph.Node, step func(x *graph.Node) *graph.Node) *graph.Node {
	parameters := func(g *graph.Graph) (count, state *graph.Node) {
		return graph.Parameter(g, "count", shapes.Make(dtypes.Float32)), graph.Parameter(g, "state", x.Shape())
	}
	holds := graph.NewClosure(x.Graph(), func(g *graph.Graph) []*graph.Node { return []*graph.Node{condition(parameters(g))} })
	body := graph.NewClosure(x.Graph(), func(g *graph.Graph) []*graph.Node {
		count, state := parameters(g)
		return []*graph.Node{graph.Add(count, graph.Const(g, float32(1))), step(state)}
	})
	return graph.While(holds, body, graph.Const(x.Graph(), float32(0)), x)[1]
}
