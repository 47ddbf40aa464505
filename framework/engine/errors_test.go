package engine

import (
	"math"
	"strings"
	"testing"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"
)

// Mistakes, and what their messages must say: the operation first, then what was found and what is allowed.
var mistakes = []struct {
	name  string
	build func(r recorder) (compute.Value, error)
	want  []string
}{
	{"types differ", func(r recorder) (compute.Value, error) { return r.Add(r.float(2), r.in(dtypes.Int32, 2)) },
		[]string{"Add", "Float32", "Int32", "differ"}},
	{"sum of Bool", func(r recorder) (compute.Value, error) { return r.Add(r.in(dtypes.Bool), r.in(dtypes.Bool)) },
		[]string{"Add", "Bool", "numbers"}},
	{"order of Bool", func(r recorder) (compute.Value, error) {
		return r.LessThan(r.in(dtypes.Bool),
			r.in(dtypes.Bool))
	},
		[]string{"LessThan", "Bool", "numbers"}},
	{"logic of numbers", func(r recorder) (compute.Value, error) { return r.LogicalAnd(r.float(2), r.float(2)) },
		[]string{"LogicalAnd", "Float32", "Bool"}},
	{"exp of integers", func(r recorder) (compute.Value, error) { return r.Exp(r.in(dtypes.Int32, 2)) },
		[]string{"Exp", "Int32", "floating-point"}},
	{"negative of unsigned", func(r recorder) (compute.Value, error) { return r.Neg(r.in(dtypes.Uint8, 2)) },
		[]string{"Neg", "Uint8", "signed"}},
	{"ranks differ", func(r recorder) (compute.Value, error) { return r.Add(r.float(2), r.float(2, 2)) },
		[]string{"ranks 1 and 2"}},
	{"lengths differ", func(r recorder) (compute.Value, error) { return r.Add(r.float(4, 2), r.float(4, 3)) },
		[]string{"(Float32)[4, 2]", "axis 1", "lengths 2 and 3"}},
	{"condition of numbers", func(r recorder) (compute.Value,
		error) {
		return r.Where(r.float(2), r.float(2), r.float(2))
	},
		[]string{"Where", "condition", "Bool is needed"}},
	{"branches differ", func(r recorder) (compute.Value, error) {
		return r.Where(r.in(dtypes.Bool), r.float(), r.in(dtypes.Float64, 2))
	}, []string{"Where", "Float32 and Float64 differ"}},
	{"convert to an unknown type", func(r recorder) (compute.Value,
		error) {
		return r.ConvertDType(r.float(2), dtypes.Complex64)
	},
		[]string{"ConvertDType", "Complex64", "allowed are", "Float32"}},
	{"bits of Bool", func(r recorder) (compute.Value, error) { return r.Bitcast(r.in(dtypes.Bool, 2), dtypes.Uint8) },
		[]string{"Bitcast", "bits of Bool"}},
	{"bits that cannot be joined", func(r recorder) (compute.Value,
		error) {
		return r.Bitcast(r.in(dtypes.Uint8, 3), dtypes.Uint32)
	},
		[]string{"Bitcast", "length 4 is needed"}},
	{"bits of a scalar joined", func(r recorder) (compute.Value,
		error) {
		return r.Bitcast(r.in(dtypes.Uint8), dtypes.Uint32)
	},
		[]string{"Bitcast", "length 4 is needed"}},

	{"parameter of an unknown type", func(r recorder) (compute.Value, error) {
		return r.Parameter("x", shapes.Make(dtypes.Complex128, 2), nil)
	}, []string{"Parameter", "Complex128", "allowed are"}},
	{"parameter without a type", func(r recorder) (compute.Value,
		error) {
		return r.Parameter("x", shapes.Invalid(), nil)
	},
		[]string{"Parameter", "not supported"}},
	{"parameter larger than memory", func(r recorder) (compute.Value, error) {
		return r.Parameter("x", shapes.Make(dtypes.Float32, 1<<31, 1<<31), nil)
	}, []string{"Parameter", "address space"}},
	{"constant without values", func(r recorder) (compute.Value, error) { return r.Constant(nil) },
		[]string{"Constant", "slice is needed"}},
	{"constant of strings", func(r recorder) (compute.Value, error) { return r.Constant([]string{"a"}, 1) },
		[]string{"Constant", "not supported"}},
	{"constant of too few values", func(r recorder) (compute.Value, error) { return r.Constant([]int8{1}, 2) },
		[]string{"1 values", "has 2"}},
	{"constant of negative length", func(r recorder) (compute.Value, error) { return r.Constant([]int8{1}, -1) },
		[]string{"length -1"}},
	{"Iota of a scalar", func(r recorder) (compute.Value, error) { return r.Iota(shapes.Make(dtypes.Int32), 0) },
		[]string{"Iota", "axis 0"}},
	{"Iota of Bool", func(r recorder) (compute.Value, error) { return r.Iota(shapes.Make(dtypes.Bool, 2), 0) },
		[]string{"Iota", "numbers"}},

	{"Reshape to another size", func(r recorder) (compute.Value, error) { return r.Reshape(r.float(2, 3), 5) },
		[]string{"6 elements", "have 5"}},
	{"Reshape to negative length", func(r recorder) (compute.Value, error) { return r.Reshape(r.float(2, 3), -1) },
		[]string{"length -1"}},
	{"Transpose of too few axes", func(r recorder) (compute.Value, error) { return r.Transpose(r.float(2, 3), 0) },
		[]string{"permutation has 1 entries; 2"}},
	{"Transpose of an axis twice", func(r recorder) (compute.Value, error) { return r.Transpose(r.float(2, 3), 1, 1) },
		[]string{"axis 1 twice"}},
	{"Transpose of an axis that is not there", func(r recorder) (compute.Value,
		error) {
		return r.Transpose(r.float(2, 3), 0, 2)
	},
		[]string{"axis 2", "0 to 1"}},
	{"broadcast in the wrong order", func(r recorder) (compute.Value, error) {
		return r.BroadcastInDim(r.float(2, 3), shapes.Make(dtypes.Float32, 3, 2), []int{1, 0})
	}, []string{"must increase"}},
	{"broadcast to another length", func(r recorder) (compute.Value, error) {
		return r.BroadcastInDim(r.float(2), shapes.Make(dtypes.Float32, 3), []int{0})
	}, []string{"length 2", "1 or 3"}},
	{"broadcast to another type", func(r recorder) (compute.Value, error) {
		return r.BroadcastInDim(r.float(), shapes.Make(dtypes.Float64, 3), nil)
	}, []string{"Float64 differs"}},
	{"slice beyond the end", func(r recorder) (compute.Value,
		error) {
		return r.Slice(r.float(4), []int{1}, []int{5}, nil)
	},
		[]string{"from 1 to 5", "<= 4"}},
	{"slice that ends before it starts", func(r recorder) (compute.Value,
		error) {
		return r.Slice(r.float(4), []int{3}, []int{2}, nil)
	},
		[]string{"from 3 to 2"}},
	{"slice without steps", func(r recorder) (compute.Value,
		error) {
		return r.Slice(r.float(4), []int{0}, []int{4}, []int{0})
	},
		[]string{"strides[0] is 0"}},
	{"slice of endless steps", func(r recorder) (compute.Value, error) {
		return r.Slice(r.float(4), []int{0}, []int{4}, []int{math.MaxInt})
	}, []string{"Slice", "strides[0] is", "1 to 2147483647"}},
	{"slice of too few axes", func(r recorder) (compute.Value,
		error) {
		return r.Slice(r.float(4, 4), []int{0}, []int{4, 4}, nil)
	},
		[]string{"starts has 1 entries; 2"}},
	{"Reverse of an axis twice", func(r recorder) (compute.Value, error) { return r.Reverse(r.float(4, 4), 1, 1) },
		[]string{"Reverse", "axis 1 twice"}},
	{"Concatenate nothing", func(r recorder) (compute.Value, error) { return r.Concatenate(0) },
		[]string{"Concatenate", "no operands"}},
	{"Concatenate scalars", func(r recorder) (compute.Value, error) { return r.Concatenate(0, r.float(), r.float()) },
		[]string{"axis 0"}},
	{"Concatenate what differs", func(r recorder) (compute.Value,
		error) {
		return r.Concatenate(0, r.float(2, 3), r.float(2, 4))
	},
		[]string{"operand 1 differs", "axis 0"}},
	{"Concatenate types", func(r recorder) (compute.Value, error) {
		return r.Concatenate(0, r.float(2),
			r.in(dtypes.Int8, 2))
	},
		[]string{"Float32 and Int8 differ"}},
	{"Pad with a vector", func(r recorder) (compute.Value, error) { return r.Pad(r.float(2), r.float(1)) },
		[]string{"fill value", "scalar"}},
	{"Pad too many axes", func(r recorder) (compute.Value, error) {
		return r.Pad(r.float(2), r.float(), compute.PadAxis{}, compute.PadAxis{})
	}, []string{"2 axes are padded; there are 1"}},
	{"Pad to less than nothing", func(r recorder) (compute.Value,
		error) {
		return r.Pad(r.float(2), r.float(), compute.PadAxis{End: -3})
	},
		[]string{"axis 0 of length 2", "End:-3"}},
	{"Pad with a negative interior", func(r recorder) (compute.Value, error) {
		return r.Pad(r.float(5), r.float(), compute.PadAxis{Interior: -1})
	}, []string{"interior"}},
	{"Pad with an endless interior", func(r recorder) (compute.Value, error) {
		return r.Pad(r.float(5), r.float(), compute.PadAxis{Interior: 1 << 62})
	}, []string{"axis 0", "2147483647"}},

	{"sum over an axis that is not there", func(r recorder) (compute.Value,
		error) {
		return r.ReduceSum(r.float(2, 3), 2)
	},
		[]string{"ReduceSum", "axis 2", "0 to 1"}},
	{"sum over an axis twice", func(r recorder) (compute.Value, error) { return r.ReduceSum(r.float(2, 3), 1, 1) },
		[]string{"axis 1 twice"}},
	{"sum of a Bool", func(r recorder) (compute.Value, error) { return r.ReduceSum(r.in(dtypes.Bool)) },
		[]string{"ReduceSum", "numbers"}},
	{"logical reduction of numbers", func(r recorder) (compute.Value, error) { return r.ReduceLogicalOr(r.float(2)) },
		[]string{"Bool is needed"}},
	{"position as a float", func(r recorder) (compute.Value,
		error) {
		return r.ArgMinMax(r.float(2), 0, dtypes.Float32, true)
	},
		[]string{"ArgMinMax", "result", "integer"}},
	{"position in nothing", func(r recorder) (compute.Value,
		error) {
		return r.ArgMinMax(r.float(2, 0), 1, dtypes.Int32, true)
	},
		[]string{"axis 1 is empty"}},

	{"product of other lengths", func(r recorder) (compute.Value, error) {
		return r.product(r.float(2, 3), []int{1}, nil, r.float(4, 2), []int{0}, nil)
	},
		[]string{"contracting", "[3] and [4]"}},
	{"axis contracted and batched", func(r recorder) (compute.Value, error) {
		return r.product(r.float(2, 3), []int{1}, []int{1}, r.float(3, 3), []int{0}, []int{1})
	}, []string{"left", "axis 1 twice"}},
	{"more axes on the left", func(r recorder) (compute.Value, error) {
		return r.product(r.float(2, 3), []int{0, 1}, nil, r.float(2, 3), []int{0}, nil)
	}, []string{"contracting", "[2 3] and [2]"}},
	{"axis too far from the end", func(r recorder) (compute.Value, error) {
		return r.product(r.float(2), []int{-2}, nil, r.float(2), []int{0}, nil)
	}, []string{"left", "axis -1"}},
	{"convolution of other ranks", func(r recorder) (compute.Value, error) {
		return r.ConvGeneral(r.float(2, 7, 3), r.float(3, 4), channelsLast, nil, nil, nil, nil, 1, 1)
	}, []string{"ConvGeneral", "ranks are 3 and 2"}},
	{"convolution of other channels", func(r recorder) (compute.Value, error) {
		return r.ConvGeneral(r.float(2, 7, 3), r.float(3, 5, 4), channelsLast, nil, nil, nil, nil, 1, 1)
	}, []string{"3 channels", "kernel's 5"}},
	{"convolution with an axis twice", func(r recorder) (compute.Value, error) {
		axes := channelsLast
		axes.InputBatch = 2
		return r.ConvGeneral(r.float(2, 7, 3), r.float(3, 3, 4), axes, nil, nil, nil, nil, 1, 1)
	}, []string{"input axes", "axis 2 twice"}},
	{"convolution larger than its input", func(r recorder) (compute.Value, error) {
		return r.ConvGeneral(r.float(2, 7, 3), r.float(8, 3, 4), channelsLast, nil, nil, nil, nil, 1, 1)
	}, []string{"spatial axis 0", "8", "7"}},
	{"convolution in groups that do not divide", func(r recorder) (compute.Value, error) {
		return r.ConvGeneral(r.float(2, 7, 6), r.float(3, 3, 5), channelsLast, nil, nil, nil, nil, 2, 1)
	}, []string{"5 output channels", "2 groups"}},
	{"convolution with both kinds of groups", func(r recorder) (compute.Value, error) {
		return r.ConvGeneral(r.float(2, 7, 6), r.float(3, 3, 4), channelsLast, nil, nil, nil, nil, 2, 2)
	}, []string{"only one"}},
	{"convolution without dilation", func(r recorder) (compute.Value, error) {
		return r.ConvGeneral(r.float(2, 7, 3), r.float(3, 3, 4), channelsLast, nil, nil, []int{0}, nil, 1, 1)
	}, []string{"inputDilations[0] is 0"}},

	{"Gather at floats", func(r recorder) (compute.Value, error) {
		return r.Gather(r.float(5), r.float(4, 1), 1, nil, []int{0}, []int{0}, []int{1}, false)
	}, []string{"Gather", "indices", "integer"}},
	{"Gather with vectors of other length", func(r recorder) (compute.Value, error) {
		return r.Gather(r.float(5), r.in(dtypes.Int32, 4, 2), 1, nil, []int{0}, []int{0}, []int{1}, false)
	}, []string{"startIndexMap has 1 entries; 2"}},
	{"Gather along an axis far away", func(r recorder) (compute.Value, error) {
		return r.Gather(r.float(5), r.in(dtypes.Int32, 4), 3, nil, []int{0}, []int{0}, []int{1}, false)
	}, []string{"indexVectorAxis", "axis 3"}},
	{"Gather of more than there is", func(r recorder) (compute.Value, error) {
		return r.Gather(r.float(5), r.in(dtypes.Int32, 4, 1), 1, []int{1}, nil, []int{0}, []int{6}, false)
	}, []string{"sliceSizes [6]", "0 to 5"}},
	{"Gather that collapses a longer slice", func(r recorder) (compute.Value, error) {
		return r.Gather(r.float(5), r.in(dtypes.Int32, 4, 1), 1, nil, []int{0}, []int{0}, []int{2}, false)
	}, []string{"collapsed axis 0", "1 is needed"}},
	{"Gather without a place for an axis", func(r recorder) (compute.Value, error) {
		return r.Gather(r.float(5, 2), r.in(dtypes.Int32, 4, 1), 1, nil, []int{0}, []int{0}, []int{1, 2}, false)
	}, []string{"offsetOutputAxes has 1 entries; 2"}},
	{"Scatter of another type", func(r recorder) (compute.Value, error) {
		return r.ScatterSum(r.float(5), r.in(dtypes.Int32, 4, 1), r.in(dtypes.Int32, 4), 1, nil, []int{0},
			[]int{0}, false, false)
	}, []string{"ScatterSum", "Float32 and Int32 differ"}},
	{"Scatter of more updates than indices", func(r recorder) (compute.Value, error) {
		return r.ScatterMin(r.float(5), r.in(dtypes.Int32, 4, 1), r.float(3), 1, nil, []int{0}, []int{0}, false, false)
	}, []string{"updates have dimensions [3]", "[4]"}},
	{"Scatter of a window that is too large", func(r recorder) (compute.Value, error) {
		return r.ScatterSum(r.float(5), r.in(dtypes.Int32, 4, 1), r.float(4, 6), 1, []int{1}, nil,
			[]int{0}, false, false)
	}, []string{"[6]", "[5]"}},
	{"DynamicSlice of more than there is", func(r recorder) (compute.Value, error) {
		return r.DynamicSlice(r.float(5), []compute.Value{r.in(dtypes.Int32)}, []int{6})
	}, []string{"DynamicSlice", "takes 6", "0 to 5"}},
	{"DynamicSlice with a start missing", func(r recorder) (compute.Value, error) {
		return r.DynamicSlice(r.float(5, 5), []compute.Value{r.in(dtypes.Int32)}, []int{2, 2})
	}, []string{"startIndices has 1 entries; 2"}},
	{"DynamicSlice from a matrix", func(r recorder) (compute.Value, error) {
		return r.DynamicSlice(r.float(5), []compute.Value{r.in(dtypes.Int32, 1, 1)}, []int{2})
	}, []string{"start 0", "scalar"}},
	{"DynamicSlice from a vector of other length", func(r recorder) (compute.Value, error) {
		return r.DynamicSlice(r.float(5), []compute.Value{r.in(dtypes.Int32, 2)}, []int{2})
	}, []string{"startIndices has 2 entries; 1"}},
	{"DynamicSlice from a float", func(r recorder) (compute.Value, error) {
		return r.DynamicSlice(r.float(5), []compute.Value{r.float()}, []int{2})
	}, []string{"startIndices", "integer"}},
	{"DynamicUpdateSlice of other rank", func(r recorder) (compute.Value, error) {
		return r.DynamicUpdateSlice(r.float(5), r.float(), []compute.Value{r.in(dtypes.Int32)})
	}, []string{"DynamicUpdateSlice", "0 entries; 1"}},

	{"ReduceWindow without a reduction", func(r recorder) (compute.Value, error) {
		return r.ReduceWindow(r.float(5), compute.ReduceOpUndefined, []int{2}, nil, nil, nil, nil)
	}, []string{"Undefined", "Sum, Product, Max and Min"}},
	{"ReduceWindow without a window", func(r recorder) (compute.Value, error) {
		return r.ReduceWindow(r.float(5), compute.ReduceOpMax, nil, nil, nil, nil, nil)
	}, []string{"windowDimensions has 0 entries; 1"}},
	{"ReduceWindow with an empty window", func(r recorder) (compute.Value, error) {
		return r.ReduceWindow(r.float(5), compute.ReduceOpMax, []int{0}, nil, nil, nil, nil)
	}, []string{"windowDimensions[0] is 0"}},
	{"windows over endless padding", func(r recorder) (compute.Value, error) {
		return r.ReduceWindow(r.float(5), compute.ReduceOpMax, []int{2}, nil, nil, nil, [][2]int{{math.MaxInt, 0}})
	}, []string{"ReduceWindow", "axis 0", "a padding is", "2147483647"}},
	{"ReduceWindow that does not fit", func(r recorder) (compute.Value, error) {
		return r.ReduceWindow(r.float(5), compute.ReduceOpMax, []int{3}, nil, nil, []int{3}, nil)
	}, []string{"axis 0", "3 elements", "over 7", "has 5"}},
	{"ReduceWindow with negative padding", func(r recorder) (compute.Value, error) {
		return r.ReduceWindow(r.float(5), compute.ReduceOpMax, []int{3}, nil, nil, nil, [][2]int{{-1, 0}})
	}, []string{"axis 0", "[-1 0]", "at least 0"}},
	{"ReduceWindow of sums of Bool", func(r recorder) (compute.Value, error) {
		return r.ReduceWindow(r.in(dtypes.Bool, 5), compute.ReduceOpSum, []int{3}, nil, nil, nil, nil)
	}, []string{"Bool", "numbers"}},

	{"random Bool", func(r recorder) (compute.Value, error) {
		_, values, err := r.RNGBitGenerator(r.in(dtypes.Uint64, 3), shapes.Make(dtypes.Bool, 2))
		return values, err
	}, []string{"RNGBitGenerator", "Bool"}},
	{"random state of another shape", func(r recorder) (compute.Value, error) {
		_, values, err := r.RNGBitGenerator(r.in(dtypes.Uint64, 2), shapes.Make(dtypes.Uint8, 2))
		return values, err
	}, []string{"the state is (Uint64)[2]", "[3]"}},
}

func TestMistakes(t *testing.T) {
	for _, c := range mistakes {
		t.Run(c.name, func(t *testing.T) {
			op, err := c.build(newRecorder(t))
			if err == nil {
				t.Fatalf("it is recorded: %v", op)
			}
			if op != nil {
				t.Errorf("beside the error there is %v", op)
			}
			for _, part := range append(c.want, "cpu: ") {
				if !strings.Contains(err.Error(), part) {
					t.Errorf("the error %q does not say %q", err, part)
				}
			}
		})
	}
}
