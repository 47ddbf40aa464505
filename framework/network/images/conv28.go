package images

import (
	"fmt"
	"math/rand/v2"

	"ebim/framework/network"

	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/config"
	"ebim/framework/points"
)

// Conv28Encoder is the encoder of normalized autoencoders (Yoon et al. 2021) from images of 28 x 28 pixels to R^c,
// which is the paper's energy, too: four convolutions of 3 x 3 without padding, pooling after each two, and dense
// layers. Maps have 28, 26, 24, 12, 10, 8, 4 and 1 pixels a side.
type Conv28Encoder struct {
	ImageShape
	Width        int                `yaml:"width" default:"8" range:"[1, 512]" draft:"1" doc:"a quarter of the first convolution's channels"`
	Hidden       int                `yaml:"hidden" default:"1024" range:"[0, 65536]" draft:"4" doc:"units of a dense layer before the last one; 0: none"`
	Activation   network.Activation `yaml:"activation" default:"relu" doc:"nonlinearity between the layers"`
	SpectralNorm bool               `yaml:"spectral_norm" default:"false" doc:"divide each kernel by its largest singular value, as the paper does of energies"`
}

// CheckShape implements Shaped.
func (e *Conv28Encoder) CheckShape(in, _ int) error {
	s, err := e.of(in)
	return check28(s, err)
}

func check28(s points.Shape, err error) error {
	if err == nil && (s.Height != 28 || s.Width != 28) {
		err = &config.FieldError{Field: "image", Found: fmt.Sprintf("images of %s", s),
			Allowed: "images of 28 x 28 pixels; convnet and transposed_convnet take others"}
	}
	return err
}

func (e *Conv28Encoder) layers(s points.Shape, out int) layers {
	n := e.Width
	all := layers{convolved("conv_1", 3, s.Channels, 4*n, 26*26), convolved("conv_2", 3, 4*n, 8*n, 24*24),
		convolved("conv_3", 3, 8*n, 8*n, 10*10), convolved("conv_4", 3, 8*n, 16*n, 8*8)}
	if e.Hidden == 0 {
		return append(all, convolved("conv_5", 4, 16*n, out, 1))
	}
	return append(all, convolved("conv_5", 4, 16*n, e.Hidden, 1), convolved("linear", 1, e.Hidden, out, 1))
}

// Initialize draws kernels and biases as PyTorch does by default.
func (e *Conv28Encoder) Initialize(in, out int, rng *rand.Rand) []network.Parameter {
	return e.layers(e.mustOf(in), out).initialize(rng)
}

// Cost implements Costed.
func (e *Conv28Encoder) Cost(in, out int) network.Cost {
	s, err := e.of(in)
	if err != nil {
		return network.Cost{}
	}
	return e.layers(s, out).cost("width")
}

// Bind implements Network.
func (e *Conv28Encoder) Bind(parameters []*graph.Node) network.Function {
	return &layered{parameters: normalized(parameters, e.SpectralNorm),
		forward: func(f *flow, x *graph.Node) *graph.Node {
			x = toMap(x, e.mustOf(x.Shape().Dimensions[1]))
			for range 2 {
				for range 2 {
					x = f.activate(f.biased(f.convolve(x, 0)), e.Activation)
				}
				x = f.maxPool(x)
			}
			y := f.biased(f.dense(flattened(x)))
			if e.Hidden > 0 {
				y = f.biased(f.dense(f.activate(y, e.Activation)))
			}
			return y
		}}
}

// ImageRange names the range of the images that a network makes.
type ImageRange string

// Choices of ImageRange.
func (ImageRange) Choices() []config.Choice {
	return []config.Choice{
		{Name: "any", Doc: "all numbers"},
		{Name: "unit",
			Doc: "(0, 1), by a logistic function: for images that are not standardized (data.standardize: none)"},
	}
}

// ends applies the range.
func (r ImageRange) ends(x *graph.Node) *graph.Node {
	if r != "unit" {
		return x
	}
	return graph.Logistic(x)
}

// Conv28Decoder is the decoder of normalized autoencoders from R^m to images of 28 x 28 pixels: transposed
// convolutions, and linear interpolation to twice the size after the first and the third. Maps have 1, 4, 8, 10, 12,
// 24, 26 and 28 pixels a side.
type Conv28Decoder struct {
	ImageShape
	Width        int                `yaml:"width" default:"8" range:"[1, 512]" draft:"1" doc:"a quarter of the last map's channels"`
	Activation   network.Activation `yaml:"activation" default:"relu" doc:"nonlinearity between the layers"`
	Range        ImageRange         `yaml:"range" default:"any" doc:"range of the images"`
	SpectralNorm bool               `yaml:"spectral_norm" default:"false" doc:"divide each kernel by its largest singular value"`
}

// CheckShape implements Shaped.
func (d *Conv28Decoder) CheckShape(_, out int) error {
	s, err := d.of(out)
	return check28(s, err)
}

func (d *Conv28Decoder) layers(in int, s points.Shape) layers {
	n := d.Width
	first := transposed("conv_1", 4, in, 16*n, 1)
	first.pixels = 16
	return layers{first, transposed("conv_2", 3, 16*n, 8*n, 10*10), transposed("conv_3", 3, 8*n, 8*n, 12*12),
		transposed("conv_4", 3, 8*n, 4*n, 26*26), transposed("conv_5", 3, 4*n, s.Channels, 28*28)}
}

// Initialize draws kernels and biases as PyTorch does by default.
func (d *Conv28Decoder) Initialize(in, out int, rng *rand.Rand) []network.Parameter {
	return d.layers(in, d.mustOf(out)).initialize(rng)
}

// Cost implements Costed.
func (d *Conv28Decoder) Cost(in, out int) network.Cost {
	s, err := d.of(out)
	if err != nil {
		return network.Cost{}
	}
	return d.layers(in, s).cost("width")
}

// Bind implements Network.
func (d *Conv28Decoder) Bind(parameters []*graph.Node) network.Function {
	return &layered{parameters: normalized(parameters, d.SpectralNorm),
		forward: func(f *flow, x *graph.Node) *graph.Node {
			grown := func(x *graph.Node) *graph.Node { return f.biased(f.convolve(x, 2)) }
			x = doubled(f.activate(f.biased(f.unfold(x)), d.Activation))
			x = f.activate(grown(x), d.Activation)
			x = doubled(f.activate(grown(x), d.Activation))
			x = f.activate(grown(x), d.Activation)
			return fromMap(d.Range.ends(grown(x)))
		}}
}

// unfold makes a map of rows by the next kernel [height, width, in, out]: a transposed convolution of one pixel.
func (f *flow) unfold(x *graph.Node) *graph.Node {
	kernel := f.next()
	return graph.DotGeneral(x, []int{1}, nil, kernel, []int{2}, nil)
}
