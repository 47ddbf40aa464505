package images

import (
	"math"
	"math/rand/v2"
	"slices"

	"ebim/framework/network"

	"github.com/gomlx/compute"
	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/autodiff"
)

// layer is an affine layer of a network of images: a convolution, or a dense layer with a kernel of 1 x 1.
type layer struct {
	name   string
	kernel [2]int // height and width
	in     int    // channels
	out    int
	fanIn  int     // inputs of an output, by which PyTorch bounds what it draws
	pixels float64 // at which the layer is evaluated
}

// convolved is a convolution, evaluated at some pixels.
func convolved(name string, side, in, out, pixels int) layer {
	return layer{name: name, kernel: [2]int{side, side}, in: in, out: out, fanIn: in * side * side,
		pixels: float64(pixels)}
}

// transposed is a transposed convolution, whose fan-in PyTorch counts from its outputs.
func transposed(name string, side, in, out, pixels int) layer {
	l := convolved(name, side, in, out, pixels)
	l.fanIn = out * side * side
	return l
}

// layers are those of a network, in the order of its parameters: of each a kernel [height, width, in, out] and biases.
type layers []layer

func (l layer) dimensions() []int { return []int{l.kernel[0], l.kernel[1], l.in, l.out} }

// initialize draws weights and biases within 1/sqrt(fan in) of 0, as PyTorch does by default.
func (all layers) initialize(rng *rand.Rand) []network.Parameter {
	var parameters []network.Parameter
	for _, l := range all {
		bound := 1 / math.Sqrt(float64(l.fanIn))
		parameters = append(parameters, network.Uniform(l.name+"/kernel", bound, rng, l.dimensions()...),
			network.Uniform(l.name+"/biases", bound, rng, l.out))
	}
	return parameters
}

// cost counts parameters, and what the layers make of a row: sums, values and derivatives.
func (all layers) cost(setting string) network.Cost {
	cost := network.Cost{Setting: setting}
	for _, l := range all {
		cost.Parameters += float64(l.kernel[0])*float64(l.kernel[1])*float64(l.in)*float64(l.out) + float64(l.out)
		cost.Activations += network.PerUnit * l.pixels * float64(l.out)
	}
	return cost
}

// layered is a network of images in a graph: forward says what becomes of x, by way of a flow. Its derivatives are
// reverse mode's, also J w: the transpose of J^T v costs about as much as an evaluation, no more than a tangent that
// is carried through the layers.
type layered struct {
	parameters []*graph.Node
	forward    func(f *flow, x *graph.Node) *graph.Node
}

func (n *layered) Apply(x *graph.Node) *graph.Node {
	return n.forward(&flow{parameters: n.parameters}, x)
}

func (n *layered) Linearize(x *graph.Node) (*graph.Node, autodiff.Linear) {
	y := n.Apply(x)
	return y, autodiff.Linearize(x, y)
}

// flow is one evaluation of the layers: it hands out the parameters in their order.
type flow struct{ parameters []*graph.Node }

// next takes the next parameter.
func (f *flow) next() *graph.Node {
	p := f.parameters[0]
	f.parameters = f.parameters[1:]
	return p
}

// biased adds the next biases to the last axis.
func (f *flow) biased(x *graph.Node) *graph.Node {
	biases := f.next()
	dimensions := slices.Repeat([]int{1}, x.Rank())
	dimensions[len(dimensions)-1] = biases.Shape().Size()
	return graph.Add(x, graph.Reshape(biases, dimensions...))
}

// activate applies a nonlinearity.
func (f *flow) activate(x *graph.Node, a network.Activation) *graph.Node {
	value, _ := a.Apply(x)
	return value
}

// maxPool takes the largest values of the squares of four of a map, in each channel.
func (f *flow) maxPool(x *graph.Node) *graph.Node {
	return graph.BackendReduceWindow(x, compute.ReduceOpMax, []int{1, 2, 2, 1}, []int{1, 2, 2, 1}, nil, nil,
		make([][2]int, 4))
}

// meanPool takes the means of the squares of four of a map, in each channel; a last row or column without a pair is
// left out.
func (f *flow) meanPool(x *graph.Node) *graph.Node {
	d := x.Shape().Dimensions
	height, width := d[1]/2, d[2]/2
	x = graph.Slice(x, graph.AxisRange(), graph.AxisRange(0, 2*height), graph.AxisRange(0, 2*width))
	return graph.ReduceMean(graph.Reshape(x, d[0], height, 2, width, 2, d[3]), 2, 4)
}

// convolve applies a convolution with the next kernel; what it adds to the map on each side is zero.
func (f *flow) convolve(x *graph.Node, padding int) *graph.Node {
	around, ones := [2]int{padding, padding}, []int{1, 1}
	return graph.ConvGeneral(x, f.next(), mapAxes(), ones, [][2]int{around, around}, ones, ones, 1, 1)
}

// enlarge applies a transposed convolution with stride 2 and the next kernel, of 2 x 2: each pixel becomes a square of
// four.
func (f *flow) enlarge(x *graph.Node) *graph.Node {
	kernel, d := f.next(), x.Shape().Dimensions
	squares := graph.DotGeneral(x, []int{3}, nil, kernel, []int{2}, nil) // [batch, height, width, 2, 2, out]
	return graph.Reshape(graph.TransposeAllAxes(squares, 0, 1, 3, 2, 4, 5), d[0], 2*d[1], 2*d[2],
		kernel.Shape().Dimensions[3])
}

// pointwise is a product over the channels with the next kernel, of 1 x 1.
func (f *flow) pointwise(x *graph.Node) *graph.Node {
	return graph.DotGeneral(x, []int{3}, nil, graph.Squeeze(f.next(), 0, 1), []int{0}, nil)
}

// dense is a product of rows with the next kernel, all of whose numbers but the last axis's are its inputs.
func (f *flow) dense(x *graph.Node) *graph.Node {
	kernel := f.next()
	d := kernel.Shape().Dimensions
	return graph.DotGeneral(x, []int{1}, nil, graph.Reshape(kernel, d[0]*d[1]*d[2], d[3]), []int{0}, nil)
}
