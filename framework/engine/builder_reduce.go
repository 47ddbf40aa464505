package engine

import (
	"fmt"
	"slices"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"

	"ebim/framework/engine/ir"
)

// reduce records a reduction. That of a scalar is the scalar itself.
func (f *Function) reduce(op compute.OpType, x compute.Value, axes []int) (compute.Value, error) {
	nodes, err := f.nodes(op, []compute.Value{x})
	if err != nil {
		return nil, err
	}
	shape := nodes[0].Shape
	op = logical(op, shape.DType)
	if shape.Rank() == 0 && len(axes) == 0 && reductionTypes[op].contains(shape.DType) {
		return nodes[0], nil
	}
	return f.recordNodes(op, inferReduce(op, axes), nodes...)
}

// ArgMinMax implements compute.Function. Of Bool, false is less than true.
func (f *Function) ArgMinMax(x compute.Value, axis int, outputDType dtypes.DType, isMin bool) (compute.Value, error) {
	op := compute.OpTypeArgMinMax
	nodes, err := f.nodes(op, []compute.Value{x})
	if err != nil {
		return nil, err
	}
	return f.recordNodes(op, inferArgMinMax(axis, outputDType, isMin), f.zeroOne(nodes[0]))
}

// ReduceSum implements compute.Function.
func (f *Function) ReduceSum(x compute.Value, axes ...int) (compute.Value, error) {
	return f.reduce(compute.OpTypeReduceSum, x, axes)
}

// ReduceProduct implements compute.Function.
func (f *Function) ReduceProduct(x compute.Value, axes ...int) (compute.Value, error) {
	return f.reduce(compute.OpTypeReduceProduct, x, axes)
}

// ReduceMax implements compute.Function.
func (f *Function) ReduceMax(x compute.Value, axes ...int) (compute.Value, error) {
	return f.reduce(compute.OpTypeReduceMax, x, axes)
}

// ReduceMin implements compute.Function.
func (f *Function) ReduceMin(x compute.Value, axes ...int) (compute.Value, error) {
	return f.reduce(compute.OpTypeReduceMin, x, axes)
}

// ReduceLogicalAnd implements compute.Function.
func (f *Function) ReduceLogicalAnd(x compute.Value, axes ...int) (compute.Value, error) {
	return f.reduce(compute.OpTypeReduceLogicalAnd, x, axes)
}

// ReduceLogicalOr implements compute.Function.
func (f *Function) ReduceLogicalOr(x compute.Value, axes ...int) (compute.Value, error) {
	return f.reduce(compute.OpTypeReduceLogicalOr, x, axes)
}

// reductionTypes is what the operands of reductions must be.
var reductionTypes = map[compute.OpType]typeClass{
	compute.OpTypeReduceSum: numbers, compute.OpTypeReduceProduct: numbers,
	compute.OpTypeReduceMax: numbers, compute.OpTypeReduceMin: numbers,
	compute.OpTypeReduceLogicalAnd: booleans, compute.OpTypeReduceLogicalOr: booleans,
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
