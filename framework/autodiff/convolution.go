package autodiff

import (
	"slices"

	"github.com/gomlx/compute"
	"github.com/gomlx/gomlx/core/graph"
)

// GoMLX's rule for convolutions pads wrongly for even kernels and can't be differentiated again; these are convolutions
// with all settings explicit, and so are their derivatives.
func init() {
	register(graph.NodeTypeConvGeneral, convolutionVJP)
}

// convolution is a ConvGeneral: windows in the order of the spatial axes, and channels in groups that don't mix.
type convolution struct {
	axes    compute.ConvolveAxesConfig
	windows []window
	groups  int
}

func convolutionVJP(node, cotangent *graph.Node) []*graph.Node {
	input, kernel := node.Inputs()[0], node.Inputs()[1]
	c, batchGroups := newConvolution(node)
	// Groups of the batch are groups of channels once they stand among the channels.
	input = moveGroups(input, c.axes.InputBatch, c.axes.InputChannels, batchGroups)
	byInput := c.byInput(kernel, cotangent, input.Shape().Dimensions)
	return []*graph.Node{
		moveGroups(byInput, c.axes.InputChannels, c.axes.InputBatch, batchGroups),
		c.byKernel(input, cotangent, kernel.Shape().Dimensions),
	}
}

// newConvolution reads a ConvGeneral node. With batch groups it is the convolution of the input whose groups moved to
// the channels.
func newConvolution(node *graph.Node) (c convolution, batchGroups int) {
	p := parametersOf(node)
	input, kernel := node.Inputs()[0].Shape().Dimensions, node.Inputs()[1].Shape().Dimensions
	c.axes = readAxes(parameters{p.fields.FieldByName("axes")})
	spatial := len(c.axes.InputSpatial)
	strides, paddings := p.numbersOrOnes("strides", spatial), p.pairsOrZero("paddings", spatial)
	inputDilations, kernelDilations := p.numbersOrOnes("inputDilations", spatial),
		p.numbersOrOnes("kernelDilations", spatial)
	for i := range spatial {
		c.windows = append(c.windows, window{
			operand: input[c.axes.InputSpatial[i]], size: kernel[c.axes.KernelSpatial[i]],
			result: node.Shape().Dimensions[c.axes.OutputSpatial[i]],
			stride: strides[i], operandDilation: inputDilations[i], windowDilation: kernelDilations[i],
			padding: paddings[i],
		})
	}
	batchGroups = max(1, p.number("batchGroupCount"))
	c.groups = max(1, p.number("channelGroupCount")) * batchGroups // only one of them may differ from 1
	return c, batchGroups
}

func readAxes(p parameters) compute.ConvolveAxesConfig {
	return compute.ConvolveAxesConfig{
		InputBatch: p.number("InputBatch"), InputChannels: p.number("InputChannels"),
		InputSpatial:        p.numbers("InputSpatial"),
		KernelInputChannels: p.number("KernelInputChannels"), KernelOutputChannels: p.number("KernelOutputChannels"),
		KernelSpatial: p.numbers("KernelSpatial"),
		OutputBatch:   p.number("OutputBatch"), OutputChannels: p.number("OutputChannels"),
		OutputSpatial: p.numbers("OutputSpatial"),
	}
}

// byInput returns the input's cotangent: the result's cotangent convolved with the reversed kernel, whose input and
// output channels change places.
func (c convolution) byInput(kernel, cotangent *graph.Node, dimensions []int) *graph.Node {
	a := c.axes
	kernel = moveGroups(kernel, a.KernelOutputChannels, a.KernelInputChannels, c.groups)
	back := convolution{
		axes: compute.ConvolveAxesConfig{
			InputBatch: a.OutputBatch, InputChannels: a.OutputChannels, InputSpatial: a.OutputSpatial,
			KernelInputChannels: a.KernelOutputChannels, KernelOutputChannels: a.KernelInputChannels,
			KernelSpatial: a.KernelSpatial,
			OutputBatch:   a.InputBatch, OutputChannels: a.InputChannels, OutputSpatial: a.InputSpatial,
		},
		windows: collect(c.windows, window.byOperand),
		groups:  c.groups,
	}
	return back.apply(cotangent, reverse(kernel, a.KernelSpatial), dimensions)
}

// byKernel returns the kernel's cotangent: the input convolved with the result's cotangent. The sum runs over the
// batch, which takes the channels' place, and the input's channels take the batch's.
func (c convolution) byKernel(input, cotangent *graph.Node, dimensions []int) *graph.Node {
	a := c.axes
	input = moveGroups(input, a.InputChannels, a.InputBatch, c.groups)
	back := convolution{
		axes: compute.ConvolveAxesConfig{
			InputBatch: a.InputChannels, InputChannels: a.InputBatch, InputSpatial: a.InputSpatial,
			KernelInputChannels: a.OutputBatch, KernelOutputChannels: a.OutputChannels, KernelSpatial: a.OutputSpatial,
			OutputBatch: a.KernelInputChannels, OutputChannels: a.KernelOutputChannels, OutputSpatial: a.KernelSpatial,
		},
		windows: collect(c.windows, window.byKernel),
		groups:  c.groups,
	}
	return back.apply(input, cotangent, dimensions)
}

// apply convolves; dimensions are those of the result.
func (c convolution) apply(input, kernel *graph.Node, dimensions []int) *graph.Node {
	cropped, windows := crop(input, c.axes.InputSpatial, c.windows)
	if cropped == nil {
		return zeros(input, dimensions)
	}
	return graph.ConvGeneral(cropped, kernel, c.axes,
		collect(windows, func(w window) int { return w.stride }),
		collect(windows, func(w window) [2]int { return w.padding }),
		collect(windows, func(w window) int { return w.operandDilation }),
		collect(windows, func(w window) int { return w.windowDilation }),
		c.groups, 1)
}

// moveGroups takes the given number of groups, the slower index, out of one axis and makes them the slower index of
// another.
func moveGroups(x *graph.Node, from, to, groups int) *graph.Node {
	if groups == 1 {
		return x
	}
	merged := slices.Clone(x.Shape().Dimensions)
	merged[from] /= groups
	split := slices.Insert(slices.Clone(merged), from, groups)
	merged[to] *= groups
	var order []int
	for axis := range x.Rank() {
		if axis == to {
			order = append(order, from)
		}
		if axis >= from {
			axis++
		}
		order = append(order, axis)
	}
	return graph.Reshape(graph.TransposeAllAxes(graph.Reshape(x, split...), order...), merged...)
}
