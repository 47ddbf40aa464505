package autodiff

import (
	"slices"

	"github.com/gomlx/gomlx/core/graph"
)

// GoMLX's own rule for products takes the axes that an operand contracts for increasing, and else transposes the
// cotangent or fails.
func init() {
	register(graph.NodeTypeDotGeneral, func(node, cotangent *graph.Node) []*graph.Node {
		p := parametersOf(node)
		return dotVJP(cotangent,
			newOperand(node.Inputs()[0], p.numbers("lhsBatchAxes"), p.numbers("lhsContractingAxes")),
			newOperand(node.Inputs()[1], p.numbers("rhsBatchAxes"), p.numbers("rhsContractingAxes")))
	})
}

// operand describes one side of a product: its axes are batch, contracting, or free (all others, in order).
type operand struct {
	node                     *graph.Node
	batch, contracting, free []int
}

// dotVJP contracts the cotangent [batch..., lhs free..., rhs free...] with each operand in turn.
func dotVJP(cotangent *graph.Node, lhs, rhs operand) []*graph.Node {
	batch, lhsFree := len(lhs.batch), len(lhs.free)
	return []*graph.Node{
		contract(cotangent, batch+lhsFree, rhs, lhs),
		contract(cotangent, batch, lhs, rhs),
	}
}

// contract returns the cotangent of operand `to`: the product of the result's cotangent with the `other` operand over
// the other's free axes, which start at axis `first` of the cotangent, brought into the order of `to`'s axes.
func contract(cotangent *graph.Node, first int, other, to operand) *graph.Node {
	product := graph.DotGeneral(cotangent, iota(first, len(other.free)), iota(0, len(other.batch)),
		inType(other.node, cotangent), other.free, other.batch)
	product = inType(product, to.node)
	// The product's axes are [batch, free of `to`, contracting in the order in which they stand in `other`].
	order := slices.Concat(to.batch, to.free)
	standing := iota(0, len(other.contracting))
	slices.SortFunc(standing, func(i, j int) int { return other.contracting[i] - other.contracting[j] })
	for _, i := range standing {
		order = append(order, to.contracting[i])
	}
	permutation := make([]int, len(order))
	for axis, target := range order {
		permutation[target] = axis
	}
	if slices.IsSorted(permutation) {
		return product
	}
	return graph.TransposeAllAxes(product, permutation...)
}

// inType is x in the data type of another node, which differs where a product has sums of a type of their own.
func inType(x, like *graph.Node) *graph.Node {
	if x.DType() == like.DType() {
		return x
	}
	return graph.ConvertDType(x, like.DType())
}

func newOperand(node *graph.Node, batch, contracting []int) operand {
	o := operand{node: node, batch: batch, contracting: contracting}
	for axis := range node.Rank() {
		if !slices.Contains(batch, axis) && !slices.Contains(contracting, axis) {
			o.free = append(o.free, axis)
		}
	}
	return o
}
