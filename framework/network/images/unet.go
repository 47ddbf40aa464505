package images

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"ebim/framework/network"

	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/config"
	"ebim/framework/points"
)

// LastLayer names what makes a UNet's output of its last map.
type LastLayer string

// Choices of LastLayer.
func (LastLayer) Choices() []config.Choice {
	return []config.Choice{
		{Name: "convolution",
			Doc: "a convolution of 1 x 1, with as many channels as are needed: the output must be a multiple of the " +
				"map's pixels"},
		{Name: "linear", Doc: "that convolution, to three channels, and a dense layer to any number of outputs"},
	}
}

// Pooling names what becomes of a square of four numbers.
type Pooling string

// Choices of Pooling.
func (Pooling) Choices() []config.Choice {
	return []config.Choice{
		{Name: "max", Doc: "the largest"},
		{Name: "mean", Doc: "their mean, which keeps the network smooth: its derivatives don't jump"},
	}
}

// UNet is a convolutional network from images to R^c (Ronneberger et al. 2015): double convolutions of 3 x 3 and
// pooling by 2 x 2 down to a small map, and up again by transposed convolutions of 2 x 2, each joined with what was
// there on the way down. A map that can't be halved loses its last row or column, and what is joined is cropped to its
// middle, so that images of 28 x 28 give maps of 16 x 16 after four levels. With its defaults it is the paper's F:
// R^784 -> R^768 (labml.ai's network with a quarter of its width, and three output channels).
type UNet struct {
	ImageShape
	Width        int                `yaml:"width" default:"16" range:"[1, 1024]" draft:"2" doc:"channels of the first level; each further level has twice as many (64: labml.ai's)"`
	Levels       int                `yaml:"levels" default:"4" range:"[1, 8]" doc:"times that the map is halved and enlarged again"`
	Dense        []int              `yaml:"dense" default:"null" range:"[1, 65536]" draft:"4" doc:"units of hidden layers that see the whole smallest map and are added to it"`
	Pooling      Pooling            `yaml:"pooling" default:"max" doc:"what halves a map"`
	Last         LastLayer          `yaml:"last" default:"convolution" doc:"what makes the output of the last map"`
	Activation   network.Activation `yaml:"activation" default:"silu" doc:"nonlinearity after each convolution of 3 x 3"`
	SpectralNorm bool               `yaml:"spectral_norm" default:"false" doc:"divide each kernel by its largest singular value, as the paper does"`
}

// linearChannels are those of the map before a last linear layer.
const linearChannels = 3

// result returns the height and width of the last map.
func (u *UNet) result(s points.Shape) (height, width int) {
	return s.Height >> u.Levels << u.Levels, s.Width >> u.Levels << u.Levels
}

// CheckShape implements Shaped.
func (u *UNet) CheckShape(in, out int) error {
	s, err := u.of(in)
	if err != nil {
		return err
	}
	height, width := u.result(s)
	if height == 0 || width == 0 {
		return &config.FieldError{Field: "levels", Found: fmt.Sprintf("%d halvings of %d x %d pixels", u.Levels,
			s.Height, s.Width),
			Allowed: fmt.Sprintf("as many as leave a pixel: %d x %d pixels or more, or fewer levels",
				1<<u.Levels, 1<<u.Levels)}
	}
	if pixels := height * width; u.Last == "convolution" && out%pixels != 0 {
		return &config.FieldError{Field: "last", Found: fmt.Sprintf("%d outputs of a last map of %d x %d pixels", out,
			height, width), Allowed: fmt.Sprintf("a multiple of its %d pixels, or last: linear", pixels),
			Hint: fitting(in, out, pixels)}
	}
	return nil
}

// fitting names the dimension of a manifold, nearest to the one that is wanted, whose codimension is a multiple of the
// last map's pixels.
func fitting(in, out, pixels int) string {
	channels := min((out+pixels/2)/pixels, (in-1)/pixels)
	if channels < 1 {
		return ""
	}
	return fmt.Sprintf("manifolds of %d dimensions have %d outputs", in-channels*pixels, channels*pixels)
}

// layers are those from images of a shape to R^out.
func (u *UNet) layers(s points.Shape, out int) layers {
	var all layers
	height, width := s.Height, s.Width
	double := func(name string, in, out int) {
		all = append(all, convolved(name+"_0", 3, in, out, height*width),
			convolved(name+"_1", 3, out, out, height*width))
	}
	channels, in := u.Width, s.Channels
	for k := range u.Levels {
		double(fmt.Sprintf("down_%d", k), in, channels)
		in, channels = channels, 2*channels
		height, width = height/2, width/2
	}
	double("bottom", in, channels)
	if len(u.Dense) > 0 {
		before := height * width * channels
		for k, units := range append(slices.Clone(u.Dense), before) {
			all = append(all, convolved(fmt.Sprintf("dense_%d", k), 1, before, units, 1))
			before = units
		}
	}
	for k := range u.Levels {
		height, width = 2*height, 2*width
		all = append(all, transposed(fmt.Sprintf("up_%d", k), 2, channels, channels/2, height*width))
		double(fmt.Sprintf("joined_%d", k), channels, channels/2)
		channels /= 2
	}
	if u.Last == "linear" {
		return append(all, convolved("last", 1, channels, linearChannels, height*width),
			convolved("linear", 1, height*width*linearChannels, out, 1))
	}
	return append(all, convolved("last", 1, channels, out/(height*width), height*width))
}

// Initialize draws kernels and biases as PyTorch does by default.
func (u *UNet) Initialize(in, out int, rng *rand.Rand) []network.Parameter {
	return u.layers(u.mustOf(in), out).initialize(rng)
}

// Cost implements Costed.
func (u *UNet) Cost(in, out int) network.Cost {
	s, err := u.of(in)
	if err != nil {
		return network.Cost{}
	}
	return u.layers(s, out).cost("width")
}

// Bind implements Network.
func (u *UNet) Bind(parameters []*graph.Node) network.Function {
	return &layered{parameters: normalized(parameters, u.SpectralNorm),
		forward: func(f *flow, x *graph.Node) *graph.Node {
			return u.forward(f, toMap(x, u.mustOf(x.Shape().Dimensions[1])))
		}}
}

func (u *UNet) forward(f *flow, x *graph.Node) *graph.Node {
	double := func(x *graph.Node) *graph.Node {
		for range 2 {
			x = f.activate(f.biased(f.convolve(x, 1)), u.Activation)
		}
		return x
	}
	var skipped []*graph.Node
	for range u.Levels {
		x = double(x)
		skipped = append(skipped, x)
		if u.Pooling == "mean" {
			x = f.meanPool(x)
		} else {
			x = f.maxPool(x)
		}
	}
	x = double(x)
	if len(u.Dense) > 0 {
		y := flattened(x)
		for range u.Dense {
			y = f.activate(f.biased(f.dense(y)), u.Activation)
		}
		x = graph.Add(x, graph.Reshape(f.biased(f.dense(y)), x.Shape().Dimensions...))
	}
	for _, skip := range slices.Backward(skipped) {
		x = f.biased(f.enlarge(x))
		d := x.Shape().Dimensions
		x = double(graph.Concatenate([]*graph.Node{x, cropped(skip, d[1], d[2])}, -1))
	}
	y := flattened(f.biased(f.pointwise(x)))
	if u.Last == "linear" {
		return f.biased(f.dense(y))
	}
	return y
}
