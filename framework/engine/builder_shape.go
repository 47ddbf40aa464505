package engine

import (
	"fmt"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/shapes"
)

// Iota implements compute.Function.
func (f *Function) Iota(shape shapes.Shape, iotaAxis int) (compute.Value, error) {
	return f.record(compute.OpTypeIota, inferIota(shape, iotaAxis))
}

// Reshape implements compute.Function.
func (f *Function) Reshape(x compute.Value, dimensions ...int) (compute.Value, error) {
	return f.record(compute.OpTypeReshape, inferReshape(dimensions), x)
}

// Transpose implements compute.Function.
func (f *Function) Transpose(x compute.Value, permutation ...int) (compute.Value, error) {
	return f.record(compute.OpTypeTranspose, inferTranspose(permutation), x)
}

// BroadcastInDim implements compute.Function.
func (f *Function) BroadcastInDim(x compute.Value, outputShape shapes.Shape,
	broadcastAxes []int) (compute.Value, error) {
	return f.record(compute.OpTypeBroadcastInDim, inferBroadcastInDim(outputShape, broadcastAxes), x)
}

// Slice implements compute.Function.
func (f *Function) Slice(x compute.Value, starts, limits, strides []int) (compute.Value, error) {
	return f.record(compute.OpTypeSlice, inferSlice(starts, limits, strides), x)
}

// Reverse implements compute.Function.
func (f *Function) Reverse(x compute.Value, axes ...int) (compute.Value, error) {
	return f.record(compute.OpTypeReverse, inferReverse(axes), x)
}

// Concatenate implements compute.Function. One operand is the result itself.
func (f *Function) Concatenate(axis int, operands ...compute.Value) (compute.Value, error) {
	switch len(operands) {
	case 0:
		return nil, f.fail(compute.OpTypeConcatenate, nil, fmt.Errorf("there are no operands; at least 1 is needed"))
	case 1:
		return f.Identity(operands[0])
	}
	return f.record(compute.OpTypeConcatenate, inferConcatenate(axis), operands...)
}

// Pad implements compute.Function.
func (f *Function) Pad(x, fillValue compute.Value, axesConfig ...compute.PadAxis) (compute.Value, error) {
	return f.record(compute.OpTypePad, inferPad(axesConfig), x, fillValue)
}
