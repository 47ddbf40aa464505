// Package ir is the graph that the builder records, the passes rewrite and the compiler turns into a program.
//
// It has fewer operations than GoMLX's interface: the builder writes them in a normal form, so that passes and
// compiler see each idea once. Operands of elementwise operations have the dimensions of the result: a broadcast is a
// node of its own, as a view that costs nothing. Every node has one result. Nodes stand in an order in which operands
// come first, and are never changed once they are in a graph: a pass makes a new graph.
//
// ir.go has the graph, kind.go how an operation is compiled, attributes.go what operations are given beside their
// operands, and print.go the text that failing tests show.
package ir

import (
	"github.com/gomlx/compute"
	"github.com/gomlx/compute/shapes"
)

// Graph is a computation. Nodes are in topological order: operands stand before their users.
type Graph struct {
	Name       string
	Nodes      []*Node
	Parameters []*Node // in the order in which they are fed
	Outputs    []*Node // may repeat a node, and may be parameters or constants
}

// Node is one operation and its result. A node is immutable once it is used: passes make new ones.
type Node struct {
	Op         compute.OpType
	Inputs     []*Node
	Shape      shapes.Shape
	Attributes any // of the type that this package names for the operation, or nil
	Index      int // position in Graph.Nodes
}

// Add appends a node to the graph.
func (g *Graph) Add(op compute.OpType, shape shapes.Shape, attributes any, inputs ...*Node) *Node {
	n := &Node{Op: op, Inputs: inputs, Shape: shape, Attributes: attributes, Index: len(g.Nodes)}
	g.Nodes = append(g.Nodes, n)
	return n
}

// Operations beside GoMLX's.
const (
	// OpRandomState is the state [3]uint64 that follows the state of its operand after Attributes.(RandomState).Bytes
	// random bytes have been drawn; OpTypeRNGBitGenerator gives the bytes themselves from the same operand.
	OpRandomState = compute.OpTypeLast + 1 + iota
	// OpFusedMultiplyAdd is x*y + z, rounded once.
	OpFusedMultiplyAdd
	// OpFusedMultiplySubtract is x*y - z, rounded once.
	OpFusedMultiplySubtract
	// OpFusedNegativeMultiplyAdd is z - x*y, rounded once.
	OpFusedNegativeMultiplyAdd
)

// Kind is how an operation is compiled.
type Kind int

const (
	Leaf Kind = iota // Parameter, Constant, Iota
	// Reshape, Transpose, BroadcastInDim, Slice, Reverse: another way to address the operand's storage
	View
	Elementwise // one element of each operand gives one element of the result
	Reduction   // Reduce*: axes disappear
	Other       // everything that has an instruction of its own
)
