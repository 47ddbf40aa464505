package network

import (
	"math/rand/v2"

	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/autodiff"
)

// FourierMLP is a multilayer perceptron of random Fourier features of its input (Rahimi and Recht 2007; Tancik et al.
// 2020),
//
//	sin(B x), cos(B x),
//
// with independent normal B of mean 0 and standard deviation s, the scale: angular frequencies, in radians per unit of
// the data. Two points' features have the mean product exp(-s^2 |x - y|^2 / 2), so that 1/s is the length over which
// the function varies before training. (Tancik et al. write the features with 2 pi B, so their scale is s / (2 pi).) B
// is not trained.
//
// Data that have broad regions and narrow spots want several scales: one that is too large for the broad ones is
// learned as noise, and one that is too small for the narrow ones hardly at all.
type FourierMLP struct {
	Features       int            `yaml:"features" default:"64" range:"[1, 65536]" draft:"8" doc:"random frequencies; each gives a sine and a cosine"`
	Scales         []float64      `yaml:"scales" default:"[1]" range:"(0, inf)" length:"[1, 100]" doc:"standard deviations of the frequencies, in radians per unit: one over the lengths of the detail"`
	IncludeInput   bool           `yaml:"include_input" default:"false" doc:"give the perceptron the input itself beside its features"`
	Hidden         []int          `yaml:"hidden" default:"[32, 32]" range:"[1, 65536]" draft:"8" doc:"units of each hidden layer"`
	Activation     Activation     `yaml:"activation" default:"silu" doc:"nonlinearity between the layers"`
	Initialization Initialization `yaml:"initialization" default:"pytorch" doc:"distribution of the weights before training"`
}

func (f *FourierMLP) perceptron() *MLP {
	return &MLP{Hidden: f.Hidden, Activation: f.Activation, Initialization: f.Initialization}
}

// Initialize draws the frequencies B [features, in], which are frozen, and the perceptron's layers. The scales take
// turns.
func (f *FourierMLP) Initialize(in, out int, rng *rand.Rand) []Parameter {
	frequencies := zeros("frequencies", f.Features, in)
	frequencies.Frozen = true
	for i := range frequencies.Values {
		frequencies.Values[i] = float32(f.Scales[i/in%len(f.Scales)] * rng.NormFloat64())
	}
	width := 2 * f.Features
	if f.IncludeInput {
		width += in
	}
	return append([]Parameter{frequencies}, f.perceptron().Initialize(width, out, rng)...)
}

// Bind implements Network.
func (f *FourierMLP) Bind(parameters []*graph.Node) Function {
	features := &fourierFeatures{frequencies: parameters[0], transposed: graph.Transpose(parameters[0], 0, 1),
		input: f.IncludeInput}
	return InTurn{First: features, Second: f.perceptron().Bind(parameters[1:])}
}

// fourierFeatures maps x [batch, in] to sin(B x), cos(B x) and, if wanted, x, side by side.
type fourierFeatures struct {
	frequencies, transposed *graph.Node // B [features, in], and its transpose
	input                   bool
}

func (f *fourierFeatures) Apply(x *graph.Node) *graph.Node {
	angles := product(x, f.frequencies)
	return f.join(graph.Sin(angles), graph.Cos(angles), x)
}

func (f *fourierFeatures) join(sines, cosines, x *graph.Node) *graph.Node {
	columns := []*graph.Node{sines, cosines}
	if f.input {
		columns = append(columns, x)
	}
	return graph.Concatenate(columns, 1)
}

func (f *fourierFeatures) Linearize(x *graph.Node) (*graph.Node, autodiff.Linear) {
	angles := product(x, f.frequencies)
	sines, cosines := graph.Sin(angles), graph.Cos(angles)
	return f.join(sines, cosines, x), autodiff.Linear{
		JVP: func(tangent *graph.Node) *graph.Node {
			turned := product(tangent, f.frequencies)
			return f.join(graph.Mul(cosines, turned), graph.Neg(graph.Mul(sines, turned)), tangent)
		},
		VJP: func(cotangent *graph.Node) *graph.Node {
			features := f.frequencies.Shape().Dimensions[0]
			columns := func(from, to int) *graph.Node {
				return graph.SliceAxis(cotangent, 1, graph.AxisRange(from, to))
			}
			turned := graph.Sub(graph.Mul(cosines, columns(0, features)),
				graph.Mul(sines, columns(features, 2*features)))
			moved := product(turned, f.transposed)
			if f.input {
				moved = graph.Add(moved, columns(2*features, cotangent.Shape().Dimensions[1]))
			}
			return moved
		},
	}
}

var _ Network = (*FourierMLP)(nil)
