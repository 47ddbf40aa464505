package engine

import (
	"fmt"
	"slices"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/shapes"

	"ebim/framework/engine/ir"
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

func inferIota(shape shapes.Shape, axis int) inference {
	return func([]shapes.Shape) (shapes.Shape, any, error) {
		if err := numbers.check(shape.DType); err != nil {
			return shape, nil, err
		}
		return shape.Clone(), ir.Iota{Axis: axis}, checkAxes("axis", []int{axis}, shape.Rank())
	}
}

func inferReshape(dimensions []int) inference {
	return func(x []shapes.Shape) (shapes.Shape, any, error) {
		shape := shapes.Shape{DType: x[0].DType, Dimensions: slices.Clone(dimensions)}
		if err := checkShape(shape); err != nil {
			return shape, nil, err
		}
		if shape.Size() != x[0].Size() {
			return shape, nil, fmt.Errorf("there are %d elements; dimensions %v have %d", x[0].Size(),
				dimensions, shape.Size())
		}
		return shape, nil, nil
	}
}

func inferTranspose(permutation []int) inference {
	return func(x []shapes.Shape) (shapes.Shape, any, error) {
		if err := checkLength("permutation", len(permutation), x[0].Rank()); err != nil {
			return x[0], nil, err
		}
		if err := checkAxes("permutation", permutation, x[0].Rank()); err != nil {
			return x[0], nil, err
		}
		shape := shapes.Shape{DType: x[0].DType, Dimensions: pick(x[0].Dimensions, permutation)}
		return shape, ir.Transpose{Permutation: slices.Clone(permutation)}, nil
	}
}

func inferBroadcastInDim(shape shapes.Shape, axes []int) inference {
	return func(x []shapes.Shape) (shapes.Shape, any, error) {
		if shape.DType != x[0].DType {
			return shape, nil, fmt.Errorf("the result's data type %s differs", shape.DType)
		}
		if err := checkLength("broadcastAxes", len(axes), x[0].Rank()); err != nil {
			return shape, nil, err
		}
		if err := checkIncreasingAxes("broadcastAxes", axes, shape.Rank()); err != nil {
			return shape, nil, err
		}
		for i, axis := range axes {
			if from, to := x[0].Dimensions[i], shape.Dimensions[axis]; from != 1 && from != to {
				return shape, nil,
					fmt.Errorf("axis %d of length %d cannot become axis %d of %s; its length must be 1 or %d",
						i, from, axis, shape, to)
			}
		}
		return shape.Clone(), ir.BroadcastInDim{Axes: slices.Clone(axes)}, nil
	}
}

func inferSlice(starts, limits, strides []int) inference {
	return func(x []shapes.Shape) (shapes.Shape, any, error) {
		rank, shape := x[0].Rank(), x[0].Clone()
		if err := checkLength("starts", len(starts), rank); err != nil {
			return shape, nil, err
		}
		if err := checkLength("limits", len(limits), rank); err != nil {
			return shape, nil, err
		}
		strides, err := filledPositive("strides", strides, rank)
		if err != nil {
			return shape, nil, err
		}
		for axis, length := range x[0].Dimensions {
			start, limit, stride := starts[axis], limits[axis], strides[axis]
			if start < 0 || limit < start || limit > length {
				return shape, nil, fmt.Errorf("axis %d is cut from %d to %d; 0 <= start <= limit <= %d is needed",
					axis, start, limit, length)
			}
			shape.Dimensions[axis] = (limit - start + stride - 1) / stride
		}
		return shape, ir.Slice{Starts: slices.Clone(starts), Limits: slices.Clone(limits), Strides: strides}, nil
	}
}

func inferReverse(axes []int) inference {
	return func(x []shapes.Shape) (shapes.Shape, any, error) {
		return x[0], ir.Reverse{Axes: slices.Sorted(slices.Values(axes))}, checkAxes("axes", axes, x[0].Rank())
	}
}

func inferConcatenate(axis int) inference {
	return func(x []shapes.Shape) (shapes.Shape, any, error) {
		shape := x[0].Clone()
		if err := checkAxes("axis", []int{axis}, shape.Rank()); err != nil {
			return shape, nil, err
		}
		if err := anyType.sameType(x...); err != nil {
			return shape, nil, err
		}
		rest := without(shape.Dimensions, []int{axis})
		for i, other := range x[1:] {
			if other.Rank() != shape.Rank() || !slices.Equal(without(other.Dimensions, []int{axis}), rest) {
				return shape, nil, fmt.Errorf("operand %d differs from operand 0 beside axis %d", i+1, axis)
			}
			shape.Dimensions[axis] += other.Dimensions[axis]
		}
		return shape, ir.Concatenate{Axis: axis}, nil
	}
}

// inferPad is for an operand and a fill value. Axes beyond those given are not padded.
func inferPad(axes []compute.PadAxis) inference {
	return func(x []shapes.Shape) (shapes.Shape, any, error) {
		shape := x[0].Clone()
		if err := anyType.sameType(x...); err != nil {
			return shape, nil, err
		}
		if x[1].Rank() != 0 {
			return shape, nil, fmt.Errorf("the fill value is %s; a scalar is needed", x[1])
		}
		if len(axes) > shape.Rank() {
			return shape, nil, fmt.Errorf("%d axes are padded; there are %d", len(axes), shape.Rank())
		}
		all := make([]compute.PadAxis, shape.Rank())
		copy(all, axes)
		for i, axis := range all {
			if err := checkPadding(axis.Start, axis.End, axis.Interior); err != nil {
				return shape, nil, fmt.Errorf("axis %d: %w", i, err)
			}
			length := shape.Dimensions[i]
			padded := axis.Start + length + max(length-1, 0)*axis.Interior + axis.End
			if axis.Interior < 0 || padded < 0 {
				return shape, nil,
					fmt.Errorf("axis %d of length %d is padded by %+v; an interior from 0 on and a length from 0 on "+
						"are needed",
						i, length, axis)
			}
			shape.Dimensions[i] = padded
		}
		return shape, ir.Pad{Axes: all}, nil
	}
}
