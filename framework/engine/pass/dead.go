package pass

import "ebim/framework/engine/ir"

// dead is g without the nodes that no output needs.
func dead(g *ir.Graph) *ir.Graph {
	b := newBuilder(g)
	return rewrite(g, b, func(n *ir.Node, inputs []*ir.Node) *ir.Node {
		copied := b.room()
		*copied = ir.Node{Op: n.Op, Shape: n.Shape, Attributes: n.Attributes, Inputs: inputs}
		return b.place(copied)
	})
}
