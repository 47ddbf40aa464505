package pass

import (
	"slices"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"

	"ebim/framework/engine/ir"
)

// transposedProducts computes the transpose of a product as the product of the operands in the other order, so that no
// element of it is moved afterwards: gradients of weights come as transposes. Each element is a sum of the same terms
// in the same order, except with a single row or column, of which kernels add up the terms otherwise; these are left,
// as are transposes that anything but a concatenation takes, for a loop would add to a product before it is complete.
func transposedProducts(g *ir.Graph) *ir.Graph {
	uses, concatenated := countUses(g), onlyConcatenated(g)
	b, replacements := newBuilder(g), false
	rewritten := rewrite(g, b, func(n *ir.Node, inputs []*ir.Node) *ir.Node {
		made := b.room()
		*made = ir.Node{Op: n.Op, Shape: n.Shape, Attributes: n.Attributes, Inputs: inputs}
		if n.Op == compute.OpTypeTranspose && concatenated[n.Index] && uses[n.Inputs[0].Index] == 1 &&
			exchangesOperands(n) {
			a := n.Inputs[0].Attributes.(ir.DotGeneral)
			product := inputs[0]
			made.Op, made.Inputs = product.Op, []*ir.Node{product.Inputs[1], product.Inputs[0]}
			made.Attributes = ir.DotGeneral{LeftContracting: a.RightContracting, LeftBatch: a.RightBatch,
				RightContracting: a.LeftContracting, RightBatch: a.LeftBatch}
			replacements = true
		}
		return b.place(made)
	})
	if !replacements {
		return g
	}
	return dead(rewritten)
}

// exchangesOperands reports whether a transpose of a product puts the right operand's free axes before the left one's,
// and both have several elements.
func exchangesOperands(n *ir.Node) bool {
	product := n.Inputs[0]
	if product.Op != compute.OpTypeDotGeneral || product.Shape.DType != dtypes.Float32 {
		return false
	}
	a := product.Attributes.(ir.DotGeneral)
	batch := len(a.LeftBatch)
	left := product.Inputs[0].Shape.Rank() - batch - len(a.LeftContracting)
	var exchanged []int
	for axis := range product.Shape.Rank() {
		exchanged = append(exchanged, axis)
	}
	slices.Reverse(exchanged[batch : batch+left])
	slices.Reverse(exchanged[batch+left:])
	slices.Reverse(exchanged[batch:])
	d := product.Shape.Dimensions
	return slices.Equal(n.Attributes.(ir.Transpose).Permutation, exchanged) && size(d[batch:batch+left]) > 1 &&
		size(d[batch+left:]) > 1
}

func size(dimensions []int) int {
	n := 1
	for _, d := range dimensions {
		n *= d
	}
	return n
}

// onlyConcatenated says of each node whether concatenations alone take it, or reshapes that these alone take.
func onlyConcatenated(g *ir.Graph) []bool {
	only := make([]bool, len(g.Nodes))
	for i := range only {
		only[i] = true
	}
	for _, n := range g.Outputs {
		only[n.Index] = false
	}
	needed := live(g)
	for i := len(g.Nodes) - 1; i >= 0; i-- {
		n := g.Nodes[i]
		if !needed[i] || n.Op == compute.OpTypeConcatenate || n.Op == compute.OpTypeReshape && only[i] {
			continue
		}
		for _, input := range n.Inputs {
			only[input.Index] = false
		}
	}
	return only
}
