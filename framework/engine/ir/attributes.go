package ir

import (
	"fmt"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/shapes"
)

// The attributes of each operation, by the operation that they belong to. Operations that are not listed have none:
// what Reshape, ConvertDType and Bitcast make of their operand, the shape says.
type (
	// Parameter is an input of the program.
	Parameter struct {
		Name  string
		Index int
	}
	// Constant holds row-major values: a slice of the Go type of the node's data type.
	Constant struct{ Flat any }
	// Iota counts 0, 1, ... along an axis.
	Iota struct{ Axis int }
	// Transpose: axis i of the result is axis Permutation[i] of the operand.
	Transpose struct{ Permutation []int }
	// BroadcastInDim: axis i of the operand is axis Axes[i] of the result, of the same length or repeated from length
	// 1.
	BroadcastInDim struct{ Axes []int }
	// Slice takes elements Starts, Starts+Strides, ... below Limits on each axis; all three have one entry an axis.
	Slice struct{ Starts, Limits, Strides []int }
	// Reverse turns axes around.
	Reverse struct{ Axes []int }
	// Reduce is for all Reduce* operations: the axes that disappear, sorted.
	Reduce struct{ Axes []int }
	// ArgMinMax is the position of the least or greatest element along an axis, the first of equal ones, NaN before
	// all.
	ArgMinMax struct {
		Axis      int
		IsMinimum bool
	}
	// DotGeneral: the result's axes are batch, left free, right free.
	DotGeneral struct {
		LeftContracting, LeftBatch, RightContracting, RightBatch []int
	}
	// ConvGeneral has every list filled in: one entry a spatial axis.
	ConvGeneral struct {
		Axes                               compute.ConvolveAxesConfig
		Strides                            []int
		Paddings                           [][2]int
		InputDilations, KernelDilations    []int
		ChannelGroupCount, BatchGroupCount int
	}
	// ReduceWindow has every list filled in: one entry an axis of the operand.
	ReduceWindow struct {
		Reduction                                           compute.ReduceOpType
		Dimensions, Strides, BaseDilations, WindowDilations []int
		Paddings                                            [][2]int
	}
	// Gather is as compute.Builder describes it.
	Gather struct {
		IndexVectorAxis                                                 int
		OffsetOutputAxes, CollapsedSliceAxes, StartIndexMap, SliceSizes []int
	}
	// Scatter is for ScatterSum, -Max and -Min, as compute.Builder describes them.
	Scatter struct {
		IndexVectorAxis                                                int
		UpdateWindowAxes, InsertedWindowAxes, ScatterAxesToOperandAxes []int
	}
	// DynamicSlice (operand, a scalar start an axis): starts are clamped so that the slice lies inside.
	DynamicSlice struct{ Dimensions []int }
	// Concatenate joins its operands along an axis.
	Concatenate struct{ Axis int }
	// Pad (operand, fill value) has one entry an axis; negative Start and End crop.
	Pad struct{ Axes []compute.PadAxis }
	// While (the state, what the condition captured, what the body captured) runs the body on the state until the
	// condition is false. The parameters of both graphs are the state and what each captured. The result is bytes:
	// each array of the state after the loop at its offset.
	While struct {
		Condition, Body *Graph
		State           []shapes.Shape
		Captured        int // by the condition
		Offsets         []int
		bytes           int
	}
	// RandomState is for OpRandomState.
	RandomState struct{ Bytes int }
)

// alignment is that of the arrays of a loop's state, a cache line.
const alignment = 64

// Place settles the offsets. Empty arrays are at the begin, as an address at the end would be another array's.
func (w *While) Place() {
	w.Offsets, w.bytes = nil, 0
	for _, shape := range w.State {
		size := (int(shape.ByteSize()) + alignment - 1) / alignment * alignment
		offset := w.bytes
		if size == 0 {
			offset = 0
		}
		w.Offsets, w.bytes = append(w.Offsets, offset), w.bytes+size
	}
}

// Bytes is the size of the whole state.
func (w *While) Bytes() int { return w.bytes }

// String has the graphs on lines of their own.
func (w While) String() string {
	return fmt.Sprintf("{State:%v Captured:%d\ncondition\n%sbody\n%s}", w.State, w.Captured, w.Condition, w.Body)
}
