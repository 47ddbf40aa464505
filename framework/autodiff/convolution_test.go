package autodiff_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/gomlx/compute"
	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/network/networktest"
)

// spatialAxis is one spatial axis of a convolution.
type spatialAxis struct {
	length, kernel                        int
	stride, inputDilation, kernelDilation int
	before, after                         int // padding
}

func (a spatialAxis) result() int {
	return ((a.length-1)*a.inputDilation+a.before+a.after-(a.kernel-1)*a.kernelDilation)/a.stride + 1
}

// convolution is a ConvGeneral whose input has the given channels in every group, and so its output.
type convolution struct {
	name                           string
	spatial                        []spatialAxis
	batch, inChannels, outChannels int
	channelGroups, batchGroups     int
	// Places of batch, channels and spatial axes; of input channels, output channels and spatial axes for the kernel.
	input, kernel, output []int
}

// place writes sizes, given in the order batch, channels, spatial axes, to the axes' places.
func place(sizes, places []int) []int {
	placed := make([]int, len(sizes))
	for i, axis := range places {
		placed[axis] = sizes[i]
	}
	return placed
}

func (c convolution) inputSizes() []int {
	sizes := []int{c.batch * c.batchGroups, c.inChannels * c.channelGroups}
	for _, a := range c.spatial {
		sizes = append(sizes, a.length)
	}
	return sizes
}

func (c convolution) kernelSizes() []int {
	sizes := []int{c.inChannels, c.outChannels * c.channelGroups * c.batchGroups}
	for _, a := range c.spatial {
		sizes = append(sizes, a.kernel)
	}
	return sizes
}

func (c convolution) outputSizes() []int {
	sizes := []int{c.batch, c.outChannels * c.channelGroups * c.batchGroups}
	for _, a := range c.spatial {
		sizes = append(sizes, a.result())
	}
	return sizes
}

func (c convolution) graph(input, kernel *graph.Node) *graph.Node {
	axes := compute.ConvolveAxesConfig{
		InputBatch: c.input[0], InputChannels: c.input[1], InputSpatial: c.input[2:],
		KernelInputChannels: c.kernel[0], KernelOutputChannels: c.kernel[1], KernelSpatial: c.kernel[2:],
		OutputBatch: c.output[0], OutputChannels: c.output[1], OutputSpatial: c.output[2:],
	}
	var strides, inputDilations, kernelDilations []int
	var paddings [][2]int
	for _, a := range c.spatial {
		strides, paddings = append(strides, a.stride), append(paddings, [2]int{a.before, a.after})
		inputDilations, kernelDilations = append(inputDilations, a.inputDilation),
			append(kernelDilations, a.kernelDilation)
	}
	return graph.ConvGeneral(input, kernel, axes, strides, paddings, inputDilations, kernelDilations, c.channelGroups,
		c.batchGroups)
}

// byHand visits every product of an input and a kernel element, with the output element that it is added to, as
// offsets.
func (c convolution) byHand(visit func(input, kernel, output int)) {
	offset := func(sizes, places, at []int) int {
		placed, index := place(sizes, places), place(at, places)
		o := 0
		for axis, size := range placed {
			o = o*size + index[axis]
		}
		return o
	}
	inputSizes, kernelSizes, outputSizes := c.inputSizes(), c.kernelSizes(), c.outputSizes()
	eachIndex(outputSizes, func(out []int) {
		group := out[1] / c.outChannels // of channels or of the batch
		eachIndex(slices.Concat([]int{1, c.inChannels}, kernelSizes[2:]), func(k []int) {
			in := slices.Clone(out)
			if in[1] = k[1]; c.batchGroups > 1 {
				in[0] += group * c.batch
			} else {
				in[1] += group * c.inChannels
			}
			for i, a := range c.spatial {
				at := out[2+i]*a.stride + k[2+i]*a.kernelDilation - a.before
				if at%a.inputDilation != 0 || at < 0 || at/a.inputDilation >= a.length {
					return
				}
				in[2+i] = at / a.inputDilation
			}
			tap := slices.Clone(k)
			tap[0], tap[1] = k[1], out[1]
			visit(offset(inputSizes, c.input, in), offset(kernelSizes, c.kernel, tap),
				offset(outputSizes, c.output, out))
		})
	})
}

// eachIndex visits every index of an array, the last one fastest.
func eachIndex(sizes []int, visit func(index []int)) {
	index := make([]int, len(sizes))
	var loop func(axis int)
	loop = func(axis int) {
		if axis == len(sizes) {
			visit(index)
			return
		}
		for index[axis] = 0; index[axis] < sizes[axis]; index[axis]++ {
			loop(axis + 1)
		}
	}
	loop(0)
}

func last(rank int) (input, kernel, output []int) {
	input = []int{0, rank + 1}
	kernel = []int{rank, rank + 1}
	for i := range rank {
		input, kernel = append(input, i+1), append(kernel, i)
	}
	return input, kernel, input
}

func channelsLast(c convolution) convolution {
	c.input, c.kernel, c.output = last(len(c.spatial))
	c.channelGroups, c.batchGroups = max(1, c.channelGroups), max(1, c.batchGroups)
	return c
}

// same returns a square kernel on a square image with the same settings for both axes.
func same(a spatialAxis) []spatialAxis { return []spatialAxis{a, a} }

var convolutions = []convolution{
	{name: "3x3 padded", spatial: same(spatialAxis{5, 3, 1, 1, 1, 1, 1})},
	{name: "2x2", spatial: same(spatialAxis{4, 2, 1, 1, 1, 0, 0})},
	{name: "2x2 with stride 2 that leaves a row out", spatial: same(spatialAxis{5, 2, 2, 1, 1, 0, 0})},
	{name: "4x4 with padding 3", spatial: same(spatialAxis{4, 4, 1, 1, 1, 3, 3})},
	{name: "4x4 with stride 2 and padding 1", spatial: same(spatialAxis{6, 4, 2, 1, 1, 1, 1})},
	{name: "padding wider than the kernel", spatial: same(spatialAxis{3, 2, 1, 1, 1, 3, 2})},
	{name: "uneven padding", spatial: []spatialAxis{{5, 3, 1, 1, 1, 2, 0}, {4, 2, 2, 1, 1, 0, 1}}},
	{name: "dilated kernel", spatial: same(spatialAxis{6, 3, 1, 1, 2, 1, 2})},
	{name: "dilated input", spatial: same(spatialAxis{3, 2, 1, 2, 1, 1, 1})},
	{name: "everything at once", spatial: []spatialAxis{{4, 3, 2, 3, 2, 2, 1}, {5, 2, 3, 2, 3, 0, 3}}},
	{name: "windows that miss the input", spatial: []spatialAxis{{1, 2, 3, 1, 1, 3, 3}, {2, 1, 5, 1, 1, 1, 3}}},
	{name: "one axis", spatial: []spatialAxis{{7, 4, 2, 1, 1, 2, 1}}},
	{name: "three axes", spatial: []spatialAxis{{3, 2, 1, 1, 1, 0, 1}, {2, 2, 1, 1, 1, 1, 0}, {3, 3, 2, 1, 1, 1, 1}}},
	{name: "groups of channels", spatial: same(spatialAxis{4, 2, 1, 1, 1, 1, 0}), channelGroups: 3},
	{name: "groups of channels with strides", spatial: same(spatialAxis{5, 3, 2, 1, 1, 1, 1}), channelGroups: 2},
	{name: "groups of the batch", spatial: same(spatialAxis{4, 2, 1, 1, 1, 1, 0}), batchGroups: 2},
}

func TestConvolutionDerivatives(t *testing.T) {
	rng := rand.New(rand.NewPCG(19, 20))
	for _, c := range convolutions {
		// The pure-Go backend needs as many output channels in a group as there are groups of the batch.
		c.batch, c.inChannels, c.outChannels = 2, 2, 2
		c = channelsLast(c)
		t.Run(c.name, func(t *testing.T) {
			onEngines(t, func(t *testing.T, engine compute.Backend) {
				checkDerivatives(t, engine, func(in []*graph.Node) *graph.Node { return c.graph(in[0], in[1]) },
					networktest.Normal(rng, place(c.inputSizes(), c.input)...),
					networktest.Normal(rng, place(c.kernelSizes(), c.kernel)...))
			})
		})
	}
}

// Cotangents of random convolutions, with axes in any order, against loops.
func TestConvolutionCotangentsByHand(t *testing.T) {
	onEngines(t, func(t *testing.T, engine compute.Backend) {
		rng := rand.New(rand.NewPCG(21, 22))
		for range 150 {
			c := randomConvolution(rng)
			t.Run(fmt.Sprintf("%+v", c), func(t *testing.T) { checkConvolution(t, engine, rng, c) })
		}
	})
}

func randomConvolution(rng *rand.Rand) convolution {
	rank := 1 + rng.IntN(2)
	upTo := func(n int) int { return 1 + rng.IntN(n) }
	c := convolution{batch: upTo(3), inChannels: upTo(3), outChannels: upTo(3), channelGroups: 1, batchGroups: 1,
		input: rng.Perm(rank + 2), kernel: rng.Perm(rank + 2), output: rng.Perm(rank + 2)}
	for range rank {
		a := spatialAxis{length: upTo(6), kernel: upTo(4), stride: upTo(3), inputDilation: upTo(3),
			kernelDilation: upTo(3),
			before:         rng.IntN(5), after: rng.IntN(5)}
		a.after += max(0, (a.kernel-1)*a.kernelDilation-(a.length-1)*a.inputDilation-a.before-a.after)
		c.spatial = append(c.spatial, a)
	}
	switch rng.IntN(3) {
	case 0:
		c.channelGroups = upTo(3)
	case 1:
		c.batchGroups = upTo(3)
	}
	return c
}

func checkConvolution(t *testing.T, engine compute.Backend, rng *rand.Rand, c convolution) {
	input := networktest.Normal(rng, place(c.inputSizes(), c.input)...)
	kernel := networktest.Normal(rng, place(c.kernelSizes(), c.kernel)...)
	cotangent := networktest.Normal(rng, place(c.outputSizes(), c.output)...)
	byInput, byKernel := make([]float64, len(input.Data)), make([]float64, len(kernel.Data))
	c.byHand(func(i, k, o int) {
		byInput[i] += kernel.Data[k] * cotangent.Data[o]
		byKernel[k] += input.Data[i] * cotangent.Data[o]
	})
	got := compile(t, engine, func(in []*graph.Node) []*graph.Node {
		return graph.Gradient(graph.ReduceAllSum(graph.Mul(c.graph(in[0], in[1]), in[2])), in[0], in[1])
	})(input, kernel, cotangent)
	near(t, "input's cotangent", got[0].Data, byInput, 1e-12)
	near(t, "kernel's cotangent", got[1].Data, byKernel, 1e-12)
}
