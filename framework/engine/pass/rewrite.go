package pass

import (
	"github.com/gomlx/compute"
	"github.com/gomlx/compute/shapes"

	"ebim/framework/engine/ir"
)

// rewrite maps the nodes of g that are needed to nodes of the graph that b builds, in order.
func rewrite(g *ir.Graph, b *builder, replace func(n *ir.Node, inputs []*ir.Node) *ir.Node) *ir.Graph {
	var (
		needed   = live(g)
		replaced = make([]*ir.Node, len(g.Nodes))
		inputs   []*ir.Node
	)
	for i, n := range g.Nodes {
		if !needed[i] {
			continue
		}
		inputs = inputs[:0]
		for _, input := range n.Inputs {
			inputs = append(inputs, replaced[input.Index])
		}
		replaced[i] = replace(n, inputs)
	}
	for _, n := range g.Parameters {
		b.graph.Parameters = append(b.graph.Parameters, replaced[n.Index])
	}
	for _, n := range g.Outputs {
		b.graph.Outputs = append(b.graph.Outputs, replaced[n.Index])
	}
	return b.graph
}

// live says of each node whether an output needs it. Parameters always are: callers feed them by position.
func live(g *ir.Graph) []bool {
	needed := make([]bool, len(g.Nodes))
	for _, n := range g.Parameters {
		needed[n.Index] = true
	}
	for _, n := range g.Outputs {
		needed[n.Index] = true
	}
	for i := len(g.Nodes) - 1; i >= 0; i-- {
		if !needed[i] {
			continue
		}
		for _, input := range g.Nodes[i].Inputs {
			needed[input.Index] = true
		}
	}
	return needed
}

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
