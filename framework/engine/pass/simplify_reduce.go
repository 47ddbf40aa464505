package pass

import (
	"slices"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"

	"ebim/framework/engine/ir"
)

// reduce is n done on another operand and other axes.
func (b *builder) reduce(n, x *ir.Node, axes []int) *ir.Node {
	var dimensions []int
	for axis, length := range x.Shape.Dimensions {
		if !slices.Contains(axes, axis) {
			dimensions = append(dimensions, length)
		}
	}
	return b.add(n.Op, shapes.Make(n.Shape.DType, dimensions...), ir.Reduce{Axes: axes}, x)
}

// reduceUnitAxes: one element reduces to itself (-0 to -0 in a sum).
func reduceUnitAxes(b *builder, n *ir.Node) *ir.Node {
	x := n.Inputs[0]
	if x.Shape.DType != n.Shape.DType {
		return nil
	}
	for _, axis := range n.Attributes.(ir.Reduce).Axes {
		if x.Shape.Dimensions[axis] != 1 {
			return nil
		}
	}
	return b.reshape(x, n.Shape.Dimensions)
}

// reduceReduce: two reductions are one. Sums and products are left, whose rounding would change.
func reduceReduce(b *builder, n *ir.Node) *ir.Node {
	x := n.Inputs[0]
	if x.Op != n.Op || x.Shape.DType != n.Shape.DType || n.Op == compute.OpTypeReduceSum ||
		n.Op == compute.OpTypeReduceProduct {
		return nil
	}
	var (
		axes  = slices.Clone(x.Attributes.(ir.Reduce).Axes)
		outer = n.Attributes.(ir.Reduce).Axes
		kept  = -1 // the number, among the axes that the inner one keeps, of the axis looked at
	)
	for axis := range x.Inputs[0].Shape.Rank() {
		if slices.Contains(axes, axis) {
			continue
		}
		if kept++; slices.Contains(outer, kept) {
			axes = append(axes, axis)
		}
	}
	slices.Sort(axes)
	return b.reduce(n, x.Inputs[0], axes)
}

// reduceBroadcast: along axes that repeat one element its greatest, least, conjunction and disjunction is that element,
// and its sum the element times their length. That product is rounded once where a sum is rounded at each addition, so
// that it may differ from the sum, being the nearer one; the sum of -0s is -0.
func reduceBroadcast(b *builder, n *ir.Node) *ir.Node {
	from := n.Inputs[0]
	if from.Op != compute.OpTypeBroadcastInDim || !repeatable(n) {
		return nil
	}
	var (
		old              = from.Attributes.(ir.BroadcastInDim).Axes
		reduced          = n.Attributes.(ir.Reduce).Axes
		count            = 1
		axes             []int // those left to reduce, among those kept
		dimensions       []int // of the axes kept: all but the repeated ones that are reduced
		position         = make([]int, from.Shape.Rank())
		repeatedOnesLeft = false
	)
	for axis, length := range from.Shape.Dimensions {
		isReduced := slices.Contains(reduced, axis)
		if isReduced && !slices.Contains(old, axis) {
			count *= length
			repeatedOnesLeft = true
			continue
		}
		position[axis] = len(dimensions)
		if isReduced {
			axes = append(axes, len(dimensions))
		}
		dimensions = append(dimensions, length)
	}
	if !repeatedOnesLeft || count == 0 {
		return nil
	}
	renumbered := make([]int, len(old))
	for i, axis := range old {
		renumbered[i] = position[axis]
	}
	once := b.reduce(n, b.broadcast(from.Inputs[0], renumbered, dimensions), axes)
	if n.Op != compute.OpTypeReduceSum || count == 1 {
		return once
	}
	return b.add(compute.OpTypeMul, n.Shape, nil, once, b.filled(n.Shape, float64(count)))
}

// repeatable reports whether the reduction of one element, many times, is known.
func repeatable(n *ir.Node) bool {
	switch n.Op {
	case compute.OpTypeReduceMax, compute.OpTypeReduceMin, compute.OpTypeReduceLogicalAnd,
		compute.OpTypeReduceLogicalOr:
		return n.Shape.DType == n.Inputs[0].Shape.DType
	case compute.OpTypeReduceSum:
		return isWideFloat(n.Shape.DType) || n.Shape.DType == dtypes.Int32 || n.Shape.DType == dtypes.Int64
	}
	return false
}
