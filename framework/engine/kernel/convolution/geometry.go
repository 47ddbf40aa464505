package convolution

import (
	"errors"

	"ebim/framework/engine/ir"
)

// geometry is a convolution without the order of its axes and without the difference between channel and batch groups:
// groups convolutions of batch images each, at distances of the group strides. Strides count elements.
type geometry struct {
	groups, batch                                             int
	inputChannels, outputChannels                             int // of one group
	inputBatchStride, inputChannelStride, inputGroupStride    int
	kernelInputStride, kernelOutputStride, kernelGroupStride  int
	outputBatchStride, outputChannelStride, outputGroupStride int
	axes                                                      []axis
}

// axis is one spatial axis. A tap k at output position o reads the input at (o*step + k*kernelDilation - padding) /
// inputDilation.
type axis struct {
	input, kernel, output                        int // lengths
	inputStride, kernelStride, outputStride      int
	step, padding, inputDilation, kernelDilation int
}

func newGeometry(n *ir.Node) (*geometry, error) {
	a := n.Attributes.(ir.ConvGeneral)
	channelGroups, batchGroups := max(a.ChannelGroupCount, 1), max(a.BatchGroupCount, 1)
	if channelGroups > 1 && batchGroups > 1 {
		return nil, errors.New("convolution: channel groups and batch groups exclude each other")
	}
	input, kernel, output := n.Inputs[0].Shape, n.Inputs[1].Shape, n.Shape
	inputStrides, kernelStrides, outputStrides := input.Strides(), kernel.Strides(), output.Strides()
	g := &geometry{
		groups:              channelGroups * batchGroups,
		batch:               output.Dimensions[a.Axes.OutputBatch],
		inputChannels:       kernel.Dimensions[a.Axes.KernelInputChannels],
		inputBatchStride:    inputStrides[a.Axes.InputBatch],
		inputChannelStride:  inputStrides[a.Axes.InputChannels],
		kernelInputStride:   kernelStrides[a.Axes.KernelInputChannels],
		kernelOutputStride:  kernelStrides[a.Axes.KernelOutputChannels],
		outputBatchStride:   outputStrides[a.Axes.OutputBatch],
		outputChannelStride: outputStrides[a.Axes.OutputChannels],
	}
	g.outputChannels = output.Dimensions[a.Axes.OutputChannels] / g.groups
	g.inputGroupStride = g.inputChannels * g.inputChannelStride
	if batchGroups > 1 {
		g.inputGroupStride = g.batch * g.inputBatchStride
	}
	g.kernelGroupStride = g.outputChannels * g.kernelOutputStride
	g.outputGroupStride = g.outputChannels * g.outputChannelStride
	for i := range a.Axes.InputSpatial {
		in, k, out := a.Axes.InputSpatial[i], a.Axes.KernelSpatial[i], a.Axes.OutputSpatial[i]
		g.axes = append(g.axes, axis{
			input: input.Dimensions[in], kernel: kernel.Dimensions[k], output: output.Dimensions[out],
			inputStride: inputStrides[in], kernelStride: kernelStrides[k], outputStride: outputStrides[out],
			step: a.Strides[i], padding: a.Paddings[i][0],
			inputDilation: a.InputDilations[i], kernelDilation: a.KernelDilations[i],
		})
	}
	return g, nil
}

// positions returns the number of output elements of one channel, over all groups.
func (g *geometry) positions() int {
	n := g.groups * g.batch
	for _, a := range g.axes {
		n *= a.output
	}
	return n
}

// multiplications bounds the number of products of the whole convolution from above.
func (g *geometry) multiplications() int {
	n := g.positions() * g.inputChannels * g.outputChannels
	for _, a := range g.axes {
		n *= a.kernel
	}
	return n
}

const maxTasks = 32 // a few a core level out differences between cores

// tasks splits the work into parts of about the given number of multiplications, which should be worth waking a core
// for.
func (g *geometry) tasks(multiplications int) int {
	return max(1, min(g.multiplications()/multiplications, g.positions(), maxTasks))
}
