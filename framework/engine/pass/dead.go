package pass

import "ebim/framework/engine/ir"

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

// dead is g without the nodes that no output needs.
func dead(g *ir.Graph) *ir.Graph {
	b := newBuilder(g)
	return rewrite(g, b, func(n *ir.Node, inputs []*ir.Node) *ir.Node {
		copied := b.room()
		*copied = ir.Node{Op: n.Op, Shape: n.Shape, Attributes: n.Attributes, Inputs: inputs}
		return b.place(copied)
	})
}
