package autodiff

import "github.com/gomlx/gomlx/core/graph"

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
