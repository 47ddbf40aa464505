package pass

import (
	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"

	"ebim/framework/engine/ir"
)

// multiplyAdd joins float32 products with the additions and subtractions that alone use them. The product is then not
// rounded before it is added: the result may differ from that of two operations by half a unit in the last place of the
// product, and is the nearer one.
func multiplyAdd(g *ir.Graph) *ir.Graph {
	uses := countUses(g)
	product := func(x *ir.Node) bool {
		return x.Op == compute.OpTypeMul && x.Shape.DType == dtypes.Float32 && uses[x.Index] == 1
	}
	b := newBuilder(g)
	return dead(rewrite(g, b, func(n *ir.Node, inputs []*ir.Node) *ir.Node {
		joined := b.room()
		*joined = ir.Node{Op: n.Op, Shape: n.Shape, Attributes: n.Attributes, Inputs: inputs}
		join := func(op compute.OpType, product, other *ir.Node) {
			joined.Op, joined.Inputs = op, append(append([]*ir.Node(nil), product.Inputs...), other)
		}
		switch {
		case n.Op == compute.OpTypeAdd && product(n.Inputs[0]):
			join(ir.OpFusedMultiplyAdd, inputs[0], inputs[1])
		case n.Op == compute.OpTypeAdd && product(n.Inputs[1]):
			join(ir.OpFusedMultiplyAdd, inputs[1], inputs[0])
		case n.Op == compute.OpTypeSub && product(n.Inputs[0]):
			join(ir.OpFusedMultiplySubtract, inputs[0], inputs[1])
		case n.Op == compute.OpTypeSub && product(n.Inputs[1]):
			join(ir.OpFusedNegativeMultiplyAdd, inputs[1], inputs[0])
		}
		return b.place(joined)
	}))
}

// countUses returns the number of times that each node stands among the operands of needed nodes and the outputs.
func countUses(g *ir.Graph) []int {
	uses := make([]int, len(g.Nodes))
	for i, needed := range live(g) {
		if !needed {
			continue
		}
		for _, input := range g.Nodes[i].Inputs {
			uses[input.Index]++
		}
	}
	for _, n := range g.Outputs {
		uses[n.Index]++
	}
	return uses
}
