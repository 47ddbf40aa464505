package images

import (
	"fmt"
	"math/rand/v2"

	"ebim/framework/network"

	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/config"
	"ebim/framework/points"
)

// ConvNet is a convolutional network from images to R^c: convolutions without padding, each with an activation and
// averages over windows side by side, and a dense layer.
type ConvNet struct {
	ImageShape
	Channels     []int              `yaml:"channels" default:"[32, 32, 32]" range:"[1, 4096]" length:"[1, 20]" draft:"2" doc:"channels of each convolution"`
	Kernel       int                `yaml:"kernel" default:"3" range:"[1, 31]" doc:"pixels of a side of each kernel"`
	Pool         int                `yaml:"pool" default:"2" range:"[1, 31]" doc:"pixels of a side of the windows that are averaged; 1: none"`
	Activation   network.Activation `yaml:"activation" default:"silu" doc:"nonlinearity after each convolution"`
	SpectralNorm bool               `yaml:"spectral_norm" default:"false" doc:"divide each kernel by its largest singular value"`
}

// CheckShape implements Shaped.
func (c *ConvNet) CheckShape(in, _ int) error {
	s, err := c.of(in)
	if err != nil {
		return err
	}
	height, width := s.Height, s.Width
	for i := range c.Channels {
		if height < c.Kernel || width < c.Kernel {
			return &config.FieldError{Field: "channels", Found: fmt.Sprintf(
				"convolution %d (from 0) by %d x %d of a map of %d x %d pixels", i, c.Kernel, c.Kernel, height, width),
				Allowed: "maps as large as the kernels: fewer convolutions, or a smaller kernel or pool"}
		}
		height, width = c.after(height), c.after(width)
	}
	return nil
}

// after is the length of a side after a convolution and its averages.
func (c *ConvNet) after(length int) int { return (length - c.Kernel + c.Pool) / c.Pool }

func (c *ConvNet) layers(s points.Shape, out int) layers {
	var all layers
	height, width, in := s.Height, s.Width, s.Channels
	for i, channels := range c.Channels {
		all = append(all, convolved(fmt.Sprintf("conv_%d", i), c.Kernel, in, channels,
			(height-c.Kernel+1)*(width-c.Kernel+1)))
		height, width, in = c.after(height), c.after(width), channels
	}
	return append(all, convolved("linear", 1, height*width*in, out, 1))
}

// Initialize draws kernels and biases as PyTorch does by default.
func (c *ConvNet) Initialize(in, out int, rng *rand.Rand) []network.Parameter {
	return c.layers(c.mustOf(in), out).initialize(rng)
}

// Cost implements Costed.
func (c *ConvNet) Cost(in, out int) network.Cost {
	s, err := c.of(in)
	if err != nil || c.CheckShape(in, out) != nil {
		return network.Cost{}
	}
	return c.layers(s, out).cost("channels")
}

// Bind implements Network.
func (c *ConvNet) Bind(parameters []*graph.Node) network.Function {
	return &layered{parameters: normalized(parameters, c.SpectralNorm),
		forward: func(f *flow, x *graph.Node) *graph.Node {
			x = toMap(x, c.mustOf(x.Shape().Dimensions[1]))
			for range c.Channels {
				x = averaged(f.activate(f.biased(f.convolve(x, 0)), c.Activation), c.Pool)
			}
			return f.biased(f.dense(flattened(x)))
		}}
}

// TransposedConvNet is a convolutional network from R^m to images: a dense layer to a smaller map, and transposed
// convolutions with an activation before each.
type TransposedConvNet struct {
	ImageShape
	Channels     []int              `yaml:"channels" default:"[32, 32, 32]" range:"[1, 4096]" length:"[1, 20]" draft:"2" doc:"channels before each transposed convolution"`
	Kernel       int                `yaml:"kernel" default:"3" range:"[1, 31]" doc:"pixels of a side of each kernel"`
	Activation   network.Activation `yaml:"activation" default:"silu" doc:"nonlinearity before each convolution"`
	Range        ImageRange         `yaml:"range" default:"any" doc:"range of the images"`
	SpectralNorm bool               `yaml:"spectral_norm" default:"false" doc:"divide each kernel by its largest singular value"`
}

// first returns the height and width of the first map.
func (c *TransposedConvNet) first(s points.Shape) (height, width int) {
	grows := len(c.Channels) * (c.Kernel - 1)
	return s.Height - grows, s.Width - grows
}

// CheckShape implements Shaped.
func (c *TransposedConvNet) CheckShape(_, out int) error {
	s, err := c.of(out)
	if err != nil {
		return err
	}
	if height, width := c.first(s); height < 1 || width < 1 {
		return &config.FieldError{Field: "channels", Found: fmt.Sprintf(
			"%d convolutions by %d x %d to images of %d x %d pixels", len(c.Channels), c.Kernel, c.Kernel,
			s.Height, s.Width),
			Allowed: fmt.Sprintf("as many as add fewer pixels than a side has: each adds %d", c.Kernel-1)}
	}
	return nil
}

func (c *TransposedConvNet) layers(in int, s points.Shape) layers {
	height, width := c.first(s)
	all := layers{convolved("linear", 1, in, height*width*c.Channels[0], 1)}
	for i, channels := range c.Channels {
		out := s.Channels
		if i+1 < len(c.Channels) {
			out = c.Channels[i+1]
		}
		height, width = height+c.Kernel-1, width+c.Kernel-1
		all = append(all, transposed(fmt.Sprintf("conv_%d", i), c.Kernel, channels, out, height*width))
	}
	return all
}

// Initialize draws kernels and biases as PyTorch does by default.
func (c *TransposedConvNet) Initialize(in, out int, rng *rand.Rand) []network.Parameter {
	return c.layers(in, c.mustOf(out)).initialize(rng)
}

// Cost implements Costed.
func (c *TransposedConvNet) Cost(in, out int) network.Cost {
	s, err := c.of(out)
	if err != nil || c.CheckShape(in, out) != nil {
		return network.Cost{}
	}
	return c.layers(in, s).cost("channels")
}

// Bind implements Network.
func (c *TransposedConvNet) Bind(parameters []*graph.Node) network.Function {
	return &layered{parameters: normalized(parameters, c.SpectralNorm),
		forward: func(f *flow, x *graph.Node) *graph.Node {
			x = f.biased(f.dense(x))
			d := x.Shape().Dimensions
			height, width := c.firstOf(d[1] / c.Channels[0])
			x = graph.Reshape(x, d[0], height, width, c.Channels[0])
			for range c.Channels {
				x = f.biased(f.convolve(f.activate(x, c.Activation), c.Kernel-1))
			}
			return fromMap(c.Range.ends(x))
		}}
}

// firstOf returns the height and width of the first map by its number of pixels, which is square where the images'
// shape is not stated.
func (c *TransposedConvNet) firstOf(pixels int) (height, width int) {
	if len(c.Image) == 3 {
		return c.first(points.Shape{Channels: c.Image[0], Height: c.Image[1], Width: c.Image[2]})
	}
	for height = 1; height*height < pixels; {
		height++
	}
	return height, height
}
