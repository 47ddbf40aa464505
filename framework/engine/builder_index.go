package engine

import (
	"fmt"
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

// inferGather is for an operand and indices whose vectors lie along an axis that exists.
func inferGather(a ir.Gather) inference {
	return func(x []shapes.Shape) (shapes.Shape, any, error) {
		operand, indices := x[0], x[1]
		if err := checkGatherAxes(a, operand, indices); err != nil {
			return operand, nil, err
		}
		for axis, size := range a.SliceSizes {
			if size < 0 || size > operand.Dimensions[axis] {
				return operand, nil, fmt.Errorf("sliceSizes %v takes %d of axis %d; 0 to %d are allowed",
					a.SliceSizes, size, axis, operand.Dimensions[axis])
			}
		}
		for _, axis := range a.CollapsedSliceAxes {
			if a.SliceSizes[axis] != 1 {
				return operand, nil, fmt.Errorf("the collapsed axis %d has slices of %d; 1 is needed", axis,
					a.SliceSizes[axis])
			}
		}
		batch := without(indices.Dimensions, []int{a.IndexVectorAxis})
		offsets := without(a.SliceSizes, a.CollapsedSliceAxes)
		rank := len(batch) + len(offsets)
		if err := checkIncreasingAxes("offsetOutputAxes", a.OffsetOutputAxes, rank); err != nil {
			return operand, nil, err
		}
		return shapes.Shape{DType: operand.DType, Dimensions: interleave(offsets, a.OffsetOutputAxes, batch)},
			cloneGather(a), nil
	}
}

func checkGatherAxes(a ir.Gather, operand, indices shapes.Shape) error {
	if err := checkIndices(indices, a.IndexVectorAxis, len(a.StartIndexMap), "startIndexMap"); err != nil {
		return err
	}
	if err := checkAxes("startIndexMap", a.StartIndexMap, operand.Rank()); err != nil {
		return err
	}
	if err := checkIncreasingAxes("collapsedSliceAxes", a.CollapsedSliceAxes, operand.Rank()); err != nil {
		return err
	}
	if err := checkLength("sliceSizes", len(a.SliceSizes), operand.Rank()); err != nil {
		return err
	}
	return checkLength("collapsedSliceAxes with offsetOutputAxes", len(a.CollapsedSliceAxes)+len(a.OffsetOutputAxes),
		operand.Rank())
}

func cloneGather(a ir.Gather) ir.Gather {
	a.OffsetOutputAxes, a.CollapsedSliceAxes = slices.Clone(a.OffsetOutputAxes), slices.Clone(a.CollapsedSliceAxes)
	a.StartIndexMap, a.SliceSizes = slices.Clone(a.StartIndexMap), slices.Clone(a.SliceSizes)
	return a
}

// checkIndices checks that indices are integers whose vectors have as many components as there are axes to index.
func checkIndices(indices shapes.Shape, vectorAxis, components int, name string) error {
	if err := integers.check(indices.DType); err != nil {
		return fmt.Errorf("indices: %w", err)
	}
	if err := checkAxes("indexVectorAxis", []int{vectorAxis}, indices.Rank()); err != nil {
		return err
	}
	return checkLength(name, components, indices.Dimensions[vectorAxis])
}

// interleave puts lengths at the given sorted positions and others, in their order, at the rest.
func interleave(lengths, positions, others []int) []int {
	result := make([]int, 0, len(lengths)+len(others))
	for len(result) < cap(result) {
		if i := slices.Index(positions, len(result)); i >= 0 {
			result = append(result, lengths[i])
		} else {
			result, others = append(result, others[0]), others[1:]
		}
	}
	return result
}

// inferScatter is for an operand, indices whose vectors lie along an axis that exists, and updates.
func inferScatter(a ir.Scatter) inference {
	return func(x []shapes.Shape) (shapes.Shape, any, error) {
		operand, indices, updates := x[0], x[1], x[2]
		if err := numbers.sameType(operand, updates); err != nil {
			return operand, nil, err
		}
		if err := checkScatterAxes(a, operand, indices, updates); err != nil {
			return operand, nil, err
		}
		batch := without(indices.Dimensions, []int{a.IndexVectorAxis})
		if found := without(updates.Dimensions, a.UpdateWindowAxes); !slices.Equal(found, batch) {
			return operand, nil,
				fmt.Errorf("the updates have dimensions %v beside their window; the indices have %v", found, batch)
		}
		windows, room := pick(updates.Dimensions, a.UpdateWindowAxes), without(operand.Dimensions, a.InsertedWindowAxes)
		for i := range windows {
			if windows[i] > room[i] {
				return operand, nil, fmt.Errorf("windows of dimensions %v are larger than the operand's %v",
					windows, room)
			}
		}
		a := a
		a.UpdateWindowAxes, a.InsertedWindowAxes = slices.Clone(a.UpdateWindowAxes), slices.Clone(a.InsertedWindowAxes)
		a.ScatterAxesToOperandAxes = slices.Clone(a.ScatterAxesToOperandAxes)
		return operand, a, nil
	}
}

func checkScatterAxes(a ir.Scatter, operand, indices, updates shapes.Shape) error {
	if err := checkIndices(indices, a.IndexVectorAxis, len(a.ScatterAxesToOperandAxes),
		"scatterAxesToOperandAxes"); err != nil {
		return err
	}
	if err := checkAxes("scatterAxesToOperandAxes", a.ScatterAxesToOperandAxes, operand.Rank()); err != nil {
		return err
	}
	if err := checkIncreasingAxes("insertedWindowAxes", a.InsertedWindowAxes, operand.Rank()); err != nil {
		return err
	}
	if err := checkIncreasingAxes("updateWindowAxes", a.UpdateWindowAxes, updates.Rank()); err != nil {
		return err
	}
	return checkLength("insertedWindowAxes with updateWindowAxes", len(a.InsertedWindowAxes)+len(a.UpdateWindowAxes),
		operand.Rank())
}

// inferDynamicSlice is for an operand and a scalar start for each of its axes.
func inferDynamicSlice(dimensions []int) inference {
	return func(x []shapes.Shape) (shapes.Shape, any, error) {
		if err := checkLength("sliceDims", len(dimensions), x[0].Rank()); err != nil {
			return x[0], nil, err
		}
		if err := checkFits(dimensions, x[0].Dimensions); err != nil {
			return x[0], nil, err
		}
		shape := shapes.Shape{DType: x[0].DType, Dimensions: slices.Clone(dimensions)}
		return shape, ir.DynamicSlice{Dimensions: slices.Clone(dimensions)}, checkStarts(x[1:], x[0].Rank())
	}
}

// inferDynamicUpdateSlice is for an operand, an update, and a scalar start for each axis.
func inferDynamicUpdateSlice(x []shapes.Shape) (shapes.Shape, any, error) {
	if err := anyType.sameType(x[:2]...); err != nil {
		return x[0], nil, err
	}
	if err := checkLength("the update's dimensions", x[1].Rank(), x[0].Rank()); err != nil {
		return x[0], nil, err
	}
	if err := checkFits(x[1].Dimensions, x[0].Dimensions); err != nil {
		return x[0], nil, err
	}
	return x[0], nil, checkStarts(x[2:], x[0].Rank())
}

func checkFits(dimensions, room []int) error {
	for axis, length := range dimensions {
		if length < 0 || length > room[axis] {
			return fmt.Errorf("a slice of dimensions %v takes %d of axis %d; 0 to %d are allowed", dimensions, length,
				axis, room[axis])
		}
	}
	return nil
}

func checkStarts(starts []shapes.Shape, rank int) error {
	if err := checkLength("startIndices", len(starts), rank); err != nil {
		return err
	}
	for axis, start := range starts {
		if start.Rank() != 0 {
			return fmt.Errorf("start %d is %s; a scalar is needed", axis, start)
		}
	}
	if rank == 0 {
		return nil
	}
	if err := integers.sameType(starts...); err != nil {
		return fmt.Errorf("startIndices: %w", err)
	}
	return nil
}
