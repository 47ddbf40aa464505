package autodiff

import (
	"slices"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/shapes"
	"github.com/gomlx/gomlx/core/graph"
)

// The rules of this package need an operation that not every backend has, and one that GoMLX's own has in part; there
// they are composed of others.

func supports(x *graph.Node, operation compute.OpType) bool {
	return x.Graph().Backend().Capabilities().Operations[operation]
}

// pad is graph.Pad on every backend: on each axis it puts Interior values between neighbors, then Start and End values
// around them, or takes elements away where these are negative. All new values are the scalar fill.
func pad(x, fill *graph.Node, axes []compute.PadAxis) *graph.Node {
	if !slices.ContainsFunc(axes, func(a compute.PadAxis) bool { return a != compute.PadAxis{} }) {
		return x
	}
	if supports(x, compute.OpTypePad) && (!isReference(x) || !slices.ContainsFunc(axes, crops)) {
		return graph.Pad(x, fill, axes...)
	}
	for axis, amount := range axes {
		x = spread(x, fill, axis, amount.Interior)
		from, to := max(0, -amount.Start), x.Shape().Dimensions[axis]-max(0, -amount.End)
		if from != 0 || to != x.Shape().Dimensions[axis] {
			x = graph.SliceAxis(x, axis, graph.AxisRange(from, to))
		}
		parts := []*graph.Node{x}
		if amount.Start > 0 {
			parts = append([]*graph.Node{filled(x, fill, axis, amount.Start)}, parts...)
		}
		if amount.End > 0 {
			parts = append(parts, filled(x, fill, axis, amount.End))
		}
		x = graph.Concatenate(parts, axis)
	}
	return x
}

// isReference reports whether a node is computed by GoMLX's own backend, whose Pad of v0.28.2 fails where it takes
// elements away.
func isReference(x *graph.Node) bool { return x.Graph().Backend().String() == "go" }

func crops(a compute.PadAxis) bool { return a.Start < 0 || a.End < 0 }

// padZero is pad with zeros.
func padZero(x *graph.Node, axes []compute.PadAxis) *graph.Node {
	return pad(x, graph.ScalarZero(x.Graph(), x.DType()), axes)
}

// spread puts count copies of fill between neighbors on an axis.
func spread(x, fill *graph.Node, axis, count int) *graph.Node {
	dimensions := x.Shape().Dimensions
	if count == 0 || dimensions[axis] == 1 {
		return x
	}
	x = graph.InsertAxes(x, axis+1)
	x = graph.Concatenate([]*graph.Node{x, filled(x, fill, axis+1, count)}, axis+1)
	merged := slices.Clone(dimensions)
	merged[axis] *= count + 1
	return graph.SliceAxis(graph.Reshape(x, merged...), axis, graph.AxisRange(0, merged[axis]-count))
}

// filled returns an array like x of the given length on one axis.
func filled(x, fill *graph.Node, axis, length int) *graph.Node {
	dimensions := slices.Clone(x.Shape().Dimensions)
	dimensions[axis] = length
	return graph.BroadcastToShape(fill, shapes.Make(x.DType(), dimensions...))
}

// reverse is graph.Reverse on every backend.
func reverse(x *graph.Node, axes []int) *graph.Node {
	if supports(x, compute.OpTypeReverse) {
		return graph.Reverse(x, axes...)
	}
	for _, axis := range axes {
		elements := graph.Split(x, axis, x.Shape().Dimensions[axis])
		slices.Reverse(elements)
		x = graph.Concatenate(elements, axis)
	}
	return x
}

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
