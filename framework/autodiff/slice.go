package autodiff

import (
	"github.com/gomlx/compute"
	"github.com/gomlx/gomlx/core/graph"
)

// GoMLX has no rule for Pad, which its rule for Slice is made of, nor for Reverse.
func init() {
	register(graph.NodeTypePad, padVJP)
	register(graph.NodeTypeReverse, func(node, cotangent *graph.Node) []*graph.Node {
		return []*graph.Node{reverse(cotangent, parametersOf(node).numbers("axes"))}
	})
}

// padVJP takes the operand's cotangent out from between the padding, and adds up the padding's as the fill value's.
func padVJP(node, cotangent *graph.Node) []*graph.Node {
	x, fill := node.Inputs()[0], node.Inputs()[1]
	axes := make([]compute.PadAxis, x.Rank())
	copy(axes, readPadding(node))
	vjps := []*graph.Node{unpad(cotangent, axes), nil}
	if fill.Type() != graph.NodeTypeConstant {
		one := graph.ScalarOne(x.Graph(), x.DType())
		vjps[1] = graph.ReduceAllSum(graph.Mul(cotangent, pad(graph.ZerosLike(x), one, axes)))
	}
	return vjps
}

// unpad returns the adjoint of padding with zeros: elements that padding took away come back as zeros.
func unpad(x *graph.Node, axes []compute.PadAxis) *graph.Node {
	outer := make([]compute.PadAxis, len(axes))
	taken := make([]graph.SliceAxisSpec, len(axes))
	strided := false
	for axis, amount := range axes {
		outer[axis] = compute.PadAxis{Start: -amount.Start, End: -amount.End}
		taken[axis] = graph.AxisRange().Stride(amount.Interior + 1)
		strided = strided || amount.Interior > 0
	}
	x = padZero(x, outer)
	if !strided {
		return x
	}
	return graph.Slice(x, taken...)
}

func readPadding(node *graph.Node) []compute.PadAxis {
	list := parametersOf(node).fields.FieldByName("axesConfig")
	axes := make([]compute.PadAxis, list.Len())
	for i := range axes {
		entry := parameters{list.Index(i)}
		axes[i] = compute.PadAxis{Start: entry.number("Start"), End: entry.number("End"),
			Interior: entry.number("Interior")}
	}
	return axes
}
