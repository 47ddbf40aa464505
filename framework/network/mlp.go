package network

import (
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/autodiff"
	"ebim/framework/config"
)

// MLP is a feedforward network: affine layers with an activation between them and none after the last.
type MLP struct {
	Hidden         []int          `yaml:"hidden" default:"[32, 32]" range:"[1, 65536]" draft:"8" doc:"units of each hidden layer"`
	Activation     Activation     `yaml:"activation" default:"silu" doc:"nonlinearity between the layers"`
	Initialization Initialization `yaml:"initialization" default:"pytorch" doc:"distribution of the weights before training"`
	SpectralNorm   bool           `yaml:"spectral_norm" default:"false" doc:"divide each weight matrix by its largest singular value, so that no layer expands"`
}

// Initialization names the distribution of a network's weights before training.
type Initialization string

// Choices lists the distributions.
func (Initialization) Choices() []config.Choice {
	return []config.Choice{
		{Name: "pytorch",
			Doc: "PyTorch's default for linear layers: weights and biases uniform within 1/sqrt(fan in) of 0"},
		{Name: "zero_last", Doc: "as pytorch, but those of the last layer 0: the function starts as 0"},
		{Name: "glorot",
			Doc: "weights uniform within sqrt(6/(fan in + fan out)) of 0, biases 0 (Glorot and Bengio 2010)"},
	}
}

// Check implements config.Checker.
func (m *MLP) Check() error {
	if m.SpectralNorm && m.Initialization == "zero_last" {
		return &config.FieldError{Field: "initialization",
			Found:   "zero_last beside spectral_norm, which divides a matrix of zeros by its largest singular value",
			Allowed: "pytorch or glorot, or spectral_norm: false"}
	}
	return nil
}

// bounds returns the largest absolute values of a layer's weights and biases.
func (i Initialization) bounds(in, out int) (weights, biases float64) {
	if i == "glorot" {
		return math.Sqrt(6 / float64(in+out)), 0
	}
	return 1 / math.Sqrt(float64(in)), 1 / math.Sqrt(float64(in))
}

// Initialize draws weights [out, in] and biases [out] of each layer.
func (m *MLP) Initialize(in, out int, rng *rand.Rand) []Parameter {
	var parameters []Parameter
	for i, width := range append(append([]int(nil), m.Hidden...), out) {
		weights, biases := m.Initialization.bounds(in, width)
		parameters = append(parameters, Uniform(fmt.Sprintf("layer_%d/weights", i), weights, rng, width, in),
			Uniform(fmt.Sprintf("layer_%d/biases", i), biases, rng, width))
		in = width
	}
	if m.Initialization == "zero_last" {
		for _, last := range parameters[len(parameters)-2:] {
			clear(last.Values)
		}
	}
	return parameters
}

// Uniform draws a parameter uniformly within a bound of 0.
func Uniform(name string, bound float64, rng *rand.Rand, dimensions ...int) Parameter {
	p := zeros(name, dimensions...)
	for i := range p.Values {
		p.Values[i] = float32(bound * (2*rng.Float64() - 1))
	}
	return p
}

// zeros is a parameter of zeros.
func zeros(name string, dimensions ...int) Parameter {
	size := 1
	for _, d := range dimensions {
		size *= d
	}
	return Parameter{Name: name, Dimensions: dimensions, Values: make([]float32, size)}
}

// Bind shares what does not depend on x (normalized and transposed weights, broadcast biases) between all applications.
func (m *MLP) Bind(parameters []*graph.Node) Function {
	f := &mlp{activation: m.Activation, broadcast: map[int][]*graph.Node{}}
	for i := 0; i < len(parameters); i += 2 {
		weights := parameters[i]
		if m.SpectralNorm {
			weights = autodiff.SpectralNormalize(weights)
		}
		f.weights = append(f.weights, weights)
		f.biases = append(f.biases, parameters[i+1])
	}
	return f
}

type mlp struct {
	activation Activation
	weights    []*graph.Node // [out, in], as both passes of a product without transposition want them
	transposed []*graph.Node // [in, out], made when the first derivative is asked for
	biases     []*graph.Node
	broadcast  map[int][]*graph.Node // biases as [batch, out], by batch
}

func (f *mlp) Apply(x *graph.Node) *graph.Node {
	y, _ := f.forward(x)
	return y
}

func (f *mlp) Linearize(x *graph.Node) (*graph.Node, autodiff.Linear) {
	y, derivatives := f.forward(x)
	return y, autodiff.Linear{
		JVP: func(tangent *graph.Node) *graph.Node {
			for i, weights := range f.weights {
				tangent = product(tangent, weights)
				if i < len(derivatives) {
					tangent = graph.Mul(tangent, derivatives[i])
				}
			}
			return tangent
		},
		VJP: func(cotangent *graph.Node) *graph.Node {
			transposed := f.transposedWeights()
			for i := len(transposed) - 1; i >= 0; i-- {
				if i < len(derivatives) {
					cotangent = graph.Mul(cotangent, derivatives[i])
				}
				cotangent = product(cotangent, transposed[i])
			}
			return cotangent
		},
	}
}

// forward returns the network at x and the activations' derivatives of each hidden layer.
func (f *mlp) forward(x *graph.Node) (y *graph.Node, derivatives []*graph.Node) {
	biases := f.broadcastBiases(x.Shape().Dimensions[0])
	for i, weights := range f.weights {
		x = graph.Add(product(x, weights), biases[i])
		if i < len(f.weights)-1 {
			var derivative *graph.Node
			x, derivative = f.activation.Apply(x)
			derivatives = append(derivatives, derivative)
		}
	}
	return x, derivatives
}

func (f *mlp) broadcastBiases(batch int) []*graph.Node {
	if f.broadcast[batch] == nil {
		for _, b := range f.biases {
			f.broadcast[batch] = append(f.broadcast[batch], graph.BroadcastPrefix(b, batch))
		}
	}
	return f.broadcast[batch]
}

func (f *mlp) transposedWeights() []*graph.Node {
	if f.transposed == nil {
		for _, w := range f.weights {
			f.transposed = append(f.transposed, graph.Transpose(w, 0, 1))
		}
	}
	return f.transposed
}

// product is x [batch, in] times the transpose of weights [out, in]: both contract their last axis, the order in which
// the pure-Go backend needs no transposition.
func product(x, weights *graph.Node) *graph.Node {
	return graph.DotGeneral(x, []int{1}, nil, weights, []int{1}, nil)
}

// Activation names an elementwise nonlinearity.
type Activation string

// Choices lists the activations.
func (Activation) Choices() []config.Choice {
	return []config.Choice{
		{Name: "silu", Doc: "z * logistic(z), smooth and unbounded; the paper's choice"},
		{Name: "softplus", Doc: "log(1 + exp(z)), a smooth rectifier"},
		{Name: "tanh", Doc: "hyperbolic tangent, bounded"},
		{Name: "relu", Doc: "max(z, 0), whose second derivative is 0"},
		{Name: "sine", Doc: "sin(z), for detail at high frequency"},
	}
}

// Apply returns the activation of z and its derivative there, both as graphs that can be differentiated further.
func (a Activation) Apply(z *graph.Node) (value, derivative *graph.Node) {
	switch a {
	case "softplus":
		rectified := graph.MaxScalar(z, 0)
		return graph.Add(rectified, graph.Log1p(graph.Exp(graph.Neg(graph.Abs(z))))), graph.Logistic(z)
	case "tanh":
		value = graph.Tanh(z)
		return value, graph.OneMinus(graph.Mul(value, value))
	case "relu":
		derivative = graph.ConvertDType(graph.GreaterThan(z, graph.ZerosLike(z)), z.DType())
		return graph.Mul(z, derivative), derivative
	case "sine":
		return graph.Sin(z), graph.Cos(z)
	default: // silu: with s = logistic(z), (z s)' = s + z s (1 - s) = s (1 + z - z s)
		logistic := graph.Logistic(z)
		value = graph.Mul(z, logistic)
		return value, graph.Mul(logistic, graph.OnePlus(graph.Sub(z, value)))
	}
}
