// Package pass rewrites graphs into cheaper ones that compute the same values.
//
// All passes share one way to build a graph: a builder which gives each value one node, and which tries the rules of
// an operation before it makes a node of it. Results agree with those of the original graph to the last bit, signed
// zeros and infinities included (the payload of a NaN may differ), but for three things, which are said where they
// happen: a sum of repetitions becomes a product, a power of 2 a product, and products that are added at once are not
// rounded first.
//
// common.go gives equal nodes one node; simplify*.go and constant.go hold the rules, by theme; fold.go
// computes what depends on no parameter; multiply_add.go joins products with sums; transposed_product.go exchanges
// the operands of transposed products.
package pass

import "ebim/framework/engine/ir"

// Run returns a graph with the parameters and outputs of g that computes the same values with less work. What depends
// on no parameter is computed by evaluate, which runs a graph without parameters and gives each output's values, a
// slice of the Go type of its data type; with nil it stays in the graph.
func Run(g *ir.Graph, evaluate func(*ir.Graph) ([]any, error)) *ir.Graph {
	return transposedProducts(multiplyAdd(exact(g, evaluate)))
}

// Simplify returns a graph with the parameters and outputs of g in which no rule for less work applies, without the
// operations that Run adds for this engine. All that it needs, constants included, stays in the graph.
func Simplify(g *ir.Graph) *ir.Graph { return simplify(g) }

// exact returns the passes before the last one. Folding can show the rules more to do, and they more to fold; each
// round leaves fewer operations on constants.
func exact(g *ir.Graph, evaluate func(*ir.Graph) ([]any, error)) *ir.Graph {
	g = simplify(g)
	for evaluate != nil {
		folded, changed := fold(g, evaluate)
		if !changed {
			break
		}
		g = simplify(folded)
	}
	return g
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
