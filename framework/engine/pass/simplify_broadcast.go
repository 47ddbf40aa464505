package pass

import (
	"slices"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/shapes"

	"ebim/framework/engine/ir"
)

// broadcastUnitAxes: an axis of length 1 is repeated as no axis is. Without them a broadcast has one form, in which
// each axis of the operand has the length of the axis that it becomes.
func broadcastUnitAxes(b *builder, n *ir.Node) *ir.Node {
	x, axes := n.Inputs[0], n.Attributes.(ir.BroadcastInDim).Axes
	long := longAxes(x.Shape.Dimensions)
	if len(long) == len(axes) {
		return nil
	}
	kept, dimensions := make([]int, len(long)), make([]int, len(long))
	for i, axis := range long {
		kept[i], dimensions[i] = axes[axis], x.Shape.Dimensions[axis]
	}
	return b.broadcast(b.reshape(x, dimensions), kept, n.Shape.Dimensions)
}

// broadcastToReshape: repeated once.
func broadcastToReshape(b *builder, n *ir.Node) *ir.Node {
	if n.Shape.Size() == n.Inputs[0].Shape.Size() && slices.IsSorted(n.Attributes.(ir.BroadcastInDim).Axes) {
		return b.reshape(n.Inputs[0], n.Shape.Dimensions)
	}
	return nil
}

// broadcastBroadcast: repeated at once.
func broadcastBroadcast(b *builder, n *ir.Node) *ir.Node {
	x := n.Inputs[0]
	if x.Op != compute.OpTypeBroadcastInDim {
		return nil
	}
	inner, outer := x.Attributes.(ir.BroadcastInDim).Axes, n.Attributes.(ir.BroadcastInDim).Axes
	axes := make([]int, len(inner))
	for i, axis := range inner {
		axes[i] = outer[axis]
	}
	return b.broadcast(x.Inputs[0], axes, n.Shape.Dimensions)
}

// elementwiseBroadcast: where all operands repeat their elements along some axes, the operation is done on the others
// and its result is repeated: at most half as many elements are computed.
func elementwiseBroadcast(b *builder, n *ir.Node) *ir.Node {
	varies := make([]bool, n.Shape.Rank())
	for _, x := range n.Inputs {
		if x.Op != compute.OpTypeBroadcastInDim {
			return nil
		}
		for _, axis := range x.Attributes.(ir.BroadcastInDim).Axes {
			varies[axis] = true
		}
	}
	var axes, dimensions []int
	size := 1
	position := make([]int, len(varies)) // of an axis among those that vary
	for axis, length := range n.Shape.Dimensions {
		if varies[axis] {
			position[axis] = len(axes)
			axes, dimensions = append(axes, axis), append(dimensions, length)
			size *= length
		}
	}
	if size >= n.Shape.Size() {
		return nil
	}
	operands := make([]*ir.Node, len(n.Inputs))
	for i, x := range n.Inputs {
		old := x.Attributes.(ir.BroadcastInDim).Axes
		renumbered := make([]int, len(old))
		for j, axis := range old {
			renumbered[j] = position[axis]
		}
		operands[i] = b.broadcast(x.Inputs[0], renumbered, dimensions)
	}
	small := b.add(n.Op, shapes.Make(n.Shape.DType, dimensions...), n.Attributes, operands...)
	return b.broadcast(small, axes, n.Shape.Dimensions)
}

// elementwiseTranspose: where two or more operands are transposed alike and the others repeat one element, the
// operation is done before, on elements in their order.
func elementwiseTranspose(b *builder, n *ir.Node) *ir.Node {
	var permutation []int
	transposed := 0
	for _, x := range n.Inputs {
		switch {
		case x.Op == compute.OpTypeTranspose:
			p := x.Attributes.(ir.Transpose).Permutation
			if permutation != nil && !slices.Equal(permutation, p) {
				return nil
			}
			permutation = p
			transposed++
		case !repeatsScalar(x):
			return nil
		}
	}
	if transposed < 2 {
		return nil
	}
	dimensions := make([]int, len(permutation))
	for i, axis := range permutation {
		dimensions[axis] = n.Shape.Dimensions[i]
	}
	return b.transpose(b.before(n, dimensions), permutation)
}

// elementwiseReshape: where all operands are reshaped from one shape or repeat one element, the operation is done
// before, so that operations which a reshape parted meet, and reshapes there and back cancel.
func elementwiseReshape(b *builder, n *ir.Node) *ir.Node {
	var source *ir.Node
	for _, x := range n.Inputs {
		switch {
		case x.Op == compute.OpTypeReshape:
			if source != nil && !slices.Equal(source.Shape.Dimensions, x.Inputs[0].Shape.Dimensions) {
				return nil
			}
			source = x.Inputs[0]
		case !repeatsScalar(x):
			return nil
		}
	}
	if source == nil {
		return nil
	}
	return b.reshape(b.before(n, source.Shape.Dimensions), n.Shape.Dimensions)
}

// before returns an elementwise operation of what its operands are views of: arrays of the given dimensions, or
// scalars that it repeats.
func (b *builder) before(n *ir.Node, dimensions []int) *ir.Node {
	operands := make([]*ir.Node, len(n.Inputs))
	for i, x := range n.Inputs {
		operands[i] = x.Inputs[0]
		if repeatsScalar(x) {
			operands[i] = b.broadcast(x.Inputs[0], nil, dimensions)
		}
	}
	return b.add(n.Op, shapes.Make(n.Shape.DType, dimensions...), n.Attributes, operands...)
}

func repeatsScalar(x *ir.Node) bool {
	return x.Op == compute.OpTypeBroadcastInDim && x.Inputs[0].Shape.Rank() == 0
}
