package engine

import (
	"slices"

	"github.com/gomlx/gomlx/backends"
	"github.com/gomlx/gomlx/pkg/core/shapes"

	"ebim/framework/engine/ir"
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

// DynamicSlice implements backends.Builder. Starts have one integer type, and may be one vector.
func (b *Builder) DynamicSlice(operand backends.Op, startIndices []backends.Op, sliceDims []int) (backends.Op, error) {
	op := backends.OpTypeDynamicSlice
	x, err := b.nodes(op, append([]backends.Op{operand}, startIndices...))
	if err != nil {
		return nil, err
	}
	x = append(x[:1], b.scalars(x[1:])...)
	return b.recordNodes(op, inferDynamicSlice(sliceDims), x...)
}

// DynamicUpdateSlice implements backends.Builder. Starts have one integer type, and may be one vector.
func (b *Builder) DynamicUpdateSlice(operand, update backends.Op, startIndices []backends.Op) (backends.Op, error) {
	op := backends.OpTypeDynamicUpdateSlice
	x, err := b.nodes(op, append([]backends.Op{operand, update}, startIndices...))
	if err != nil {
		return nil, err
	}
	x = append(x[:2], b.scalars(x[2:])...)
	return b.recordNodes(op, inferDynamicUpdateSlice, x...)
}

// scalars returns the components of a vector, if there is one that stands for all starts.
func (b *Builder) scalars(starts []*ir.Node) []*ir.Node {
	if len(starts) != 1 || starts[0].Shape.Rank() != 1 {
		return starts
	}
	vector := starts[0]
	starts = nil
	for i := range vector.Shape.Dimensions[0] {
		part := b.graph.Add(backends.OpTypeSlice, shapes.Make(vector.Shape.DType, 1),
			ir.Slice{Starts: []int{i}, Limits: []int{i + 1}, Strides: []int{1}}, vector)
		starts = append(starts, b.graph.Add(backends.OpTypeReshape, shapes.Make(vector.Shape.DType), nil, part))
	}
	return starts
}
