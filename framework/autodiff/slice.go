package autodiff

import (
	"github.com/gomlx/gomlx/backends"
	"github.com/gomlx/gomlx/pkg/core/graph"
)

// Slice, Pad and Reverse: GoMLX has no rule for the last two, which the rule of the first is made of.
func init() {
	register(graph.NodeTypeSlice, sliceVJP)
	register(graph.NodeTypePad, padVJP)
	register(graph.NodeTypeReverse, func(node, cotangent *graph.Node) []*graph.Node {
		return []*graph.Node{reverse(cotangent, parametersOf(node).numbers("axes"))}
	})
}

// sliceVJP puts the cotangent back where the slice was taken, among zeros.
func sliceVJP(node, cotangent *graph.Node) []*graph.Node {
	p := parametersOf(node)
	x := node.Inputs()[0]
	starts, strides := p.numbers("starts"), p.numbersOr("strides", x.Rank(), 1)
	axes := make([]backends.PadAxis, x.Rank())
	for axis, length := range x.Shape().Dimensions {
		spread := (node.Shape().Dimensions[axis]-1)*strides[axis] + 1
		axes[axis] = backends.PadAxis{Start: starts[axis], End: length - starts[axis] - spread, Interior: strides[axis] - 1}
	}
	return []*graph.Node{padZero(cotangent, axes)}
}

// padVJP takes the operand's cotangent out from between the padding, and adds up the padding's as the fill value's.
func padVJP(node, cotangent *graph.Node) []*graph.Node {
	x, fill := node.Inputs()[0], node.Inputs()[1]
	axes := make([]backends.PadAxis, x.Rank())
	copy(axes, readPadding(node))
	vjps := []*graph.Node{unpad(cotangent, axes), nil}
	if fill.Type() != graph.NodeTypeConstant {
		one := graph.ScalarOne(x.Graph(), x.DType())
		vjps[1] = graph.ReduceAllSum(graph.Mul(cotangent, graph.Pad(graph.ZerosLike(x), one, axes...)))
	}
	return vjps
}

// unpad returns the adjoint of padding with zeros: elements that padding took away come back as zeros.
func unpad(x *graph.Node, axes []backends.PadAxis) *graph.Node {
	outer := make([]backends.PadAxis, len(axes))
	taken := make([]graph.SliceAxisSpec, len(axes))
	strided := false
	for axis, amount := range axes {
		outer[axis] = backends.PadAxis{Start: -amount.Start, End: -amount.End}
		taken[axis] = graph.AxisRange().Stride(amount.Interior + 1)
		strided = strided || amount.Interior > 0
	}
	x = padZero(x, outer)
	if !strided {
		return x
	}
	return graph.Slice(x, taken...)
}

func readPadding(node *graph.Node) []backends.PadAxis {
	list := parametersOf(node).fields.FieldByName("axesConfig")
	axes := make([]backends.PadAxis, list.Len())
	for i := range axes {
		entry := parameters{list.Index(i)}
		axes[i] = backends.PadAxis{Start: entry.number("Start"), End: entry.number("End"), Interior: entry.number("Interior")}
	}
	return axes
}
