package network

import (
	"math/rand/v2"

	"github.com/gomlx/gomlx/pkg/core/graph"

	"ebim/framework/autodiff"
)

// LinearPath is the sum g(x) + A x of a network and a linear map that is trained with it. In many dimensions most of a
// manifold-defining function is linear: it measures the coordinates in which the manifold does not extend.
type LinearPath struct {
	Network Network `yaml:"network" default:"mlp" doc:"architecture of g"`
}

// CheckShape implements Shaped.
func (l *LinearPath) CheckShape(in, out int) error {
	if shaped, ok := l.Network.(Shaped); ok {
		return shaped.CheckShape(in, out)
	}
	return nil
}

// Initialize draws A [out, in], then the parameters of g.
func (l *LinearPath) Initialize(in, out int, rng *rand.Rand) []Parameter {
	bound, _ := Initialization("pytorch").bounds(in, out)
	return append([]Parameter{uniform("linear", bound, rng, out, in)}, l.Network.Initialize(in, out, rng)...)
}

// Bind implements Network.
func (l *LinearPath) Bind(parameters []*graph.Node) Function {
	return &linearPath{matrix: parameters[0], beside: l.Network.Bind(parameters[1:])}
}

type linearPath struct {
	matrix, transposed *graph.Node // A, and its transpose, made when the first derivative is asked for
	beside             Function
}

// Apply implements Function.
func (f *linearPath) Apply(x *graph.Node) *graph.Node {
	return graph.Add(f.beside.Apply(x), product(x, f.matrix))
}

// Linearize implements Function.
func (f *linearPath) Linearize(x *graph.Node) (*graph.Node, autodiff.Linear) {
	value, derivative := f.beside.Linearize(x)
	if f.transposed == nil {
		f.transposed = graph.Transpose(f.matrix, 0, 1)
	}
	return graph.Add(value, product(x, f.matrix)), autodiff.Linear{
		JVP: func(tangent *graph.Node) *graph.Node {
			return graph.Add(derivative.JVP(tangent), product(tangent, f.matrix))
		},
		VJP: func(cotangent *graph.Node) *graph.Node {
			return graph.Add(derivative.VJP(cotangent), product(cotangent, f.transposed))
		},
	}
}

// Cost implements Costed.
func (l *LinearPath) Cost(in, out int) Cost {
	cost := CostOf(l.Network, in, out)
	cost.Setting = "network." + cost.Setting
	cost.Parameters += float64(in) * float64(out)
	cost.Activations += float64(out)
	return cost
}

var (
	_ Shaped = (*LinearPath)(nil)
	_ Costed = (*LinearPath)(nil)
)
