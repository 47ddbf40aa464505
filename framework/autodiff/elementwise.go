package autodiff

import (
	"github.com/gomlx/gomlx/core/graph"
)

// Elementwise operations that GoMLX has no rule for, and the larger and smaller of two, where its rule gives NaN for
// equal infinities and treats equal values differently in both: here the first operand counts, as in a pool.
func init() {
	register(graph.NodeTypeIdentity, func(_, cotangent *graph.Node) []*graph.Node { return []*graph.Node{cotangent} })
	register(graph.NodeTypeRsqrt, func(node, cotangent *graph.Node) []*graph.Node {
		cube := graph.Mul(node, graph.Mul(node, node))
		return []*graph.Node{graph.Mul(cotangent, graph.MulScalar(cube, -0.5))}
	})
	register(graph.NodeTypeExpm1, func(node, cotangent *graph.Node) []*graph.Node {
		return []*graph.Node{graph.Mul(cotangent, graph.AddScalar(node, 1))}
	})
	register(graph.NodeTypeMax, func(node, cotangent *graph.Node) []*graph.Node {
		return choiceVJP(node, cotangent, graph.GreaterOrEqual)
	})
	register(graph.NodeTypeMin, func(node, cotangent *graph.Node) []*graph.Node {
		return choiceVJP(node, cotangent, graph.LessOrEqual)
	})
	register(graph.NodeTypeRem, remainderVJP)
	register(graph.NodeTypeClamp, clampVJP)
	for _, step := range []graph.NodeType{
		graph.NodeTypeCeil, graph.NodeTypeFloor, graph.NodeTypeRound, graph.NodeTypeSign,
		graph.NodeTypeIsFinite, graph.NodeTypeIsNaN, graph.NodeTypeArgMinMax,
		graph.NodeTypeEqual, graph.NodeTypeNotEqual, graph.NodeTypeGreaterOrEqual, graph.NodeTypeGreaterThan,
		graph.NodeTypeLessOrEqual, graph.NodeTypeLessThan,
		graph.NodeTypeEqualTotalOrder, graph.NodeTypeNotEqualTotalOrder, graph.NodeTypeGreaterOrEqualTotalOrder,
		graph.NodeTypeGreaterThanTotalOrder, graph.NodeTypeLessOrEqualTotalOrder, graph.NodeTypeLessThanTotalOrder,
		graph.NodeTypeBitCount, graph.NodeTypeClz,
		graph.NodeTypeShiftLeft, graph.NodeTypeShiftRightArithmetic, graph.NodeTypeShiftRightLogical,
	} {
		register(step, func(node, _ *graph.Node) []*graph.Node { return make([]*graph.Node, len(node.Inputs())) })
	}
}

// choiceVJP passes the cotangent to the operand that was chosen.
func choiceVJP(node, cotangent *graph.Node, choosesFirst func(x, y *graph.Node) *graph.Node) []*graph.Node {
	x, y := node.Inputs()[0], node.Inputs()[1]
	first, zero := choosesFirst(x, y), graph.ZerosLike(cotangent)
	return []*graph.Node{reduceTo(x, graph.Where(first, cotangent, zero)),
		reduceTo(y, graph.Where(first, zero, cotangent))}
}

// remainderVJP: x rem y is x - q y, with the quotient q an integer.
func remainderVJP(node, cotangent *graph.Node) []*graph.Node {
	x, y := node.Inputs()[0], node.Inputs()[1]
	quotient := graph.Round(graph.Div(graph.Sub(x, node), y))
	return []*graph.Node{reduceTo(x, cotangent), reduceTo(y, graph.Neg(graph.Mul(cotangent, quotient)))}
}

// clampVJP passes the cotangent to x inside the bounds and on them, else to the bound that x was moved to; the upper
// bound goes before the lower one where they cross.
func clampVJP(node, cotangent *graph.Node) []*graph.Node {
	low, x, high := node.Inputs()[0], node.Inputs()[1], node.Inputs()[2]
	above := graph.GreaterThan(graph.Max(low, x), high)
	below := graph.LogicalAnd(graph.LessThan(x, low), graph.LogicalNot(above))
	inside := graph.LogicalNot(graph.LogicalOr(above, below))
	where := func(condition, input *graph.Node) *graph.Node {
		return reduceTo(input, graph.Where(condition, cotangent, graph.ZerosLike(cotangent)))
	}
	return []*graph.Node{where(below, low), where(inside, x), where(above, high)}
}

// reduceTo adds up the cotangent over the axes on which the input was repeated.
func reduceTo(input, cotangent *graph.Node) *graph.Node {
	if input.Shape().Equal(cotangent.Shape()) {
		return cotangent
	}
	if input.IsScalar() {
		return graph.ReduceAllSum(cotangent)
	}
	var repeated []int
	for axis, length := range input.Shape().Dimensions {
		if length != cotangent.Shape().Dimensions[axis] {
			repeated = append(repeated, axis)
		}
	}
	return graph.ReshapeWithShape(graph.ReduceSum(cotangent, repeated...), input.Shape())
}

// GoMLX gives the whole cotangent of a maximum to each of several equal elements; here they share it equally.
func init() {
	register(graph.NodeTypeReduceMax, extremeVJP)
	register(graph.NodeTypeReduceMin, extremeVJP)
}

func extremeVJP(node, cotangent *graph.Node) []*graph.Node {
	x := node.Inputs()[0]
	axes := parametersOf(node).numbers("axes")
	if len(axes) == 0 {
		axes = iota(0, x.Rank())
	}
	kept := x.Shape().Clone()
	for _, axis := range axes {
		kept.Dimensions[axis] = 1
	}
	over := func(reduced *graph.Node) *graph.Node {
		return graph.BroadcastToShape(graph.ReshapeWithShape(reduced, kept), x.Shape())
	}
	extreme := graph.Equal(x, over(node))
	count := graph.ReduceSum(graph.ConvertDType(extreme, x.DType()), axes...)
	return []*graph.Node{graph.Where(extreme, over(graph.Div(cotangent, count)), graph.ZerosLike(x))}
}
