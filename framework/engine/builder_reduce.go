package engine

import (
	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
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

// ReduceBitwiseAnd implements compute.Function.
func (f *Function) ReduceBitwiseAnd(x compute.Value, axes ...int) (compute.Value, error) {
	return f.reduce(compute.OpTypeReduceBitwiseAnd, x, axes)
}

// ReduceBitwiseOr implements compute.Function.
func (f *Function) ReduceBitwiseOr(x compute.Value, axes ...int) (compute.Value, error) {
	return f.reduce(compute.OpTypeReduceBitwiseOr, x, axes)
}

// ReduceBitwiseXor implements compute.Function.
func (f *Function) ReduceBitwiseXor(x compute.Value, axes ...int) (compute.Value, error) {
	return f.reduce(compute.OpTypeReduceBitwiseXor, x, axes)
}

// ReduceLogicalAnd implements compute.Function.
func (f *Function) ReduceLogicalAnd(x compute.Value, axes ...int) (compute.Value, error) {
	return f.reduce(compute.OpTypeReduceLogicalAnd, x, axes)
}

// ReduceLogicalOr implements compute.Function.
func (f *Function) ReduceLogicalOr(x compute.Value, axes ...int) (compute.Value, error) {
	return f.reduce(compute.OpTypeReduceLogicalOr, x, axes)
}

// ReduceLogicalXor implements compute.Function.
func (f *Function) ReduceLogicalXor(x compute.Value, axes ...int) (compute.Value, error) {
	return f.reduce(compute.OpTypeReduceLogicalXor, x, axes)
}
