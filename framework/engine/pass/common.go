package pass

import (
	"math/bits"
	"slices"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/shapes"

	"ebim/framework/engine/ir"
)

// builder adds nodes to a graph, one for each value: asked again for the same operation on the same operands, it gives
// the node that it has.
type builder struct {
	graph  *ir.Graph
	heads  []int32  // hash modulo its length, a power of two -> the last node added that has it, counted from 1
	next   []int32  // node -> the one added before it in its list, counted from 1; 0 is the end
	hashes []uint64 // of each node
	hasher hasher
	rules  [][]rule // of each operation, or nil for none at all

	nodes  []ir.Node  // room for nodes to come, allocated many at a time
	inputs []*ir.Node // and for their operands
}

func newBuilder(g *ir.Graph) *builder {
	expected := len(g.Nodes)
	return &builder{
		graph:  &ir.Graph{Name: g.Name, Nodes: make([]*ir.Node, 0, expected)},
		heads:  make([]int32, 2<<bits.Len(uint(expected))),
		next:   make([]int32, 0, expected),
		hashes: make([]uint64, 0, expected),
		hasher: newHasher(),
	}
}

// add returns the node of an operation, or a cheaper one of the same values. Parameters are always new. It doesn't
// keep inputs.
func (b *builder) add(op compute.OpType, shape shapes.Shape, attributes any, inputs ...*ir.Node) *ir.Node {
	n := b.room()
	*n = ir.Node{Op: op, Shape: shape, Attributes: attributes, Inputs: inputs}
	hash := b.hasher.node(n)
	if op != compute.OpTypeParameter {
		if known := b.find(n, hash); known != nil {
			b.nodes = b.nodes[:len(b.nodes)-1]
			return known
		}
	}
	if b.rules != nil {
		for _, simplify := range b.rules[op] {
			if simpler := simplify(b, n); simpler != nil {
				*n = ir.Node{} // so that it keeps no constant alive
				return simpler
			}
		}
	}
	head := &b.heads[hash&uint64(len(b.heads)-1)]
	b.next = append(b.next, *head)
	*head = int32(len(b.next))
	b.hashes = append(b.hashes, hash)
	return b.place(n)
}

// room returns a place for one more node.
func (b *builder) room() *ir.Node {
	if len(b.nodes) == cap(b.nodes) {
		b.nodes = make([]ir.Node, 0, 256)
	}
	b.nodes = b.nodes[:len(b.nodes)+1]
	return &b.nodes[len(b.nodes)-1]
}

// place puts a node at the graph's end, with operands of its own.
func (b *builder) place(n *ir.Node) *ir.Node {
	if cap(b.inputs)-len(b.inputs) < len(n.Inputs) {
		b.inputs = make([]*ir.Node, 0, max(512, len(n.Inputs)))
	}
	start := len(b.inputs)
	b.inputs = append(b.inputs, n.Inputs...)
	n.Inputs = b.inputs[start:len(b.inputs):len(b.inputs)]
	n.Index = len(b.graph.Nodes)
	b.graph.Nodes = append(b.graph.Nodes, n)
	return n
}

// find returns the node that computes the same as n, or nil.
func (b *builder) find(n *ir.Node, hash uint64) *ir.Node {
	for i := b.heads[hash&uint64(len(b.heads)-1)]; i != 0; i = b.next[i-1] {
		if known := b.graph.Nodes[i-1]; b.hashes[i-1] == hash && same(known, n) {
			return known
		}
	}
	return nil
}

// same reports whether two nodes of one graph compute the same value.
func same(n, m *ir.Node) bool {
	return n.Op == m.Op && sameShape(n.Shape, m.Shape) && sameInputs(n, m) && sameAttributes(n.Attributes, m.Attributes)
}

func sameShape(s, t shapes.Shape) bool {
	return s.DType == t.DType && slices.Equal(s.Dimensions, t.Dimensions)
}

func sameInputs(n, m *ir.Node) bool {
	if slices.Equal(n.Inputs, m.Inputs) {
		return true
	}
	return commutative(n.Op) && len(n.Inputs) == len(m.Inputs) &&
		n.Inputs[0] == m.Inputs[1] && n.Inputs[1] == m.Inputs[0] && slices.Equal(n.Inputs[2:], m.Inputs[2:])
}

// rule is a simplification: another node of the same shape and values for a node about to be added, or nil where it
// doesn't apply. Each makes nodes that are cheaper or nearer to a leaf, so that they come to an end.
type rule func(b *builder, n *ir.Node) *ir.Node
