package benchmark_test

import (
	"math"
	"slices"

	"github.com/gomlx/gomlx/core/graph"

	// The derivatives of convolutions and of pooling.
	_ "ebim/framework/autodiff"
)

// Forward returns the result [batch, result side, result side, channels] for images [batch, side, side, 1].
func (n unetNetwork) Forward(parameters []*graph.Node, images *graph.Node) *graph.Node {
	layer := func() (kernel, bias *graph.Node) {
		kernel, bias = parameters[0], graph.Reshape(parameters[1], 1, 1, 1, -1)
		parameters = parameters[2:]
		return kernel, bias
	}
	double := func(x *graph.Node) *graph.Node {
		for range 2 {
			kernel, bias := layer()
			x = silu(graph.Add(n.convolve(x, kernel), bias))
		}
		return x
	}
	x := images
	var skipped []*graph.Node
	for range n.Levels {
		x = double(x)
		skipped = append(skipped, x)
		x = graph.MaxPool(x).Window(2).Done()
	}
	x = double(x)
	for _, skip := range slices.Backward(skipped) {
		kernel, bias := layer()
		x = graph.Add(enlarge(x, kernel), bias)
		x = double(graph.Concatenate([]*graph.Node{x, crop(skip, x.Shape().Dimensions[1])}, -1))
	}
	kernel, bias := layer()
	return graph.Add(multiply(x, graph.Squeeze(kernel, 0, 1)), bias)
}

func silu(x *graph.Node) *graph.Node { return graph.Mul(x, graph.Logistic(x)) }

// convolve keeps the image's size: the kernel is [3, 3, in, out].
func (n unetNetwork) convolve(x, kernel *graph.Node) *graph.Node {
	if !n.Unrolled {
		axes := graph.ConvolveAxesConfig{
			InputSpatial: []int{1, 2}, InputChannels: 3,
			KernelSpatial: []int{0, 1}, KernelInputChannels: 2, KernelOutputChannels: 3,
			OutputSpatial: []int{1, 2}, OutputChannels: 3,
		}
		ones := []int{1, 1}
		return graph.ConvGeneral(x, kernel, axes, ones, [][2]int{{1, 1}, {1, 1}}, ones, ones, 1, 1)
	}
	height, width := x.Shape().Dimensions[1], x.Shape().Dimensions[2]
	x = surround(surround(x, 1), 2)
	var shifted []*graph.Node
	for i := range 3 {
		for j := range 3 {
			shifted = append(shifted, graph.Slice(x, graph.AxisRange(), graph.AxisRange(i, i+height),
				graph.AxisRange(j, j+width)))
		}
	}
	return multiply(graph.Concatenate(shifted, -1), graph.Reshape(kernel, -1, kernel.Shape().Dimensions[3]))
}

// surround puts a zero before and after an axis.
func surround(x *graph.Node, axis int) *graph.Node {
	zero := graph.ZerosLike(graph.SliceAxis(x, axis, graph.AxisRange(0, 1)))
	return graph.Concatenate([]*graph.Node{zero, x, zero}, axis)
}

// enlarge returns a transposed convolution with stride 2 and a kernel [2, 2, in, out]: each pixel becomes a square of
// four.
func enlarge(x, kernel *graph.Node) *graph.Node {
	d := x.Shape().Dimensions
	out := kernel.Shape().Dimensions[3]
	squares := graph.DotGeneral(x, []int{3}, nil, kernel, []int{2}, nil) // [batch, height, width, 2, 2, out]
	return graph.Reshape(graph.TransposeAllAxes(squares, 0, 1, 3, 2, 4, 5), d[0], 2*d[1], 2*d[2], out)
}

// multiply returns the product over the channels with a matrix [in, out].
func multiply(x, matrix *graph.Node) *graph.Node {
	return graph.DotGeneral(x, []int{3}, nil, matrix, []int{0}, nil)
}

// crop takes the middle of an image; offsets of half a pixel are rounded to even numbers, as in torchvision.
func crop(x *graph.Node, side int) *graph.Node {
	offset := int(math.RoundToEven(float64(x.Shape().Dimensions[1]-side) / 2))
	taken := graph.AxisRange(offset, offset+side)
	return graph.Slice(x, graph.AxisRange(), taken, taken)
}
