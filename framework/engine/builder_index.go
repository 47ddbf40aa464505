package engine

import (
	"slices"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/shapes"

	"ebim/framework/engine/ir"
)

// Gather implements compute.Function. Whether indices are sorted makes no difference.
func (f *Function) Gather(operand, startIndices compute.Value, indexVectorAxis int,
	offsetOutputAxes, collapsedSliceAxes, startIndexMap, sliceSizes []int, _ bool) (compute.Value, error) {
	x, err := f.nodes(compute.OpTypeGather, []compute.Value{operand, startIndices})
	if err != nil {
		return nil, err
	}
	x[1] = f.indexVectors(x[1], indexVectorAxis)
	return f.recordNodes(compute.OpTypeGather, inferGather(ir.Gather{
		IndexVectorAxis: indexVectorAxis, OffsetOutputAxes: offsetOutputAxes, CollapsedSliceAxes: collapsedSliceAxes,
		StartIndexMap: startIndexMap, SliceSizes: sliceSizes,
	}), x...)
}

// indexVectors gives indices whose vectors lie along an axis just beyond their last, and so have one component, that
// axis.
func (f *Function) indexVectors(indices *ir.Node, axis int) *ir.Node {
	if axis != indices.Shape.Rank() {
		return indices
	}
	shape := shapes.Shape{DType: indices.Shape.DType, Dimensions: append(slices.Clone(indices.Shape.Dimensions), 1)}
	return f.graph.Add(compute.OpTypeReshape, shape, nil, indices)
}

// ScatterSum implements compute.Function.
func (f *Function) ScatterSum(operand, scatterIndices, updates compute.Value, indexVectorAxis int,
	updateWindowAxes, insertedWindowAxes, scatterAxesToOperandAxes []int, _, _ bool) (compute.Value, error) {
	return f.scatter(compute.OpTypeScatterSum, operand, scatterIndices, updates, indexVectorAxis,
		updateWindowAxes, insertedWindowAxes, scatterAxesToOperandAxes)
}

// ScatterMax implements compute.Function.
func (f *Function) ScatterMax(operand, scatterIndices, updates compute.Value, indexVectorAxis int,
	updateWindowAxes, insertedWindowAxes, scatterAxesToOperandAxes []int, _, _ bool) (compute.Value, error) {
	return f.scatter(compute.OpTypeScatterMax, operand, scatterIndices, updates, indexVectorAxis,
		updateWindowAxes, insertedWindowAxes, scatterAxesToOperandAxes)
}

// ScatterMin implements compute.Function.
func (f *Function) ScatterMin(operand, scatterIndices, updates compute.Value, indexVectorAxis int,
	updateWindowAxes, insertedWindowAxes, scatterAxesToOperandAxes []int, _, _ bool) (compute.Value, error) {
	return f.scatter(compute.OpTypeScatterMin, operand, scatterIndices, updates, indexVectorAxis,
		updateWindowAxes, insertedWindowAxes, scatterAxesToOperandAxes)
}

// scatter records a scatter of any kind. Whether indices are sorted or different makes no difference.
func (f *Function) scatter(op compute.OpType, operand, scatterIndices, updates compute.Value, indexVectorAxis int,
	updateWindowAxes, insertedWindowAxes, scatterAxesToOperandAxes []int) (compute.Value, error) {
	x, err := f.nodes(op, []compute.Value{operand, scatterIndices, updates})
	if err != nil {
		return nil, err
	}
	x[1] = f.indexVectors(x[1], indexVectorAxis)
	return f.recordNodes(op, inferScatter(ir.Scatter{
		IndexVectorAxis: indexVectorAxis, UpdateWindowAxes: updateWindowAxes,
		InsertedWindowAxes: insertedWindowAxes, ScatterAxesToOperandAxes: scatterAxesToOperandAxes,
	}), x...)
}

// DynamicSlice implements compute.Function. Starts have one integer type, and may be one vector.
func (f *Function) DynamicSlice(operand compute.Value, startIndices []compute.Value,
	sliceDims []int) (compute.Value, error) {
	op := compute.OpTypeDynamicSlice
	x, err := f.nodes(op, append([]compute.Value{operand}, startIndices...))
	if err != nil {
		return nil, err
	}
	x = append(x[:1], f.scalars(x[1:])...)
	return f.recordNodes(op, inferDynamicSlice(sliceDims), x...)
}

// DynamicUpdateSlice implements compute.Function. Starts have one integer type, and may be one vector.
func (f *Function) DynamicUpdateSlice(operand, update compute.Value,
	startIndices []compute.Value) (compute.Value, error) {
	op := compute.OpTypeDynamicUpdateSlice
	x, err := f.nodes(op, append([]compute.Value{operand, update}, startIndices...))
	if err != nil {
		return nil, err
	}
	x = append(x[:2], f.scalars(x[2:])...)
	return f.recordNodes(op, inferDynamicUpdateSlice, x...)
}

// scalars returns the components of a vector, if there is one that stands for all starts.
func (f *Function) scalars(starts []*ir.Node) []*ir.Node {
	if len(starts) != 1 || starts[0].Shape.Rank() != 1 {
		return starts
	}
	vector := starts[0]
	starts = nil
	for i := range vector.Shape.Dimensions[0] {
		part := f.graph.Add(compute.OpTypeSlice, shapes.Make(vector.Shape.DType, 1),
			ir.Slice{Starts: []int{i}, Limits: []int{i + 1}, Strides: []int{1}}, vector)
		starts = append(starts, f.graph.Add(compute.OpTypeReshape, shapes.Make(vector.Shape.DType), nil, part))
	}
	return starts
}
