package export_test

import (
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"
	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/backend"
	"ebim/framework/export"
	"ebim/framework/export/onnx"
	"ebim/framework/network"
	"ebim/framework/network/networktest"
	"ebim/framework/points"
	"ebim/registry"
)

// wide is the width of the points that operations are tried with: maps of 3 x 4.
const wide = 12

// operations are functions of points of R^12 that networks have not, or not in every way.
var operations = map[string]networktest.Formula{
	"log1p": func(x *graph.Node) *graph.Node { // a thousandth of the digits would be left
		return graph.MulScalar(graph.Log1p(graph.MulScalar(x, 1e-5)), 1e5)
	},
	"log1p_large": func(x *graph.Node) *graph.Node { return graph.Log1p(graph.Exp(x)) },
	"expm1": func(x *graph.Node) *graph.Node {
		return graph.MulScalar(graph.Expm1(graph.MulScalar(x, 1e-5)), 1e5)
	},
	"expm1_large": func(x *graph.Node) *graph.Node { return graph.Expm1(x) },
	"rsqrt":       func(x *graph.Node) *graph.Node { return graph.Rsqrt(graph.AddScalar(graph.Square(x), 0.1)) },
	"finite": func(x *graph.Node) *graph.Node {
		infinite := graph.Div(x, graph.ZerosLike(x))
		return graph.Add(x, graph.ConvertDType(graph.IsFinite(graph.Where(graph.GreaterThan(x, graph.OnesLike(x)),
			infinite, x)), x.DType()))
	},
	"clamp": func(x *graph.Node) *graph.Node {
		return graph.Clip(x, graph.Const(x.Graph(), float32(-1)), graph.Const(x.Graph(), float32(2)))
	},
	"remainder": func(x *graph.Node) *graph.Node { return graph.ModScalar(x, 0.7) },
	"steps": func(x *graph.Node) *graph.Node {
		return graph.Add(graph.Floor(x), graph.Mul(graph.Ceil(x), graph.Sign(x)))
	},
	"not_equal": func(x *graph.Node) *graph.Node {
		return graph.Add(x, graph.ConvertDType(graph.NotEqual(graph.Floor(x), graph.OnesLike(x)), x.DType()))
	},
	"reductions": func(x *graph.Node) *graph.Node {
		m := graph.Reshape(x, -1, 3, 4)
		return graph.Concatenate([]*graph.Node{graph.ReduceMax(m, 1), graph.ReduceMin(m, 1),
			graph.ReduceMultiply(m, 1), graph.ReduceSum(m, 2)}, 1)
	},
	"count": func(x *graph.Node) *graph.Node {
		return graph.Add(x, graph.Iota(x.Graph(), x.Shape(), 1))
	},
	"strided": func(x *graph.Node) *graph.Node {
		return graph.Reverse(graph.Slice(x, graph.AxisRange(), graph.AxisRange(1, 11).Stride(3)), 1)
	},
	"padded": func(x *graph.Node) *graph.Node {
		return graph.Pad(x, graph.Const(x.Graph(), float32(7)), compute.PadAxis{},
			compute.PadAxis{Start: 2, End: -3, Interior: 2})
	},
	"batched": func(x *graph.Node) *graph.Node { // products of each row's own matrices
		m := graph.Reshape(x, -1, 3, 4)
		return graph.Reshape(graph.DotGeneral(m, []int{2}, []int{0}, graph.Sin(m), []int{2}, []int{0}), -1, 9)
	},
	"constant_first": func(x *graph.Node) *graph.Node {
		c := graph.Const(x.Graph(), [][]float32{{1, -2}, {3, 4}, {5, 6}})
		y := graph.DotGeneral(c, []int{0}, nil, graph.Reshape(x, -1, 3, 4), []int{1}, nil) // [2, batch, 4]
		return graph.Reshape(graph.TransposeAllAxes(y, 1, 2, 0), -1, 8)
	},
	"window_sum": func(x *graph.Node) *graph.Node { return pooled(x, compute.ReduceOpSum, 1, 2) },
	"window_max": func(x *graph.Node) *graph.Node { return pooled(x, compute.ReduceOpMax, 2, 1) },
	"window_min": func(x *graph.Node) *graph.Node { return pooled(x, compute.ReduceOpMin, 2, 2) },
	"convolution": func(x *graph.Node) *graph.Node {
		kernel := graph.Sin(graph.IotaFull(x.Graph(), shapes.Make(dtypes.Float32, 2, 2, 1, 4)))
		m := graph.Concatenate([]*graph.Node{graph.Reshape(x, -1, 3, 4, 1),
			graph.Cos(graph.Reshape(x, -1, 3, 4, 1))}, 3)
		y := graph.ConvGeneral(m, kernel, compute.ConvolveAxesConfig{InputSpatial: []int{1, 2}, InputChannels: 3,
			KernelSpatial:       []int{0, 1},
			KernelInputChannels: 2, KernelOutputChannels: 3, OutputSpatial: []int{1, 2}, OutputChannels: 3},
			[]int{2, 1}, [][2]int{{2, 1}, {-1, 2}}, []int{2, 1}, []int{1, 2}, 2, 1)
		return graph.ReduceSum(graph.Mul(y, y), 1, 2)
	},
}

func pooled(x *graph.Node, reduction compute.ReduceOpType, dilation, base int) *graph.Node {
	m := graph.Reshape(x, -1, 3, 4)
	y := graph.BackendReduceWindow(m, reduction, []int{1, 2, 2}, []int{1, 1, 2}, []int{1, 1, base},
		[]int{1, 1, dilation}, [][2]int{{}, {1, 0}, {2, 1}})
	if reduction != compute.ReduceOpSum { // a window of padding alone
		y = graph.Where(graph.IsFinite(y), y, graph.ZerosLike(y))
	}
	d := y.Shape().Dimensions
	return graph.Reshape(y, d[0], d[1]*d[2])
}

// formula is a function as a network without parameters, and points.
func formula(t *testing.T, f networktest.Formula) (*export.Function, *points.Set) {
	t.Helper()
	traced, err := backend.Trace("formula", [][]int{{4, wide}},
		func(x []*graph.Node) []*graph.Node { return []*graph.Node{f(x[0])} })
	if err != nil {
		t.Fatal(err)
	}
	n := network.Compose(func([]network.Function) network.Function { return f })
	fs, x := functions(n, wide, traced.Outputs[0].Shape.Dimensions[1])
	return fs[0], x
}

// What can't be written is an error that names it, and nothing is written.
func TestWhatCannotBeWritten(t *testing.T) {
	for name, test := range map[string]struct {
		f    networktest.Formula
		want string
	}{
		"an operation": {func(x *graph.Node) *graph.Node {
			return graph.InsertAxes(graph.ConvertDType(graph.ArgMax(x, 1), dtypes.Float32), 1)
		}, "F can't be written as ONNX: its operation ArgMinMax is not among those that are written"},
		"the batch's size": {func(x *graph.Node) *graph.Node {
			return graph.DivScalar(x,
				float64(x.Shape().Dimensions[0]))
		},
			"F can't be written for batches of any size: the settings of Constant depend on the batch; write it for " +
				"one size"},
		"some rows": {func(x *graph.Node) *graph.Node {
			return graph.Sub(x, graph.SliceAxis(x, 0, graph.AxisRange(0, 1)))
		}, "its operation Slice takes some rows of a batch"},
		"numbered rows": {func(x *graph.Node) *graph.Node { return graph.Add(x, graph.Iota(x.Graph(), x.Shape(), 0)) },
			"its operation Iota counts the rows of a batch"},
		"a number of operations": {func(x *graph.Node) *graph.Node {
			for range x.Shape().Dimensions[0] {
				x = graph.Sin(x)
			}
			return x
		}, "operations for batches of 2 and"},
	} {
		f, _ := formula(t, test.f)
		err := f.WriteONNX(writesNothing{t}, about(registry.Standard()), 0)
		var missing *onnx.MissingError
		var batch *onnx.BatchError
		if err == nil || !strings.Contains(err.Error(), test.want) || !errors.As(err, &missing) &&
			!errors.As(err, &batch) {
			t.Errorf("%s: %v\nwant %s", name, err, test.want)
		}
		if errors.As(err, &batch) {
			if err := f.WriteONNX(io.Discard, about(registry.Standard()), 4); err != nil {
				t.Errorf("%s, for one size: %v", name, err)
			}
		}
	}
}

type writesNothing struct{ *testing.T }

func (w writesNothing) Write([]byte) (int, error) {
	w.Error("a file is begun that can't be finished")
	return 0, nil
}
