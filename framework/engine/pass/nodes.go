package pass

import (
	"github.com/gomlx/compute"
	"github.com/gomlx/compute/shapes"

	"ebim/framework/engine/ir"
)

// broadcast repeats x to dimensions; axis i of x becomes axis axes[i].
func (b *builder) broadcast(x *ir.Node, axes, dimensions []int) *ir.Node {
	return b.add(compute.OpTypeBroadcastInDim, shapes.Make(x.Shape.DType, dimensions...),
		ir.BroadcastInDim{Axes: axes}, x)
}

// reshape is x with other dimensions of the same product.
func (b *builder) reshape(x *ir.Node, dimensions []int) *ir.Node {
	return b.add(compute.OpTypeReshape, shapes.Make(x.Shape.DType, dimensions...), nil, x)
}

// transpose is x with axis i taken from axis permutation[i].
func (b *builder) transpose(x *ir.Node, permutation []int) *ir.Node {
	dimensions := make([]int, len(permutation))
	for i, axis := range permutation {
		dimensions[i] = x.Shape.Dimensions[axis]
	}
	return b.add(compute.OpTypeTranspose, shapes.Make(x.Shape.DType, dimensions...),
		ir.Transpose{Permutation: permutation}, x)
}

// longAxes returns the axes whose length is not 1.
func longAxes(dimensions []int) []int {
	var axes []int
	for axis, length := range dimensions {
		if length != 1 {
			axes = append(axes, axis)
		}
	}
	return axes
}
