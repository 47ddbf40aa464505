package engine

import (
	"github.com/gomlx/gomlx/backends"
	"github.com/gomlx/gomlx/pkg/core/dtypes"
)

// reduce records a reduction. That of a scalar is the scalar itself.
func (b *Builder) reduce(op backends.OpType, x backends.Op, axes []int) (backends.Op, error) {
	nodes, err := b.nodes(op, []backends.Op{x})
	if err != nil {
		return nil, err
	}
	shape := nodes[0].Shape
	op = logical(op, shape.DType)
	if shape.Rank() == 0 && len(axes) == 0 && reductionTypes[op].contains(shape.DType) {
		return nodes[0], nil
	}
	return b.recordNodes(op, inferReduce(op, axes), nodes...)
}

// ArgMinMax implements backends.Builder. Of Bool, false is less than true.
func (b *Builder) ArgMinMax(x backends.Op, axis int, outputDType dtypes.DType, isMin bool) (backends.Op, error) {
	op := backends.OpTypeArgMinMax
	nodes, err := b.nodes(op, []backends.Op{x})
	if err != nil {
		return nil, err
	}
	return b.recordNodes(op, inferArgMinMax(axis, outputDType, isMin), b.zeroOne(nodes[0]))
}

// ReduceSum implements backends.Builder.
func (b *Builder) ReduceSum(x backends.Op, axes ...int) (backends.Op, error) {
	return b.reduce(backends.OpTypeReduceSum, x, axes)
}

// ReduceProduct implements backends.Builder.
func (b *Builder) ReduceProduct(x backends.Op, axes ...int) (backends.Op, error) {
	return b.reduce(backends.OpTypeReduceProduct, x, axes)
}

// ReduceMax implements backends.Builder.
func (b *Builder) ReduceMax(x backends.Op, axes ...int) (backends.Op, error) {
	return b.reduce(backends.OpTypeReduceMax, x, axes)
}

// ReduceMin implements backends.Builder.
func (b *Builder) ReduceMin(x backends.Op, axes ...int) (backends.Op, error) {
	return b.reduce(backends.OpTypeReduceMin, x, axes)
}

// ReduceBitwiseAnd implements backends.Builder.
func (b *Builder) ReduceBitwiseAnd(x backends.Op, axes ...int) (backends.Op, error) {
	return b.reduce(backends.OpTypeReduceBitwiseAnd, x, axes)
}

// ReduceBitwiseOr implements backends.Builder.
func (b *Builder) ReduceBitwiseOr(x backends.Op, axes ...int) (backends.Op, error) {
	return b.reduce(backends.OpTypeReduceBitwiseOr, x, axes)
}

// ReduceBitwiseXor implements backends.Builder.
func (b *Builder) ReduceBitwiseXor(x backends.Op, axes ...int) (backends.Op, error) {
	return b.reduce(backends.OpTypeReduceBitwiseXor, x, axes)
}

// ReduceLogicalAnd implements backends.Builder.
func (b *Builder) ReduceLogicalAnd(x backends.Op, axes ...int) (backends.Op, error) {
	return b.reduce(backends.OpTypeReduceLogicalAnd, x, axes)
}

// ReduceLogicalOr implements backends.Builder.
func (b *Builder) ReduceLogicalOr(x backends.Op, axes ...int) (backends.Op, error) {
	return b.reduce(backends.OpTypeReduceLogicalOr, x, axes)
}

// ReduceLogicalXor implements backends.Builder.
func (b *Builder) ReduceLogicalXor(x backends.Op, axes ...int) (backends.Op, error) {
	return b.reduce(backends.OpTypeReduceLogicalXor, x, axes)
}
