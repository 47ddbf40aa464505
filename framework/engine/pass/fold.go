package pass

import (
	"github.com/gomlx/compute"

	"ebim/framework/engine/ir"
)

// largeBytes is the size of a result that is not stored in place of smaller operands.
const largeBytes = 1 << 20

// fold is g with the values of what depends on no parameter as constants, and whether it has any more of them than g.
// Where they cannot be evaluated, g stays as it is: whoever runs it will meet the error.
func fold(g *ir.Graph, evaluate func(*ir.Graph) ([]any, error)) (*ir.Graph, bool) {
	known := foldable(g)
	wanted := frontier(g, known)
	if len(wanted) == 0 {
		return g, false
	}
	values, err := evaluate(parameterless(g, wanted))
	if err != nil {
		return g, false
	}
	constants := make(map[*ir.Node]any, len(wanted))
	for i, n := range wanted {
		constants[n] = values[i]
	}
	b := newBuilder(g)
	return rewrite(g, b, func(n *ir.Node, inputs []*ir.Node) *ir.Node {
		if flat, ok := constants[n]; ok {
			return b.add(compute.OpTypeConstant, n.Shape, ir.Constant{Flat: flat})
		}
		return b.add(n.Op, n.Shape, n.Attributes, inputs...)
	}), true
}

// foldable says of each node whether it may be computed ahead: it depends on no parameter, storing its value wouldn't
// trade little work for much memory, and it is no loop, which may take long.
func foldable(g *ir.Graph) []bool {
	known := make([]bool, len(g.Nodes))
	for i, n := range g.Nodes {
		if n.Op == compute.OpTypeParameter {
			continue
		}
		known[i] = n.Op != compute.OpTypeWhile
		operands := 0
		for _, input := range n.Inputs {
			known[i] = known[i] && known[input.Index]
			operands += storedBytes(input)
		}
		if bytes := storedBytes(n); n.Op != compute.OpTypeConstant && bytes > largeBytes && bytes > operands {
			known[i] = false
		}
	}
	return known
}

// storedBytes returns the size of what a node needs in storage: of a broadcast, what it repeats.
func storedBytes(n *ir.Node) int {
	if n.Op == compute.OpTypeBroadcastInDim {
		n = n.Inputs[0]
	}
	return int(n.Shape.ByteSize())
}

// frontier returns the foldable nodes that others or the outputs use and that aren't constants yet. A broadcast is not
// among them: it stays, and its operand is.
func frontier(g *ir.Graph, known []bool) []*ir.Node {
	var wanted []*ir.Node
	seen := make([]bool, len(g.Nodes))
	want := func(n *ir.Node) {
		for n.Op == compute.OpTypeBroadcastInDim {
			n = n.Inputs[0]
		}
		if known[n.Index] && !seen[n.Index] && n.Op != compute.OpTypeConstant {
			seen[n.Index] = true
			wanted = append(wanted, n)
		}
	}
	for i, needed := range live(g) {
		if !needed || known[i] {
			continue
		}
		for _, input := range g.Nodes[i].Inputs {
			want(input)
		}
	}
	for _, n := range g.Outputs {
		want(n)
	}
	return wanted
}

// parameterless returns the part of g that computes the wanted nodes.
func parameterless(g *ir.Graph, wanted []*ir.Node) *ir.Graph {
	part := &ir.Graph{Name: g.Name + " constants", Nodes: g.Nodes, Outputs: wanted}
	return dead(part)
}
