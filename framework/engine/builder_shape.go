package engine

import (
	"fmt"

	"github.com/gomlx/gomlx/backends"
	"github.com/gomlx/gomlx/pkg/core/shapes"
)

// Iota implements backends.Builder.
func (b *Builder) Iota(shape shapes.Shape, iotaAxis int) (backends.Op, error) {
	return b.record(backends.OpTypeIota, inferIota(shape, iotaAxis))
}

// Reshape implements backends.Builder.
func (b *Builder) Reshape(x backends.Op, dimensions ...int) (backends.Op, error) {
	return b.record(backends.OpTypeReshape, inferReshape(dimensions), x)
}

// Transpose implements backends.Builder.
func (b *Builder) Transpose(x backends.Op, permutation ...int) (backends.Op, error) {
	return b.record(backends.OpTypeTranspose, inferTranspose(permutation), x)
}

// BroadcastInDim implements backends.Builder.
func (b *Builder) BroadcastInDim(x backends.Op, outputShape shapes.Shape, broadcastAxes []int) (backends.Op, error) {
	return b.record(backends.OpTypeBroadcastInDim, inferBroadcastInDim(outputShape, broadcastAxes), x)
}

// Slice implements backends.Builder.
func (b *Builder) Slice(x backends.Op, starts, limits, strides []int) (backends.Op, error) {
	return b.record(backends.OpTypeSlice, inferSlice(starts, limits, strides), x)
}

// Reverse implements backends.Builder.
func (b *Builder) Reverse(x backends.Op, axes ...int) (backends.Op, error) {
	return b.record(backends.OpTypeReverse, inferReverse(axes), x)
}

// Concatenate implements backends.Builder. One operand is the result itself.
func (b *Builder) Concatenate(axis int, operands ...backends.Op) (backends.Op, error) {
	switch len(operands) {
	case 0:
		return nil, b.fail(backends.OpTypeConcatenate, nil, fmt.Errorf("there are no operands; at least 1 is needed"))
	case 1:
		return b.Identity(operands[0])
	}
	return b.record(backends.OpTypeConcatenate, inferConcatenate(axis), operands...)
}

// Pad implements backends.Builder.
func (b *Builder) Pad(x, fillValue backends.Op, axesConfig ...backends.PadAxis) (backends.Op, error) {
	return b.record(backends.OpTypePad, inferPad(axesConfig), x, fillValue)
}
