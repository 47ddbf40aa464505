package engine

import (
	"testing"

	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"
	"github.com/gomlx/gomlx/core/graph"
)

// Graphs that GoMLX itself builds from its functions and their gradients, which use the interface in other ways than
// the documentation shows.
var graphs = []struct {
	name  string
	build func(x *graph.Node) *graph.Node // x is (Float32)[2, 6, 6, 4]
}{
	{"softmax", func(x *graph.Node) *graph.Node { return graph.Softmax(x, -1) }},
	{"variance", func(x *graph.Node) *graph.Node { return graph.ReduceVariance(x, 0, 2) }},
	{"slice", func(x *graph.Node) *graph.Node {
		return graph.Slice(x, graph.AxisRange(), graph.AxisRange(1, 5).Stride(2), graph.AxisElem(3))
	}},
	{"concatenate", func(x *graph.Node) *graph.Node { return graph.Concatenate([]*graph.Node{x, graph.Exp(x)}, -1) }},
	{"product", func(x *graph.Node) *graph.Node { return graph.Einsum("bhwc,bhwd->bcd", x, x) }},
	{"gather", func(x *graph.Node) *graph.Node {
		return graph.Gather(x, graph.Const(x.Graph(), [][]int32{{1, 2}, {0, 3}, {1, 5}}))
	}},
	{"gather of slices", func(x *graph.Node) *graph.Node {
		return graph.GatherSlices(x, []int{1}, graph.Const(x.Graph(), [][]int32{{1}, {2}, {3}}), []int{3}, true)
	}},
	{"scatter", func(x *graph.Node) *graph.Node {
		indices := graph.Const(x.Graph(), [][]int32{{1}, {0}})
		return graph.ScatterSum(graph.Zeros(x.Graph(), x.Shape()), indices, x, false, true)
	}},
	{"convolution", func(x *graph.Node) *graph.Node {
		return graph.Convolve(x, graph.Ones(x.Graph(), shapes.Make(dtypes.Float32, 3, 3, 4, 5))).PadSame().Done()
	}},
	{"maximum pool", func(x *graph.Node) *graph.Node { // GoMLX's rule for its gradient is replaced by autodiff
		return graph.Add(x, graph.ReduceAllSum(graph.MaxPool(graph.StopGradient(x)).Window(2).Done()))
	}},
	{"mean pool", func(x *graph.Node) *graph.Node { return graph.MeanPool(x).Window(3).Strides(1).PadSame().Done() }},
	{"interpolation", func(x *graph.Node) *graph.Node { return graph.Interpolate(x, 2, 12, 12, 4).Bilinear().Done() }},
	{"cumulative sum", func(x *graph.Node) *graph.Node { return graph.CumSum(x, 1) }},
	{"shift", func(x *graph.Node) *graph.Node { return graph.ShiftWithScalar(x, 1, graph.ShiftDirRight, 1, 0) }},
	{"random numbers", func(x *graph.Node) *graph.Node {
		_, noise := graph.RandomNormal(graph.RNGStateFromSeedForGraph(x.Graph(), 1), x.Shape())
		return graph.Add(x, noise)
	}},
	{"dynamic slice", func(x *graph.Node) *graph.Node {
		zero := graph.Const(x.Graph(), int32(0))
		part := graph.DynamicSlice(graph.StopGradient(x), []*graph.Node{zero, zero, zero, zero}, []int{1, 2, 3, 4})
		return graph.Add(x, graph.ReduceAllSum(part))
	}},
}

func TestGraphsOfGoMLXAreRecorded(t *testing.T) {
	b := newBackend(t)
	b.compile = compileFake
	for _, c := range graphs {
		t.Run(c.name, func(t *testing.T) {
			g := graph.NewGraph(b, c.name)
			x := graph.Parameter(g, "x", shapes.Make(dtypes.Float32, 2, 6, 6, 4))
			y := c.build(x)
			gradient := graph.Gradient(graph.ReduceAllSum(graph.Square(y)), x)[0]
			g.Compile(y, gradient)
			if !gradient.Shape().Equal(x.Shape()) {
				t.Errorf("the gradient is %s", gradient.Shape())
			}
		})
	}
}
