package engine

import (
	"strings"
	"testing"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"
)

// What is recorded beside parameters, which come first and have the numbers from 0 on.
var normalForms = []struct {
	name   string
	record func(r recorder)
	want   string
}{
	{"unary", func(r recorder) { r.must(r.Exp(r.float(2, 3))) },
		`%1 = Exp(%0) (Float32)[2, 3]`},
	{"same shapes", func(r recorder) { r.must(r.Add(r.float(2), r.float(2))) },
		`%2 = Add(%0, %1) (Float32)[2]`},
	{"scalar operand", func(r recorder) { r.must(r.Sub(r.float(), r.float(2, 3))) },
		`%2 = BroadcastInDim(%0){Axes:[]} (Float32)[2, 3]
%3 = Sub(%2, %1) (Float32)[2, 3]`},
	{"axes of length 1 on both sides", func(r recorder) { r.must(r.Mul(r.float(2, 1), r.float(1, 3))) },
		`%2 = BroadcastInDim(%0){Axes:[0 1]} (Float32)[2, 3]
%3 = BroadcastInDim(%1){Axes:[0 1]} (Float32)[2, 3]
%4 = Mul(%2, %3) (Float32)[2, 3]`},
	{"an axis of length 1 becomes empty", func(r recorder) { r.must(r.Max(r.float(1), r.float(0))) },
		`%2 = BroadcastInDim(%0){Axes:[0]} (Float32)[0]
%3 = Max(%2, %1) (Float32)[0]`},
	{"comparison", func(r recorder) { r.must(r.LessThan(r.float(2), r.float())) },
		`%2 = BroadcastInDim(%1){Axes:[]} (Float32)[2]
%3 = LessThan(%0, %2) (Bool)[2]`},
	{"equality of Bool", func(r recorder) { r.must(r.NotEqual(r.in(dtypes.Bool), r.in(dtypes.Bool))) },
		`%2 = NotEqual(%0, %1) (Bool)`},
	{"maximum of Bool", func(r recorder) { r.must(r.Max(r.in(dtypes.Bool), r.in(dtypes.Bool))) },
		`%2 = LogicalOr(%0, %1) (Bool)`},
	{"Where", func(r recorder) { r.must(r.Where(r.in(dtypes.Bool, 2), r.float(), r.float())) },
		`%3 = BroadcastInDim(%1){Axes:[]} (Float32)[2]
%4 = BroadcastInDim(%2){Axes:[]} (Float32)[2]
%5 = Where(%0, %3, %4) (Float32)[2]`},
	{"Clamp", func(r recorder) { r.must(r.Clamp(r.float(), r.float(2), r.float(2))) },
		`%3 = BroadcastInDim(%0){Axes:[]} (Float32)[2]
%4 = Clamp(%3, %1, %2) (Float32)[2]`},
	{"IsNaN", func(r recorder) { r.must(r.IsNaN(r.float(2))) }, `%1 = IsNaN(%0) (Bool)[2]`},
	{"IsNaN of integers", func(r recorder) { r.must(r.IsNaN(r.in(dtypes.Int8, 2))) },
		`%1 = NotEqual(%0, %0) (Bool)[2]`},
	{"Identity is the operand", func(r recorder) { r.must(r.Identity(r.float(2))) }, ``},
	{"ConvertDType", func(r recorder) { r.must(r.ConvertDType(r.float(2), dtypes.Int64)) },
		`%1 = ConvertDType(%0) (Int64)[2]`},
	{"ConvertDType to the same type", func(r recorder) { r.must(r.ConvertDType(r.float(2), dtypes.Float32)) }, ``},
	{"Bitcast", func(r recorder) { r.must(r.Bitcast(r.float(2), dtypes.Uint32)) }, `%1 = Bitcast(%0) (Uint32)[2]`},
	{"Bitcast to smaller", func(r recorder) { r.must(r.Bitcast(r.in(dtypes.Uint32, 1), dtypes.Uint16)) },
		`%1 = Bitcast(%0) (Uint16)[1, 2]`},
	{"Bitcast to larger", func(r recorder) { r.must(r.Bitcast(r.in(dtypes.Uint8, 3, 4), dtypes.Float32)) },
		`%1 = Bitcast(%0) (Float32)[3]`},

	{"Iota", func(r recorder) { r.must(r.Iota(shapes.Make(dtypes.Int32, 2, 3), 1)) },
		`%0 = Iota(){Axis:1} (Int32)[2, 3]`},
	{"Reshape", func(r recorder) { r.must(r.Reshape(r.float(2, 3), 6)) }, `%1 = Reshape(%0) (Float32)[6]`},
	{"Reshape of nothing", func(r recorder) { r.must(r.Reshape(r.float(0, 3), 5, 0)) },
		`%1 = Reshape(%0) (Float32)[5, 0]`},
	{"Transpose", func(r recorder) { r.must(r.Transpose(r.float(2, 3, 4), 2, 0, 1)) },
		`%1 = Transpose(%0){Permutation:[2 0 1]} (Float32)[4, 2, 3]`},
	{"BroadcastInDim", func(r recorder) {
		r.must(r.BroadcastInDim(r.float(1, 3), shapes.Make(dtypes.Float32, 2, 5, 3), []int{0, 2}))
	}, `%1 = BroadcastInDim(%0){Axes:[0 2]} (Float32)[2, 5, 3]`},
	{"Slice without strides", func(r recorder) { r.must(r.Slice(r.float(5, 4), []int{1, 4}, []int{3, 4}, nil)) },
		`%1 = Slice(%0){Starts:[1 4] Limits:[3 4] Strides:[1 1]} (Float32)[2, 0]`},
	{"Slice", func(r recorder) { r.must(r.Slice(r.float(5), []int{0}, []int{5}, []int{2})) },
		`%1 = Slice(%0){Starts:[0] Limits:[5] Strides:[2]} (Float32)[3]`},
	{"Reverse", func(r recorder) { r.must(r.Reverse(r.float(2, 3), 1, 0)) },
		`%1 = Reverse(%0){Axes:[0 1]} (Float32)[2, 3]`},
	{"Concatenate", func(r recorder) { r.must(r.Concatenate(1, r.float(2, 3), r.float(2, 0), r.float(2, 1))) },
		`%3 = Concatenate(%0, %1, %2){Axis:1} (Float32)[2, 4]`},
	{"Concatenate one", func(r recorder) { r.must(r.Concatenate(0, r.float())) }, ``},
	{"Pad", func(r recorder) {
		r.must(r.Pad(r.float(3, 2), r.float(), compute.PadAxis{Start: -1, End: 2, Interior: 1}))
	}, `%2 = Pad(%0, %1){Axes:[{Start:-1 End:2 Interior:1} {Start:0 End:0 Interior:0}]} (Float32)[6, 2]`},

	{"reduction over all axes", func(r recorder) { r.must(r.ReduceSum(r.float(2, 3))) },
		`%1 = ReduceSum(%0){Axes:[0 1]} (Float32)`},
	{"reduction of unsorted axes", func(r recorder) { r.must(r.ReduceMax(r.float(2, 3, 4), 2, 0)) },
		`%1 = ReduceMax(%0){Axes:[0 2]} (Float32)[3]`},
	{"reduction of a scalar", func(r recorder) { r.must(r.ReduceMax(r.float())) }, ``},
	{"ArgMinMax", func(r recorder) { r.must(r.ArgMinMax(r.float(2, 3), 1, dtypes.Int32, true)) },
		`%1 = ArgMinMax(%0){Axis:1 IsMinimum:true} (Int32)[2]`},

	{"minimum of Bool", func(r recorder) { r.must(r.ReduceMin(r.in(dtypes.Bool, 2))) },
		`%1 = ReduceLogicalAnd(%0){Axes:[0]} (Bool)`},
	{"ArgMinMax of Bool", func(r recorder) { r.must(r.ArgMinMax(r.in(dtypes.Bool, 2), 0, dtypes.Int64, false)) },
		`%1 = ConvertDType(%0) (Uint8)[2]
%2 = ArgMinMax(%1){Axis:0 IsMinimum:false} (Int64)`},

	{"product with sums of another type", func(r recorder) {
		x := r.in(dtypes.BFloat16, 3)
		r.must(r.DotGeneral(x, []int{0}, nil, x, []int{0}, nil,
			compute.DotGeneralConfig{AccumulatorDType: dtypes.Float32}))
	}, `%1 = ConvertDType(%0) (Float32)[3]
%2 = ConvertDType(%0) (Float32)[3]
%3 = DotGeneral(%1, %2){LeftContracting:[0] LeftBatch:[] RightContracting:[0] RightBatch:[]} (Float32)
%4 = ConvertDType(%3) (BFloat16)`},
	{"product of another type", func(r recorder) {
		x := r.float(3)
		r.must(r.DotGeneral(x, []int{0}, nil, x, []int{0}, nil, compute.DotGeneralConfig{OutputDType: dtypes.Float64}))
	}, `%1 = DotGeneral(%0, %0){LeftContracting:[0] LeftBatch:[] RightContracting:[0] RightBatch:[]} (Float32)
%2 = ConvertDType(%1) (Float64)`},
	{"product of matrices", func(r recorder) {
		r.must(r.product(r.float(2, 3), []int{1}, nil, r.float(3, 4),
			[]int{0}, nil))
	},
		`%2 = DotGeneral(%0, %1){LeftContracting:[1] LeftBatch:[] RightContracting:[0] RightBatch:[]} (Float32)[2, 4]`},
	{"product of a matrix and a vector", func(r recorder) {
		r.must(r.product(r.float(2, 3), []int{1}, nil, r.float(3),
			[]int{0}, nil))
	},
		`%2 = DotGeneral(%0, %1){LeftContracting:[1] LeftBatch:[] RightContracting:[0] RightBatch:[]} (Float32)[2]`},
	{"DotGeneral", func(r recorder) {
		r.must(r.product(r.float(2, 5, 3, 4), []int{-1, 1}, []int{2}, r.float(3, 4, 6, 5), []int{1, 3}, []int{0}))
	},
		`%2 = DotGeneral(%0, %1){LeftContracting:[3 1] LeftBatch:[2] RightContracting:[1 3] RightBatch:[0]} (Float32)[3, 2, 6]`},

	{"Gather of index vectors", func(r recorder) {
		r.must(r.Gather(r.float(5, 7), r.in(dtypes.Int32, 4, 3, 1), 2, []int{1}, []int{0}, []int{0}, []int{1, 6}, true))
	},
		`%2 = Gather(%0, %1){IndexVectorAxis:2 OffsetOutputAxes:[1] CollapsedSliceAxes:[0] StartIndexMap:[0] SliceSizes:[1 6]} (Float32)[4, 6, 3]`},
	{"Gather of bare indices", func(r recorder) {
		r.must(r.Gather(r.float(5), r.in(dtypes.Int32, 4, 3), 2, nil, []int{0}, []int{0}, []int{1}, false))
	}, `%2 = Reshape(%1) (Int32)[4, 3, 1]
%3 = Gather(%0, %2){IndexVectorAxis:2 OffsetOutputAxes:[] CollapsedSliceAxes:[0] StartIndexMap:[0] SliceSizes:[1]} (Float32)[4, 3]`},
	{"ScatterSum", func(r recorder) {
		r.must(r.ScatterSum(r.float(5, 7), r.in(dtypes.Int32, 4, 1), r.float(4, 7), 1, []int{1}, []int{0},
			[]int{0}, true, true))
	},
		`%3 = ScatterSum(%0, %1, %2){IndexVectorAxis:1 UpdateWindowAxes:[1] InsertedWindowAxes:[0] ScatterAxesToOperandAxes:[0]} (Float32)[5, 7]`},
	{"ScatterMax of bare indices", func(r recorder) {
		r.must(r.ScatterMax(r.float(5), r.in(dtypes.Int32), r.float(), 0, nil, []int{0}, []int{0}, false, false))
	}, `%3 = Reshape(%1) (Int32)[1]
%4 = ScatterMax(%0, %3, %2){IndexVectorAxis:0 UpdateWindowAxes:[] InsertedWindowAxes:[0] ScatterAxesToOperandAxes:[0]} (Float32)[5]`},
	{"DynamicSlice", func(r recorder) {
		r.must(r.DynamicSlice(r.float(5, 4), []compute.Value{r.in(dtypes.Int32), r.in(dtypes.Int32)}, []int{2, 4}))
	}, `%3 = DynamicSlice(%0, %1, %2){Dimensions:[2 4]} (Float32)[2, 4]`},
	{"DynamicSlice from a vector", func(r recorder) {
		r.must(r.DynamicSlice(r.float(5), []compute.Value{r.in(dtypes.Int32, 1)}, []int{2}))
	}, `%2 = Slice(%1){Starts:[0] Limits:[1] Strides:[1]} (Int32)[1]
%3 = Reshape(%2) (Int32)
%4 = DynamicSlice(%0, %3){Dimensions:[2]} (Float32)[2]`},
	{"DynamicUpdateSlice", func(r recorder) {
		r.must(r.DynamicUpdateSlice(r.float(5), r.float(2), []compute.Value{r.in(dtypes.Uint8)}))
	}, `%3 = DynamicUpdateSlice(%0, %1, %2) (Float32)[5]`},

	{"ReduceWindow by default", func(r recorder) {
		r.must(r.ReduceWindow(r.float(7, 0), compute.ReduceOpMax, []int{2, 1}, nil, nil, nil, nil))
	},
		`%1 = ReduceWindow(%0){Reduction:Max Dimensions:[2 1] Strides:[2 1] BaseDilations:[1 1] WindowDilations:[1 1] Paddings:[[0 0] [0 0]]} (Float32)[3, 0]`},
	{"ReduceWindow", func(r recorder) {
		r.must(r.ReduceWindow(r.float(5), compute.ReduceOpSum, []int{3}, []int{1}, []int{2}, []int{3},
			[][2]int{{1, 2}}))
	},
		`%1 = ReduceWindow(%0){Reduction:Sum Dimensions:[3] Strides:[1] BaseDilations:[2] WindowDilations:[3] Paddings:[[1 2]]} (Float32)[6]`},
	{"ReduceWindow of Bool", func(r recorder) {
		r.must(r.ReduceWindow(r.in(dtypes.Bool, 4), compute.ReduceOpMax, []int{2}, nil, nil, nil, nil))
	}, `%1 = ConvertDType(%0) (Uint8)[4]
%2 = ReduceWindow(%1){Reduction:Max Dimensions:[2] Strides:[2] BaseDilations:[1] WindowDilations:[1] Paddings:[[0 0]]} (Uint8)[2]
%3 = ConvertDType(%2) (Bool)[2]`},

	{"ConvGeneral by default", func(r recorder) {
		r.must(r.ConvGeneral(r.float(2, 7, 3), r.float(3, 3, 4), channelsLast, nil, nil, nil, nil, 0, 0))
	},
		`%2 = ConvGeneral(%0, %1){Axes:{InputBatch:0 InputChannels:2 InputSpatial:[1] KernelInputChannels:1 KernelOutputChannels:2 ` +
			`KernelSpatial:[0] OutputBatch:0 OutputChannels:2 OutputSpatial:[1]} Strides:[1] Paddings:[[0 0]] ` +
			`InputDilations:[1] KernelDilations:[1] ChannelGroupCount:1 BatchGroupCount:1} (Float32)[2, 5, 4]`},
	{"ConvGeneral", func(r recorder) {
		r.must(r.ConvGeneral(r.float(2, 7, 6), r.float(3, 3, 4), channelsLast, []int{2}, [][2]int{{3, -1}}, []int{2},
			[]int{2}, 2, 1))
	},
		`%2 = ConvGeneral(%0, %1){Axes:{InputBatch:0 InputChannels:2 InputSpatial:[1] KernelInputChannels:1 KernelOutputChannels:2 ` +
			`KernelSpatial:[0] OutputBatch:0 OutputChannels:2 OutputSpatial:[1]} Strides:[2] Paddings:[[3 -1]] ` +
			`InputDilations:[2] KernelDilations:[2] ChannelGroupCount:2 BatchGroupCount:1} (Float32)[2, 6, 4]`},

	{"RNGBitGenerator", func(r recorder) {
		newState, values, err := r.RNGBitGenerator(r.in(dtypes.Uint64, 3), shapes.Make(dtypes.Uint32, 2, 3))
		r.must(newState, err)
		r.must(values, err)
	}, `%1 = RNGBitGenerator(%0) (Uint32)[2, 3]
%2 = RandomState(%0){Bytes:24} (Uint64)[3]`},
}

// channelsLast is a convolution's layout with one spatial axis: [batch, space, channels] and [space, in, out].
var channelsLast = compute.ConvolveAxesConfig{
	InputBatch: 0, InputSpatial: []int{1}, InputChannels: 2,
	KernelSpatial: []int{0}, KernelInputChannels: 1, KernelOutputChannels: 2,
	OutputBatch: 0, OutputSpatial: []int{1}, OutputChannels: 2,
}

func TestNormalForm(t *testing.T) {
	for _, c := range normalForms {
		t.Run(c.name, func(t *testing.T) {
			r := newRecorder(t)
			c.record(r)
			if got := r.text(); got != strings.TrimSpace(c.want) {
				t.Errorf("recorded\n%s\nwant\n%s", got, c.want)
			}
		})
	}
}

// The caller's lists are its own: what it does with them later must not change the graph.
func TestListsAreCopied(t *testing.T) {
	r := newRecorder(t)
	list := []int{0, 1}
	x := r.float(2, 2)
	r.must(r.Transpose(x, list...))
	r.must(r.Slice(x, list, list, nil))
	r.must(r.Reverse(x, list...))
	r.must(r.ReduceSum(x, list...))
	r.must(r.Reshape(x, 4, 1))
	r.must(r.product(x, list, nil, x, list, nil))
	r.must(r.DynamicSlice(x, []compute.Value{r.in(dtypes.Int32), r.in(dtypes.Int32)}, list))
	r.must(r.BroadcastInDim(x, shapes.Make(dtypes.Float32, 2, 2), list))
	before := r.text()
	list[0], list[1] = 7, 7
	if after := r.text(); after != before {
		t.Errorf("recorded\n%s\nbecame\n%s", before, after)
	}
}
