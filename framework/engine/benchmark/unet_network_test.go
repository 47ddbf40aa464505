package benchmark_test

import (
	"math"
	"math/rand/v2"

	"github.com/gomlx/gomlx/core/graph"
)

// The largest graph that this project runs: the manifold-defining function of the paper's image experiments, its
// derivative and the derivative of that. Experiments name images.UNet, which gives the same numbers.
//
// The paper names a UNet of the labml.ai package (Ronneberger et al. 2015 with padded convolutions) with a quarter of
// its width and an output of 28*28 - 16 = 768 values. That fits labml.ai's network as it is, on 28 x 28 images:
// pooling takes them through 28, 14, 7, 3 and 1 pixels a side, and transposed convolutions back to 2, 4, 8 and 16,
// where the skip connections are cropped to; with 3 output channels the result has 16*16*3 = 768 values. The
// activation is SiLU, as in all of the paper's networks. Spectral normalization is left out: it is a matter of the
// parameters alone.

// unetNetwork is a UNet on square images of one channel.
type unetNetwork struct {
	Width    int // channels of the first level; each level has twice those of the one above
	Levels   int // of pooling
	Side     int // of an image, in pixels
	Channels int // of the result
	// Unrolled writes convolutions as matrix products with shifted copies of the image, which is the faster way on
	// backends with slow convolutions.
	Unrolled bool
}

// paperUNet is the network of the paper's image experiments.
var paperUNet = unetNetwork{Width: 16, Levels: 4, Side: 28, Channels: 3}

// ResultSide returns the side of the result in pixels.
func (n unetNetwork) ResultSide() int {
	return n.Side >> n.Levels << n.Levels
}

// Dimensions returns those of the parameters, in the order in which Forward takes them: of each layer the kernel
// [height, width, in, out] and the bias [out], from the image to the result.
func (n unetNetwork) Dimensions() [][]int {
	var dimensions [][]int
	layer := func(side, in, out int) {
		dimensions = append(dimensions, []int{side, side, in, out}, []int{out})
	}
	double := func(in, out int) {
		layer(3, in, out)
		layer(3, out, out)
	}
	width, in := n.Width, 1
	for range n.Levels {
		double(in, width)
		in, width = width, 2*width
	}
	double(in, width)
	for range n.Levels {
		layer(2, width, width/2)
		double(width, width/2)
		width /= 2
	}
	layer(1, width, n.Channels)
	return dimensions
}

// Parameters returns the same random numbers in every call: uniform kernels with variance 2 / inputs of a unit, which
// keeps the derivatives of all layers at one size (He et al. 2015), and biases of up to 0.1.
func (n unetNetwork) Parameters() [][]float64 {
	rng := rand.New(rand.NewPCG(28, 28))
	var parameters [][]float64
	for _, dimensions := range n.Dimensions() {
		size, bound := 1, 0.1
		for _, d := range dimensions {
			size *= d
		}
		if len(dimensions) > 1 {
			inputs := size / dimensions[len(dimensions)-1]
			bound = math.Sqrt(6 / float64(inputs))
		}
		values := make([]float64, size)
		for i := range values {
			values[i] = bound * (2*rng.Float64() - 1)
		}
		parameters = append(parameters, values)
	}
	return parameters
}

// InputGradient is J^T v [batch, side, side, 1] for the Jacobian J of every image's result by the image, and
// cotangents v of the result's dimensions.
func (n unetNetwork) InputGradient(parameters []*graph.Node, images, cotangents *graph.Node) *graph.Node {
	result := n.Forward(parameters, images)
	return graph.Gradient(graph.ReduceAllSum(graph.Mul(result, cotangents)), images)[0]
}

// DoubleBackprop returns the gradient by all parameters of the images' mean of |J^T v|^2, as a penalty on the singular
// values of J needs it.
func (n unetNetwork) DoubleBackprop(parameters []*graph.Node, images, cotangents *graph.Node) []*graph.Node {
	return graph.Gradient(n.Penalty(parameters, images, cotangents), parameters...)
}

// Penalty returns the images' mean of |J^T v|^2.
func (n unetNetwork) Penalty(parameters []*graph.Node, images, cotangents *graph.Node) *graph.Node {
	gradient := n.InputGradient(parameters, images, cotangents)
	batch := images.Shape().Dimensions[0]
	return graph.DivScalar(graph.ReduceAllSum(graph.Square(gradient)), float64(batch))
}
