package images

import (
	"fmt"
	"math"
	"math/rand/v2"

	"ebim/framework/network"

	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/config"
	"ebim/framework/points"
)

// ResNet is a residual network from images to R^c (He et al. 2016), as torchvision's resnet18 and resnet34 without batch normalization: a
// convolution of 7 x 7, pooling, four stages of blocks of two convolutions beside a shortcut, each but the first at half the size and twice
// the channels, the mean over the map and a dense layer. Convolutions have no biases. Gray images are seen as three equal channels.
type ResNet struct {
	ImageShape
	Layers       int                `yaml:"layers" default:"18" range:"[18, 34]" doc:"layers with parameters: 18 or 34"`
	Width        int                `yaml:"width" default:"64" range:"[1, 1024]" draft:"1" doc:"channels of the first stage (64: torchvision's)"`
	Activation   network.Activation `yaml:"activation" default:"relu" doc:"nonlinearity after each convolution"`
	SpectralNorm bool               `yaml:"spectral_norm" default:"false" doc:"divide each kernel by its largest singular value"`
}

// leastResNet is the least side of an image, in pixels.
const leastResNet = 8

// resNetBlocks are the blocks of each stage, by the number of layers.
var resNetBlocks = map[int][]int{18: {2, 2, 2, 2}, 34: {3, 4, 6, 3}}

// Check implements config.Checker.
func (r *ResNet) Check() error {
	if resNetBlocks[r.Layers] == nil {
		return &config.FieldError{Field: "layers", Found: fmt.Sprint(r.Layers), Allowed: "18 or 34"}
	}
	return r.ImageShape.Check()
}

// CheckShape implements Shaped.
func (r *ResNet) CheckShape(in, _ int) error {
	s, err := r.of(in)
	if err == nil && s.Channels != 1 && s.Channels != 3 {
		err = &config.FieldError{Field: "image", Found: fmt.Sprintf("images of %s", s), Allowed: "one channel or three"}
	}
	if err == nil && min(s.Height, s.Width) < leastResNet {
		err = &config.FieldError{Field: "image", Found: fmt.Sprintf("images of %s", s), Allowed: fmt.Sprintf("%d x %d pixels or more, since it takes a thirty-second of them", leastResNet, leastResNet)}
	}
	return err
}

// strideOf is the stride of a block: of the first in each stage but the first stage, 2.
func strideOf(stage, block int) int {
	if stage > 0 && block == 0 {
		return 2
	}
	return 1
}

func (r *ResNet) layers(s points.Shape, out int) layers {
	half := func(n int) int { return (n + 1) / 2 }
	height, width := half(s.Height), half(s.Width)
	var all layers
	add := func(name string, side, in, out int) {
		l := convolved(name, side, in, out, height*width)
		l.bare, l.draw = true, drawKaiming
		all = append(all, l)
	}
	add("stem", 7, 3, r.Width)
	height, width = half(height), half(width)
	in := r.Width
	for stage, blocks := range resNetBlocks[r.Layers] {
		channels := r.Width << stage
		for block := range blocks {
			if strideOf(stage, block) == 2 {
				height, width = half(height), half(width)
			}
			name := fmt.Sprintf("stage_%d/block_%d/", stage, block)
			add(name+"conv_0", 3, in, channels)
			add(name+"conv_1", 3, channels, channels)
			if in != channels {
				add(name+"shortcut", 1, in, channels)
			}
			in = channels
		}
	}
	return append(all, convolved("linear", 1, in, out, 1))
}

// drawKaiming draws normal weights of the variance 2 / (out x height x width), as torchvision does (He et al. 2015).
func drawKaiming(l layer, rng *rand.Rand) []float32 {
	deviation := math.Sqrt(2 / float64(l.out*l.kernel[0]*l.kernel[1]))
	values := make([]float32, l.kernel[0]*l.kernel[1]*l.in*l.out)
	for i := range values {
		values[i] = float32(deviation * rng.NormFloat64())
	}
	return values
}

// Initialize draws kernels and biases as torchvision does.
func (r *ResNet) Initialize(in, out int, rng *rand.Rand) []network.Parameter {
	return r.layers(r.mustOf(in), out).initialize(rng)
}

// Cost implements Costed.
func (r *ResNet) Cost(in, out int) network.Cost {
	s, err := r.of(in)
	if err != nil {
		return network.Cost{}
	}
	return r.layers(s, out).cost("width")
}

// Bind implements Network.
func (r *ResNet) Bind(parameters []*graph.Node) network.Function {
	return &layered{parameters: normalized(parameters, r.SpectralNorm), forward: func(f *flow, x *graph.Node) *graph.Node {
		s := r.mustOf(x.Shape().Dimensions[1])
		x = toMap(x, s)
		if s.Channels == 1 {
			x = graph.Concatenate([]*graph.Node{x, x, x}, -1)
		}
		return r.forward(f, x)
	}}
}

func (r *ResNet) forward(f *flow, x *graph.Node) *graph.Node {
	x = f.maxPool(f.activate(f.convolve(x, 2, 3), r.Activation), 3, 2, 1)
	in := r.Width
	for stage, blocks := range resNetBlocks[r.Layers] {
		for block := range blocks {
			stride, channels := strideOf(stage, block), r.Width<<stage
			y := f.activate(f.convolve(x, stride, 1), r.Activation)
			y = f.convolve(y, 1, 1)
			if in != channels {
				x = f.convolve(x, stride, 0)
			}
			x, in = f.activate(graph.Add(x, y), r.Activation), channels
		}
	}
	return f.biased(f.dense(graph.ReduceMean(x, 1, 2)))
}

var (
	_ network.Imaging = (*ResNet)(nil)
	_ network.Shaped  = (*ResNet)(nil)
	_ network.Costed  = (*ResNet)(nil)
)
