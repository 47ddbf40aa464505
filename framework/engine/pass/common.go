package pass

import (
	"bytes"
	"hash/maphash"
	"math/bits"
	"reflect"
	"slices"
	"unsafe"

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
		hasher: hasher{maphash.MakeSeed()},
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

// hasher gives equal nodes equal hashes. Others seldom collide; where they do, same tells them apart.
type hasher struct{ seed maphash.Seed }

// mix returns a hash of a hash and one more value.
func mix(hash, value uint64) uint64 {
	high, low := bits.Mul64(hash^0x9e3779b97f4a7c15, value^0xd1342543de82ef95)
	return high ^ low
}

func mixInts(hash uint64, lists ...[]int) uint64 {
	for _, list := range lists {
		hash = mix(hash, uint64(len(list)))
		for _, v := range list {
			hash = mix(hash, uint64(v))
		}
	}
	return hash
}

func mixPaddings(hash uint64, paddings [][2]int) uint64 {
	for _, p := range paddings {
		hash = mix(mix(hash, uint64(p[0])), uint64(p[1]))
	}
	return hash
}

func (h hasher) node(n *ir.Node) uint64 {
	hash := mix(uint64(n.Op), uint64(n.Shape.DType))
	hash = mixInts(hash, n.Shape.Dimensions)
	inputs := n.Inputs
	if commutative(n.Op) {
		a, b := inputs[0].Index, inputs[1].Index
		hash = mix(mix(hash, uint64(min(a, b))), uint64(max(a, b)))
		inputs = inputs[2:]
	}
	for _, input := range inputs {
		hash = mix(hash, uint64(input.Index))
	}
	return h.attributes(hash, n.Attributes)
}

// attributes mixes in attributes. Those of an unknown type are left to same.
func (h hasher) attributes(hash uint64, attributes any) uint64 {
	switch a := attributes.(type) {
	case ir.Constant:
		return mix(hash, maphash.Bytes(h.seed, rawBytes(a.Flat)))
	case ir.Iota:
		return mix(hash, uint64(a.Axis))
	case ir.Transpose:
		return mixInts(hash, a.Permutation)
	case ir.BroadcastInDim:
		return mixInts(hash, a.Axes)
	case ir.Slice:
		return mixInts(hash, a.Starts, a.Limits, a.Strides)
	case ir.Reverse:
		return mixInts(hash, a.Axes)
	case ir.Reduce:
		return mixInts(hash, a.Axes)
	case ir.DotGeneral:
		return mixInts(hash, a.LeftContracting, a.LeftBatch, a.RightContracting, a.RightBatch)
	case ir.ConvGeneral:
		return mixPaddings(mixInts(hash, a.Axes.InputSpatial, a.Strides, a.InputDilations,
			a.KernelDilations), a.Paddings)
	case ir.ReduceWindow:
		return mixPaddings(mixInts(mix(hash, uint64(a.Reduction)), a.Dimensions, a.Strides), a.Paddings)
	case ir.Gather:
		return mixInts(hash, a.OffsetOutputAxes, a.CollapsedSliceAxes, a.StartIndexMap, a.SliceSizes)
	case ir.Scatter:
		return mixInts(hash, a.UpdateWindowAxes, a.InsertedWindowAxes, a.ScatterAxesToOperandAxes)
	case ir.DynamicSlice:
		return mixInts(hash, a.Dimensions)
	case ir.Concatenate:
		return mix(hash, uint64(a.Axis))
	case ir.RandomState:
		return mix(hash, uint64(a.Bytes))
	}
	return hash
}

// sameAttributes compares constants by their bits, so that 0 and -0 differ and a NaN equals itself.
func sameAttributes(a, b any) bool {
	switch a := a.(type) {
	case nil:
		return b == nil
	case ir.Constant:
		b, ok := b.(ir.Constant)
		return ok && bytes.Equal(rawBytes(a.Flat), rawBytes(b.Flat))
	case ir.BroadcastInDim:
		b, ok := b.(ir.BroadcastInDim)
		return ok && slices.Equal(a.Axes, b.Axes)
	case ir.Reduce:
		b, ok := b.(ir.Reduce)
		return ok && slices.Equal(a.Axes, b.Axes)
	case ir.DotGeneral:
		b, ok := b.(ir.DotGeneral)
		return ok && slices.Equal(a.LeftContracting, b.LeftContracting) && slices.Equal(a.LeftBatch, b.LeftBatch) &&
			slices.Equal(a.RightContracting, b.RightContracting) && slices.Equal(a.RightBatch, b.RightBatch)
	}
	return reflect.DeepEqual(a, b) // the seldom ones
}

// rawBytes returns the storage of a slice of numbers or truth values.
func rawBytes(flat any) []byte {
	v := reflect.ValueOf(flat)
	if v.Len() == 0 {
		return nil
	}
	return unsafe.Slice((*byte)(v.UnsafePointer()), v.Len()*int(v.Type().Elem().Size()))
}

// commutative reports whether the first two operands may change places.
func commutative(op compute.OpType) bool {
	switch op {
	case compute.OpTypeAdd, compute.OpTypeMul, compute.OpTypeMax, compute.OpTypeMin,
		compute.OpTypeLogicalAnd, compute.OpTypeLogicalOr, compute.OpTypeEqual, compute.OpTypeNotEqual,
		ir.OpFusedMultiplyAdd, ir.OpFusedMultiplySubtract, ir.OpFusedNegativeMultiplyAdd:
		return true
	}
	return false
}
