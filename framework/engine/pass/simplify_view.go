package pass

import (
	"slices"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/shapes"

	"ebim/framework/engine/ir"
)

// Views move elements and compute nothing, so that all rules here are exact.

func reshapeToSame(b *builder, n *ir.Node) *ir.Node {
	if sameShape(n.Shape, n.Inputs[0].Shape) {
		return n.Inputs[0]
	}
	return nil
}

// reshapeReshape: only the last shape counts.
func reshapeReshape(b *builder, n *ir.Node) *ir.Node {
	if x := n.Inputs[0]; x.Op == compute.OpTypeReshape {
		return b.add(compute.OpTypeReshape, n.Shape, nil, x.Inputs[0])
	}
	return nil
}

// reshapeBroadcast: a reshape which only adds or removes axes of length 1 renumbers the axes of the broadcast below
// it, and any reshape of a repeated scalar is one.
func reshapeBroadcast(b *builder, n *ir.Node) *ir.Node {
	from := n.Inputs[0]
	if from.Op != compute.OpTypeBroadcastInDim {
		return nil
	}
	x, axes := from.Inputs[0], from.Attributes.(ir.BroadcastInDim).Axes
	if len(axes) == 0 {
		return b.broadcast(x, nil, n.Shape.Dimensions)
	}
	before, after := longAxes(from.Shape.Dimensions), longAxes(n.Shape.Dimensions)
	if len(before) != len(after) {
		return nil
	}
	for i := range before {
		if from.Shape.Dimensions[before[i]] != n.Shape.Dimensions[after[i]] {
			return nil
		}
	}
	renumbered := make([]int, len(axes)) // x has no axes of length 1: broadcastUnitAxes has removed them
	for i, axis := range axes {
		renumbered[i] = after[slices.Index(before, axis)]
	}
	return b.broadcast(x, renumbered, n.Shape.Dimensions)
}

// transposeToReshape: where the axes longer than 1 keep their order, so do the elements.
func transposeToReshape(b *builder, n *ir.Node) *ir.Node {
	last := -1
	for i, axis := range n.Attributes.(ir.Transpose).Permutation {
		if n.Shape.Dimensions[i] == 1 {
			continue
		}
		if axis < last {
			return nil
		}
		last = axis
	}
	return b.reshape(n.Inputs[0], n.Shape.Dimensions)
}

// transposeTranspose: two permutations are one.
func transposeTranspose(b *builder, n *ir.Node) *ir.Node {
	x := n.Inputs[0]
	if x.Op != compute.OpTypeTranspose {
		return nil
	}
	inner, outer := x.Attributes.(ir.Transpose).Permutation, n.Attributes.(ir.Transpose).Permutation
	both := make([]int, len(outer))
	for i, axis := range outer {
		both[i] = inner[axis]
	}
	return b.transpose(x.Inputs[0], both)
}

// transposeBroadcast: a transposed broadcast is a broadcast to other axes, of the transposed operand if they change
// order.
func transposeBroadcast(b *builder, n *ir.Node) *ir.Node {
	from := n.Inputs[0]
	if from.Op != compute.OpTypeBroadcastInDim {
		return nil
	}
	var (
		axes, permutation []int
		old               = from.Attributes.(ir.BroadcastInDim).Axes
	)
	for i, axis := range n.Attributes.(ir.Transpose).Permutation {
		if operandAxis := slices.Index(old, axis); operandAxis >= 0 {
			axes = append(axes, i)
			permutation = append(permutation, operandAxis)
		}
	}
	return b.broadcast(b.transpose(from.Inputs[0], permutation), axes, n.Shape.Dimensions)
}

// slice takes elements starts, starts+strides, ... of x, as many as dimensions say.
func (b *builder) slice(x *ir.Node, starts, strides, dimensions []int) *ir.Node {
	limits := make([]int, len(starts))
	for i, start := range starts {
		limits[i] = start
		if dimensions[i] > 0 {
			limits[i] += (dimensions[i]-1)*strides[i] + 1
		}
	}
	shape := shapes.Make(x.Shape.DType, dimensions...)
	return b.add(compute.OpTypeSlice, shape, ir.Slice{Starts: starts, Limits: limits, Strides: strides}, x)
}

// sliceAll: as many elements as there are, which must be all of them in order.
func sliceAll(b *builder, n *ir.Node) *ir.Node {
	if sameShape(n.Shape, n.Inputs[0].Shape) {
		return n.Inputs[0]
	}
	return nil
}

// sliceSlice: element i of the outer one is element start + i * stride of the inner one.
func sliceSlice(b *builder, n *ir.Node) *ir.Node {
	x := n.Inputs[0]
	if x.Op != compute.OpTypeSlice {
		return nil
	}
	inner, outer := x.Attributes.(ir.Slice), n.Attributes.(ir.Slice)
	starts, strides := make([]int, len(outer.Starts)), make([]int, len(outer.Starts))
	for i := range starts {
		starts[i] = inner.Starts[i] + outer.Starts[i]*inner.Strides[i]
		strides[i] = inner.Strides[i] * outer.Strides[i]
	}
	return b.slice(x.Inputs[0], starts, strides, n.Shape.Dimensions)
}

// sliceBroadcast: repeat fewer times, and slice the operand on its own axes.
func sliceBroadcast(b *builder, n *ir.Node) *ir.Node {
	from := n.Inputs[0]
	if from.Op != compute.OpTypeBroadcastInDim {
		return nil
	}
	var (
		axes                        = from.Attributes.(ir.BroadcastInDim).Axes
		slice                       = n.Attributes.(ir.Slice)
		starts, strides, dimensions []int
	)
	for _, axis := range axes { // none is repeated: broadcastUnitAxes has seen to it
		starts = append(starts, slice.Starts[axis])
		strides = append(strides, slice.Strides[axis])
		dimensions = append(dimensions, n.Shape.Dimensions[axis])
	}
	return b.broadcast(b.slice(from.Inputs[0], starts, strides, dimensions), axes, n.Shape.Dimensions)
}

// sliceConcatenate: a slice that lies in one of the parts is a slice of that part.
func sliceConcatenate(b *builder, n *ir.Node) *ir.Node {
	whole := n.Inputs[0]
	if whole.Op != compute.OpTypeConcatenate || n.Shape.Size() == 0 {
		return nil
	}
	axis, slice := whole.Attributes.(ir.Concatenate).Axis, n.Attributes.(ir.Slice)
	first := slice.Starts[axis]
	last := first + (n.Shape.Dimensions[axis]-1)*slice.Strides[axis]
	for _, part := range whole.Inputs {
		length := part.Shape.Dimensions[axis]
		if first < length {
			if last >= length {
				return nil
			}
			starts := slices.Clone(slice.Starts)
			starts[axis] = first
			return b.slice(part, starts, slice.Strides, n.Shape.Dimensions)
		}
		first, last = first-length, last-length
	}
	return nil
}

// reverseShort: turning an axis of fewer than two elements around changes nothing.
func reverseShort(b *builder, n *ir.Node) *ir.Node {
	axes := n.Attributes.(ir.Reverse).Axes
	kept := slices.DeleteFunc(slices.Clone(axes), func(axis int) bool { return n.Shape.Dimensions[axis] < 2 })
	switch len(kept) {
	case 0:
		return n.Inputs[0]
	case len(axes):
		return nil
	}
	return b.add(compute.OpTypeReverse, n.Shape, ir.Reverse{Axes: kept}, n.Inputs[0])
}

// reverseReverse: an axis turned around twice is as it was.
func reverseReverse(b *builder, n *ir.Node) *ir.Node {
	x := n.Inputs[0]
	if x.Op != compute.OpTypeReverse {
		return nil
	}
	inner, outer := x.Attributes.(ir.Reverse).Axes, n.Attributes.(ir.Reverse).Axes
	var axes []int
	for axis := range n.Shape.Rank() {
		if slices.Contains(inner, axis) != slices.Contains(outer, axis) {
			axes = append(axes, axis)
		}
	}
	return b.add(compute.OpTypeReverse, n.Shape, ir.Reverse{Axes: axes}, x.Inputs[0])
}

// concatenateFew: parts without elements add nothing, and one part alone is the whole.
func concatenateFew(b *builder, n *ir.Node) *ir.Node {
	if len(n.Inputs) == 1 {
		return n.Inputs[0]
	}
	axis := n.Attributes.(ir.Concatenate).Axis
	parts := slices.DeleteFunc(slices.Clone(n.Inputs), func(x *ir.Node) bool { return x.Shape.Dimensions[axis] == 0 })
	if len(parts) == 0 || len(parts) == len(n.Inputs) {
		return nil
	}
	return b.add(compute.OpTypeConcatenate, n.Shape, n.Attributes, parts...)
}

// padNothing: no element is added or cut off.
func padNothing(b *builder, n *ir.Node) *ir.Node {
	for _, axis := range n.Attributes.(ir.Pad).Axes {
		if axis != (compute.PadAxis{}) {
			return nil
		}
	}
	return n.Inputs[0]
}

// dynamicSliceAtConstant: with known starts, clamped so that the slice lies inside, it is a view.
func dynamicSliceAtConstant(b *builder, n *ir.Node) *ir.Node {
	x := n.Inputs[0]
	starts, strides := make([]int, x.Shape.Rank()), make([]int, x.Shape.Rank())
	for axis := range starts {
		start, ok := uniform(n.Inputs[1+axis])
		if !ok {
			return nil
		}
		last := x.Shape.Dimensions[axis] - n.Shape.Dimensions[axis]
		starts[axis] = int(min(max(start, 0), float64(last)))
		strides[axis] = 1
	}
	return b.slice(x, starts, strides, n.Shape.Dimensions)
}
