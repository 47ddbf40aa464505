package autodiff

import (
	"reflect"
	"slices"

	"github.com/gomlx/gomlx/pkg/core/graph"
	"github.com/gomlx/gomlx/pkg/core/shapes"
)

// GoMLX's own rule for products builds the whole outer product and reduces it; this one is two products.
// The table is GoMLX's extension point, and a package variable there.
func init() {
	graph.VJPRegistration[graph.NodeTypeDotGeneral] = func(node *graph.Node, cotangents []*graph.Node, _ shapes.Shape) []*graph.Node {
		return dotGeneralVJP(node, cotangents[0])
	}
}

// operand describes one side of a DotGeneral node: its axes are batch, contracting, or free (all others, in order).
type operand struct {
	node                     *graph.Node
	batch, contracting, free []int
}

// dotGeneralVJP contracts the cotangent [batch..., lhs free..., rhs free...] with each operand in turn.
func dotGeneralVJP(node, cotangent *graph.Node) []*graph.Node {
	lhs, rhs := operands(node)
	batch, lhsFree := len(lhs.batch), len(lhs.free)
	return []*graph.Node{
		contract(cotangent, batch+lhsFree, rhs, lhs),
		contract(cotangent, batch, lhs, rhs),
	}
}

// contract is the cotangent of operand `to`: the product of the result's cotangent with the `other` operand over the
// other's free axes, which start at axis `first` of the cotangent, brought into the order of `to`'s axes.
func contract(cotangent *graph.Node, first int, other, to operand) *graph.Node {
	product := graph.DotGeneral(
		cotangent, iota(first, len(other.free)), iota(0, len(other.batch)),
		other.node, other.free, other.batch)
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

// operands reads a DotGeneral node's axes. GoMLX keeps them unexported, and reflection may read what it may not change.
func operands(node *graph.Node) (lhs, rhs operand) {
	inputs := reflect.ValueOf(node).Elem().FieldByName("inputs").Elem().Elem()
	axes := func(field string) []int {
		list := inputs.FieldByName(field)
		read := make([]int, list.Len())
		for i := range read {
			read[i] = int(list.Index(i).Int())
		}
		return read
	}
	lhs = newOperand(node.Inputs()[0], axes("lhsBatchAxes"), axes("lhsContractingAxes"))
	rhs = newOperand(node.Inputs()[1], axes("rhsBatchAxes"), axes("rhsContractingAxes"))
	return lhs, rhs
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

// iota is from, from+1, ..., from+count-1.
func iota(from, count int) []int {
	axes := make([]int, count)
	for i := range axes {
		axes[i] = from + i
	}
	return axes
}
