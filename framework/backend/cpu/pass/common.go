package pass

import (
	"slices"

	"github.com/gomlx/gomlx/backends"
	"github.com/gomlx/gomlx/pkg/core/shapes"

	"ebim/framework/backend/cpu/ir"
)

// builder adds nodes to a graph, one for each value: asked again for the same operation on the same operands, it gives the
// node that it has.
type builder struct {
	graph  *ir.Graph
	first  map[uint64]int32 // hash of a node -> the last node added that has it, counted from 1
	next   []int32          // node -> the one added before it that has the same hash, counted from 1; 0 is the end
	hasher hasher
	rules  [][]rule // of each operation, or nil for none at all
}

func newBuilder(g *ir.Graph) *builder {
	return &builder{
		graph:  &ir.Graph{Name: g.Name, Nodes: make([]*ir.Node, 0, len(g.Nodes))},
		first:  make(map[uint64]int32, len(g.Nodes)),
		next:   make([]int32, 0, len(g.Nodes)),
		hasher: newHasher(),
	}
}

// add is the node of an operation, or a cheaper one of the same values. Parameters are always new. It doesn't keep inputs.
func (b *builder) add(op backends.OpType, shape shapes.Shape, attributes any, inputs ...*ir.Node) *ir.Node {
	n := ir.Node{Op: op, Shape: shape, Attributes: attributes, Inputs: inputs}
	hash := b.hasher.node(&n)
	if op != backends.OpTypeParameter {
		if known := b.find(&n, hash); known != nil {
			return known
		}
	}
	if b.rules != nil {
		for _, simplify := range b.rules[op] {
			if simpler := simplify(b, &n); simpler != nil {
				return simpler
			}
		}
	}
	b.next = append(b.next, b.first[hash])
	b.first[hash] = int32(len(b.next))
	return b.graph.Add(op, shape, attributes, slices.Clone(inputs)...)
}

// find is the node that computes the same as n, or nil.
func (b *builder) find(n *ir.Node, hash uint64) *ir.Node {
	for i := b.first[hash]; i != 0; i = b.next[i-1] {
		if known := b.graph.Nodes[i-1]; same(known, n) {
			return known
		}
	}
	return nil
}

// common is g with one node for each value.
func common(g *ir.Graph) *ir.Graph {
	b := newBuilder(g)
	return rewrite(g, b, func(n *ir.Node, inputs []*ir.Node) *ir.Node {
		return b.add(n.Op, n.Shape, n.Attributes, inputs...)
	})
}

// commutative says whether the first two operands may change places.
func commutative(op backends.OpType) bool {
	switch op {
	case backends.OpTypeAdd, backends.OpTypeMul, backends.OpTypeMax, backends.OpTypeMin,
		backends.OpTypeBitwiseAnd, backends.OpTypeBitwiseOr, backends.OpTypeBitwiseXor,
		backends.OpTypeLogicalAnd, backends.OpTypeLogicalOr, backends.OpTypeLogicalXor,
		backends.OpTypeEqual, backends.OpTypeNotEqual,
		backends.OpTypeEqualTotalOrder, backends.OpTypeNotEqualTotalOrder,
		ir.OpFusedMultiplyAdd, ir.OpFusedMultiplySubtract, ir.OpFusedNegativeMultiplyAdd:
		return true
	}
	return false
}

// same says whether two nodes of one graph compute the same value.
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
