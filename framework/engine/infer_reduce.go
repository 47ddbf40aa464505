package engine

import (
	"fmt"
	"slices"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"

	"ebim/framework/engine/ir"
)

// reductionTypes is what the operands of reductions must be.
var reductionTypes = map[compute.OpType]typeClass{
	compute.OpTypeReduceSum: numbers, compute.OpTypeReduceProduct: numbers,
	compute.OpTypeReduceMax: numbers, compute.OpTypeReduceMin: numbers,
	compute.OpTypeReduceBitwiseAnd: integers, compute.OpTypeReduceBitwiseOr: integers,
	compute.OpTypeReduceBitwiseXor: integers,
	compute.OpTypeReduceLogicalAnd: booleans, compute.OpTypeReduceLogicalOr: booleans,
	compute.OpTypeReduceLogicalXor: booleans,
}

// inferReduce removes axes; no axes stand for all.
func inferReduce(op compute.OpType, axes []int) inference {
	return func(x []shapes.Shape) (shapes.Shape, any, error) {
		if err := reductionTypes[op].check(x[0].DType); err != nil {
			return x[0], nil, err
		}
		if err := checkAxes("axes", axes, x[0].Rank()); err != nil {
			return x[0], nil, err
		}
		axes := slices.Sorted(slices.Values(axes))
		if len(axes) == 0 {
			axes = count(x[0].Rank())
		}
		shape := shapes.Shape{DType: x[0].DType, Dimensions: without(x[0].Dimensions, axes)}
		return shape, ir.Reduce{Axes: axes}, nil
	}
}

func inferArgMinMax(axis int, outputDType dtypes.DType, isMin bool) inference {
	return func(x []shapes.Shape) (shapes.Shape, any, error) {
		if err := numbers.check(x[0].DType); err != nil {
			return x[0], nil, err
		}
		if err := integers.check(outputDType); err != nil {
			return x[0], nil, fmt.Errorf("result: %w", err)
		}
		if err := checkAxes("axis", []int{axis}, x[0].Rank()); err != nil {
			return x[0], nil, err
		}
		shape := shapes.Shape{DType: outputDType, Dimensions: without(x[0].Dimensions, []int{axis})}
		if x[0].Dimensions[axis] == 0 && shape.Size() > 0 {
			return shape, nil, fmt.Errorf("axis %d is empty; an element is needed", axis)
		}
		return shape, ir.ArgMinMax{Axis: axis, IsMinimum: isMin}, nil
	}
}
