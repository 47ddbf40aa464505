package cpu

import (
	"slices"

	"github.com/gomlx/gomlx/backends"
	"github.com/gomlx/gomlx/pkg/core/shapes"

	"ebim/framework/backend/cpu/ir"
)

// Gather implements backends.Builder. Whether indices are sorted makes no difference.
func (b *Builder) Gather(operand, startIndices backends.Op, indexVectorAxis int,
	offsetOutputAxes, collapsedSliceAxes, startIndexMap, sliceSizes []int, _ bool) (backends.Op, error) {
	x, err := b.nodes(backends.OpTypeGather, []backends.Op{operand, startIndices})
	if err != nil {
		return nil, err
	}
	x[1] = b.indexVectors(x[1], indexVectorAxis)
	return b.recordNodes(backends.OpTypeGather, inferGather(ir.Gather{
		IndexVectorAxis: indexVectorAxis, OffsetOutputAxes: offsetOutputAxes, CollapsedSliceAxes: collapsedSliceAxes,
		StartIndexMap: startIndexMap, SliceSizes: sliceSizes,
	}), x...)
}

// indexVectors gives indices whose vectors lie along an axis just beyond their last, and so have one component, that axis.
func (b *Builder) indexVectors(indices *ir.Node, axis int) *ir.Node {
	if axis != indices.Shape.Rank() {
		return indices
	}
	shape := shapes.Shape{DType: indices.Shape.DType, Dimensions: append(slices.Clone(indices.Shape.Dimensions), 1)}
	return b.graph.Add(backends.OpTypeReshape, shape, nil, indices)
}

// ScatterSum implements backends.Builder.
func (b *Builder) ScatterSum(operand, scatterIndices, updates backends.Op, indexVectorAxis int,
	updateWindowAxes, insertedWindowAxes, scatterAxesToOperandAxes []int, _, _ bool) (backends.Op, error) {
	return b.scatter(backends.OpTypeScatterSum, operand, scatterIndices, updates, indexVectorAxis,
		updateWindowAxes, insertedWindowAxes, scatterAxesToOperandAxes)
}

// ScatterMax implements backends.Builder.
func (b *Builder) ScatterMax(operand, scatterIndices, updates backends.Op, indexVectorAxis int,
	updateWindowAxes, insertedWindowAxes, scatterAxesToOperandAxes []int, _, _ bool) (backends.Op, error) {
	return b.scatter(backends.OpTypeScatterMax, operand, scatterIndices, updates, indexVectorAxis,
		updateWindowAxes, insertedWindowAxes, scatterAxesToOperandAxes)
}

// ScatterMin implements backends.Builder.
func (b *Builder) ScatterMin(operand, scatterIndices, updates backends.Op, indexVectorAxis int,
	updateWindowAxes, insertedWindowAxes, scatterAxesToOperandAxes []int, _, _ bool) (backends.Op, error) {
	return b.scatter(backends.OpTypeScatterMin, operand, scatterIndices, updates, indexVectorAxis,
		updateWindowAxes, insertedWindowAxes, scatterAxesToOperandAxes)
}

// scatter records a scatter of any kind. Whether indices are sorted or different makes no difference.
func (b *Builder) scatter(op backends.OpType, operand, scatterIndices, updates backends.Op, indexVectorAxis int,
	updateWindowAxes, insertedWindowAxes, scatterAxesToOperandAxes []int) (backends.Op, error) {
	x, err := b.nodes(op, []backends.Op{operand, scatterIndices, updates})
	if err != nil {
		return nil, err
	}
	x[1] = b.indexVectors(x[1], indexVectorAxis)
	return b.recordNodes(op, inferScatter(ir.Scatter{
		IndexVectorAxis: indexVectorAxis, UpdateWindowAxes: updateWindowAxes,
		InsertedWindowAxes: insertedWindowAxes, ScatterAxesToOperandAxes: scatterAxesToOperandAxes,
	}), x...)
}

// DynamicSlice implements backends.Builder. Starts have one integer type.
func (b *Builder) DynamicSlice(operand backends.Op, startIndices []backends.Op, sliceDims []int) (backends.Op, error) {
	return b.record(backends.OpTypeDynamicSlice, inferDynamicSlice(sliceDims), append([]backends.Op{operand}, startIndices...)...)
}

// DynamicUpdateSlice implements backends.Builder. Starts have one integer type.
func (b *Builder) DynamicUpdateSlice(operand, update backends.Op, startIndices []backends.Op) (backends.Op, error) {
	return b.record(backends.OpTypeDynamicUpdateSlice, inferDynamicUpdateSlice, append([]backends.Op{operand, update}, startIndices...)...)
}
