package network

import (
	"math"
	"math/rand/v2"

	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/autodiff"
	"ebim/framework/config"
)

// Displacement is a network h that is given the noise s in a point beside the point x of R^n, both as one row (x, s) of
// R^(n+1), and returns a vector of R^n,
//
//	h(x, s) = g(x, sin B x, cos B x, t(s)) + A x + C x s^2/(1 + s^2),
//
// with a perceptron g, frozen normal frequencies B, matrices A and C that start as 0, and t(s) sines and cosines of
// log s. Trained by denoising score matching it is -s^2 grad log p_s (Tweedie's formula). The linear paths measure the
// directions in which data do not extend, most of them in many dimensions.
type Displacement struct {
	Hidden    []int    `yaml:"hidden" default:"[96, 96, 96]" range:"[1, 65536]" draft:"8" doc:"units of each hidden layer"`
	Features  int      `yaml:"features" default:"32" range:"[1, 65536]" draft:"8" doc:"random frequencies; each gives a sine and a cosine"`
	Frequency *float64 `yaml:"frequency" range:"(0, inf)" doc:"standard deviation of the frequencies, in radians per unit of standardized data; unless given 2 in up to three dimensions, 2/sqrt(n) above"`
}

// rates of log s in t(s): noise changes over several orders of magnitude, and h with it.
var noiseRates = []float64{0.5, 1, 2, 4}

func (d *Displacement) perceptron() *MLP {
	return &MLP{Hidden: d.Hidden, Activation: "silu", Initialization: "pytorch"}
}

// width is the number of features of a row (x, s).
func (d *Displacement) width(n int) int { return n + 2*d.Features + 2*len(noiseRates) }

// CheckShape implements Shaped.
func (d *Displacement) CheckShape(in, out int) error {
	if in != out+1 {
		return &config.FieldError{Found: "a displacement that is not from (x, s) to the space of x",
			Allowed: "one input more than outputs"}
	}
	return nil
}

// Initialize draws B [features, n], A and C [n, n], then g.
func (d *Displacement) Initialize(in, out int, rng *rand.Rand) []Parameter {
	n := in - 1
	frequencies := zeros("frequencies", d.Features, n)
	frequencies.Frozen = true
	deviation := d.FrequencyIn(n)
	for i := range frequencies.Values {
		frequencies.Values[i] = float32(deviation * rng.NormFloat64())
	}
	paths := []Parameter{frequencies, zeros("linear", out, n), zeros("linear_in_noise", out, n)}
	return append(paths, d.perceptron().Initialize(d.width(n), out, rng)...)
}

// FrequencyIn is the standard deviation of the frequencies in R^n, in radians per unit.
func (d *Displacement) FrequencyIn(n int) float64 {
	switch {
	case d.Frequency != nil:
		return *d.Frequency
	case n > mostSpatial:
		return 2 / math.Sqrt(float64(n))
	}
	return 2
}

// InUnits are parameters of Initialize whose frequencies are those of points of another scale than 1.
func (d *Displacement) InUnits(initial []Parameter, scale float64) []Parameter {
	for i := range initial[0].Values {
		initial[0].Values[i] /= float32(scale)
	}
	return initial
}

// mostSpatial is the largest dimension in which frequencies do not depend on it.
const mostSpatial = 3

// Bind implements Network.
func (d *Displacement) Bind(parameters []*graph.Node) Function {
	return displacement{frequencies: parameters[0], linear: parameters[1], inNoise: parameters[2],
		perceptron: d.perceptron().Bind(parameters[3:])}
}

type displacement struct {
	frequencies, linear, inNoise *graph.Node
	perceptron                   Function
}

// Apply implements Function.
func (f displacement) Apply(in *graph.Node) *graph.Node {
	n := in.Shape().Dimensions[1] - 1
	x, s := graph.SliceAxis(in, 1, graph.AxisRange(0, n)), graph.SliceAxis(in, 1, graph.AxisRange(n, n+1))
	angles, logarithm := product(x, f.frequencies), graph.Log(s)
	features := []*graph.Node{x, graph.Sin(angles), graph.Cos(angles)}
	for _, rate := range noiseRates {
		turn := graph.MulScalar(logarithm, rate)
		features = append(features, graph.Sin(turn), graph.Cos(turn))
	}
	square := graph.Mul(s, s)
	share := graph.Div(square, graph.OnePlus(square))
	y := graph.Add(f.perceptron.Apply(graph.Concatenate(features, 1)), product(x, f.linear))
	return graph.Add(y, graph.Mul(share, product(x, f.inNoise)))
}

// Linearize implements Function.
func (f displacement) Linearize(in *graph.Node) (*graph.Node, autodiff.Linear) {
	y := f.Apply(in)
	return y, autodiff.Linearize(in, y)
}

// Cost implements Costed.
func (d *Displacement) Cost(in, out int) Cost {
	cost := CostOf(d.perceptron(), d.width(in-1), out)
	cost.Parameters += float64(in-1) * float64(d.Features+2*out)
	cost.Activations += float64(d.width(in-1) + 2*d.Features)
	return cost
}

var (
	_ Shaped = (*Displacement)(nil)
	_ Costed = (*Displacement)(nil)
)
