package suite

import (
	"fmt"
	"slices"
	"strings"

	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/autodiff"
)

// gradientTolerance is that of derivatives, whose sums cancel.
const gradientTolerance = 3e-4

// gradients are of perceptrons as wide as those that are trained, and of what manifolds are moved along with.
func gradients() []Case {
	var all []Case
	for _, width := range []int{32, 128, 256} {
		all = append(all, perceptron(width))
	}
	step := perceptron(64)
	step.Short = true
	step.Parts = slices.DeleteFunc(step.Parts, func(p Part) bool { return !strings.Contains(p.Name, "by the middle weights") })
	return append(all, step, systems())
}

// perceptron has two hidden layers; weights drawn from [-1, 1] are divided by the root of their number.
func perceptron(width int) Case {
	const batch, inputs = 128, 3
	c := Case{Group: "gradients", Name: fmt.Sprintf("of a perceptron of width %d", width), Low: -1, High: 1, Tolerance: gradientTolerance, Floor: 1,
		Inputs: [][]int{{batch, inputs}, {inputs, width}, {width}, {width, width}, {width}, {width, 1}}}
	energy := func(in []*graph.Node) *graph.Node {
		h := graph.Tanh(graph.Add(dot(in[0], in[1]), graph.InsertAxes(in[2], 0)))
		h = graph.Add(graph.MulScalar(dot(h, in[3]), 4/float64(width)), graph.InsertAxes(in[4], 0))
		h = graph.Mul(h, graph.Logistic(h))
		return dot(h, in[5])
	}
	loss := func(in []*graph.Node) *graph.Node {
		return graph.ReduceAllMean(graph.Square(graph.SubScalar(energy(in), 1)))
	}
	eikonal := func(in []*graph.Node) *graph.Node {
		slope := autodiff.Norm(autodiff.Gradient(graph.ReduceAllSum(energy(in)), in[0])[0])
		return graph.ReduceAllMean(graph.Square(graph.SubScalar(slope, 1)))
	}
	add := func(name string, value func(in []*graph.Node) *graph.Node, by int) {
		c.Parts = append(c.Parts, Part{Name: name, Build: func(in []*graph.Node) *graph.Node { return autodiff.Gradient(value(in), in[by])[0] }})
	}
	c.Parts = append(c.Parts, Part{Name: "energy", Build: energy}, Part{Name: "loss", Build: loss}, Part{Name: "eikonal loss", Build: eikonal})
	add("loss by the first weights", loss, 1)
	add("loss by the middle weights", loss, 3)
	add("loss by the points", loss, 0)
	add("eikonal loss by the first weights", eikonal, 1)
	add("eikonal loss by the middle weights", eikonal, 3)
	return c
}

// systems are Gram systems and their solutions' derivatives, as projections and constrained samplers have them.
func systems() Case {
	const batch, n, codimension = 50, 5, 2
	rows := func(in []*graph.Node) []*graph.Node {
		return []*graph.Node{graph.Tanh(in[0]), graph.Add(graph.Sin(in[1]), in[0])}
	}
	solve := func(in []*graph.Node) *graph.Node {
		gram := autodiff.RowMatrix(rows(in), rows(in))
		for i := range gram { // far from singular
			gram[i][i] = graph.AddScalar(gram[i][i], 1)
		}
		return autodiff.SolveDense(gram, in[2])
	}
	c := Case{Group: "gradients", Name: "of Gram systems", Low: -1, High: 1, Tolerance: gradientTolerance, Floor: 1, Inputs: [][]int{{batch, n}, {batch, n}, {batch, codimension}},
		Parts: []Part{{Name: "solution", Build: solve}, {Name: "norms", Build: func(in []*graph.Node) *graph.Node { return autodiff.Norm(in[0]) }}}}
	c.Parts = append(c.Parts, derivatives(solve, "rows")...)
	return c
}
