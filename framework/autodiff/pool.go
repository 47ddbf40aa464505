package autodiff

import (
	"fmt"
	"slices"

	"github.com/gomlx/compute"
	"github.com/gomlx/gomlx/core/graph"
)

// GoMLX's rules for pooling can't be differentiated again. Here the derivative of a windowed sum is a windowed sum,
// and that of a windowed maximum a selection: among equal values the first in row-major order is selected, as in
// PyTorch, and a window that holds NaN selects nothing.
func init() {
	register(graph.NodeTypeReduceWindow, func(node, cotangent *graph.Node) []*graph.Node {
		x := node.Inputs()[0]
		windows := poolWindows(node)
		kind := compute.ReduceOpType(parametersOf(node).number("reductionType"))
		switch kind {
		case compute.ReduceOpSum:
			back := collect(windows, window.byOperand)
			return []*graph.Node{windowSum(cotangent, back, x.Shape().Dimensions)}
		case compute.ReduceOpMax:
			return []*graph.Node{selection{node, windows, -1}.scatter(cotangent)}
		case compute.ReduceOpMin:
			return []*graph.Node{selection{node, windows, +1}.scatter(cotangent)}
		}
		panic(fmt.Errorf("the derivative of ReduceWindow is known for sum, maximum and minimum, not for %s", kind))
	})
}

// poolWindows reads the window of every axis of a ReduceWindow node.
func poolWindows(node *graph.Node) []window {
	p := parametersOf(node)
	x := node.Inputs()[0]
	sizes := p.numbersOrOnes("windowDimensions", x.Rank())
	strides := p.numbers("strides")
	if len(strides) == 0 {
		strides = sizes
	}
	inputDilations, windowDilations := p.numbersOrOnes("inputDilations", x.Rank()),
		p.numbersOrOnes("windowDilations", x.Rank())
	paddings := p.pairsOrZero("paddings", x.Rank())
	windows := make([]window, x.Rank())
	for axis := range windows {
		windows[axis] = window{
			operand: x.Shape().Dimensions[axis], size: sizes[axis], result: node.Shape().Dimensions[axis],
			stride: strides[axis], operandDilation: inputDilations[axis], windowDilation: windowDilations[axis],
			padding: paddings[axis],
		}
	}
	return windows
}

// windowSum adds up windows of x; dimensions are those of the result.
func windowSum(x *graph.Node, windows []window, dimensions []int) *graph.Node {
	cropped, windows := crop(x, iota(0, x.Rank()), windows)
	if cropped == nil {
		return zeros(x, dimensions)
	}
	return graph.BackendReduceWindow(cropped, compute.ReduceOpSum,
		collect(windows, func(w window) int { return w.size }),
		collect(windows, func(w window) int { return w.stride }),
		collect(windows, func(w window) int { return w.operandDilation }),
		collect(windows, func(w window) int { return w.windowDilation }),
		collect(windows, func(w window) [2]int { return w.padding }))
}

// selection is a windowed maximum or minimum, seen as the choice of one element in each window.
type selection struct {
	node    *graph.Node // the ReduceWindow
	windows []window    // one for each axis
	worst   int         // the sign of the infinity that is never selected before another value
}

// scatter adds each element of the cotangent [result's shape] to the element of the operand that its window selected.
func (s selection) scatter(cotangent *graph.Node) *graph.Node {
	x := s.node.Inputs()[0]
	padding := make([]compute.PadAxis, len(s.windows))
	for axis, w := range s.windows {
		padding[axis] = compute.PadAxis{Start: w.padding[0], End: w.padding[1], Interior: w.operandDilation - 1}
	}
	padded := pad(x, graph.Infinity(x.Graph(), x.DType(), s.worst), padding)
	parts := s.parts(padded, cotangent)
	for axis, w := range slices.Backward(s.windows) {
		var placed []*graph.Node
		for neighbors := range slices.Chunk(parts, w.size) {
			placed = append(placed, w.place(neighbors, axis, padded.Shape().Dimensions[axis]))
		}
		parts = placed
	}
	return unpad(parts[0], padding)
}

// parts are, for each place in a window in row-major order, the cotangents of the windows that selected the element
// there and zeros for the others.
func (s selection) parts(padded, cotangent *graph.Node) []*graph.Node {
	places := 1
	for _, w := range s.windows {
		places *= w.size
	}
	parts := make([]*graph.Node, places)
	var free *graph.Node // windows that have not selected yet
	for k := range parts {
		chosen := graph.Equal(graph.Slice(padded, s.ranges(k)...), s.node)
		rest := graph.LogicalNot(chosen)
		if free != nil {
			chosen, rest = graph.LogicalAnd(chosen, free), graph.LogicalAnd(rest, free)
		}
		free = rest
		parts[k] = graph.Where(chosen, cotangent, graph.ZerosLike(cotangent))
	}
	return parts
}

// ranges returns the elements that stand in the given place in their windows, counted in row-major order.
func (s selection) ranges(place int) []graph.SliceAxisSpec {
	ranges := make([]graph.SliceAxisSpec, len(s.windows))
	for axis, w := range slices.Backward(s.windows) {
		start := place % w.size * w.windowDilation
		place /= w.size
		ranges[axis] = graph.AxisRange(start, start+(w.result-1)*w.stride+1).Stride(w.stride)
	}
	return ranges
}

// place puts the elements of part j where offset j of each window is, on an axis of the given length, and adds up what
// meets there.
func (w window) place(parts []*graph.Node, axis, length int) *graph.Node {
	amounts := make([]compute.PadAxis, parts[0].Rank())
	if w.stride == w.size && w.windowDilation == 1 { // nothing meets
		amounts[axis].End = length - w.result*w.size
		return padZero(interleave(parts, axis), amounts)
	}
	var sum *graph.Node
	for j, part := range parts {
		start := j * w.windowDilation
		amounts[axis] = compute.PadAxis{Start: start, End: length - start - ((w.result-1)*w.stride + 1),
			Interior: w.stride - 1}
		if placed := padZero(part, amounts); sum == nil {
			sum = placed
		} else {
			sum = graph.Add(sum, placed)
		}
	}
	return sum
}

// interleave takes one element of each part in turn on an axis.
func interleave(parts []*graph.Node, axis int) *graph.Node {
	if len(parts) == 1 {
		return parts[0]
	}
	merged := slices.Clone(parts[0].Shape().Dimensions)
	merged[axis] *= len(parts)
	return graph.Reshape(graph.Stack(parts, axis+1), merged...)
}
