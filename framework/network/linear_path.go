package network

import (
	"math"
	"math/rand/v2"

	"github.com/gomlx/gomlx/pkg/core/graph"

	"ebim/framework/autodiff"
)

// LinearPath is a network g beside paths that say how the function behaves far from the data, where g hardly learns it,
//
//	g(x) + A x + b (sqrt(|x|^2 + n/10) - sqrt(n + n/10)),
//
// with A and b trained, for standardized points x of R^n: of mean 0 and mean squared coordinate 1. The linear path measures the
// coordinates in which a manifold does not extend, most of them in many dimensions. The radial path is a cone, rounded at the
// origin, whose zeros are a sphere through the bulk of the data. A function of one output starts from that sphere, so that it has one
// sign far from the data and the other within; elsewhere b starts at 0.
type LinearPath struct {
	Network Network `yaml:"network" default:"mlp" doc:"architecture of g"`
	Radial  bool    `yaml:"radial" default:"true" doc:"whether there is the radial path beside the linear one"`
}

// CheckShape implements Shaped.
func (l *LinearPath) CheckShape(in, out int) error {
	if shaped, ok := l.Network.(Shaped); ok {
		return shaped.CheckShape(in, out)
	}
	return nil
}

// Initialize draws A [out, in] and b [out, 1], then the parameters of g.
func (l *LinearPath) Initialize(in, out int, rng *rand.Rand) []Parameter {
	bound, _ := Initialization("pytorch").bounds(in, out)
	paths := []Parameter{uniform("linear", bound, rng, out, in)}
	if l.Radial {
		radial := Parameter{Name: "radial", Dimensions: []int{out, 1}, Values: make([]float32, out)}
		if out == 1 {
			clear(paths[0].Values)
			radial.Values[0] = 1
		}
		paths = append(paths, radial)
	}
	return append(paths, l.Network.Initialize(in, out, rng)...)
}

// Bind implements Network.
func (l *LinearPath) Bind(parameters []*graph.Node) Function {
	f := &linearPath{matrix: parameters[0]}
	if l.Radial {
		f.slope, parameters = parameters[1], parameters[1:]
	}
	f.beside = l.Network.Bind(parameters[1:])
	return f
}

type linearPath struct {
	matrix, slope *graph.Node // A [out, in], and b [out, 1] or nil
	beside        Function
}

// radius is sqrt(|x|^2 + n/10) [batch, 1].
func radius(x *graph.Node) *graph.Node {
	n := float64(x.Shape().Dimensions[1])
	return graph.Sqrt(graph.AddScalar(graph.ReduceAndKeep(graph.Mul(x, x), graph.ReduceSum, 1), n/10))
}

// Apply implements Function.
func (f *linearPath) Apply(x *graph.Node) *graph.Node {
	y := graph.Add(f.beside.Apply(x), product(x, f.matrix))
	if f.slope != nil {
		y = graph.Add(y, f.cone(radius(x), x.Shape().Dimensions[1]))
	}
	return y
}

// cone is the radial path of points of R^n.
func (f *linearPath) cone(radius *graph.Node, n int) *graph.Node {
	return product(graph.AddScalar(radius, -math.Sqrt(1.1*float64(n))), f.slope)
}

// Linearize implements Function.
func (f *linearPath) Linearize(x *graph.Node) (*graph.Node, autodiff.Linear) {
	value, derivative := f.beside.Linearize(x)
	value = graph.Add(value, product(x, f.matrix))
	if f.slope == nil {
		return value, autodiff.Linear{
			JVP: func(tangent *graph.Node) *graph.Node {
				return graph.Add(derivative.JVP(tangent), product(tangent, f.matrix))
			},
			VJP: func(cotangent *graph.Node) *graph.Node {
				return graph.Add(derivative.VJP(cotangent), transposedProduct(cotangent, f.matrix))
			},
		}
	}
	r := radius(x)
	outward := graph.Div(x, r)
	return graph.Add(value, f.cone(r, x.Shape().Dimensions[1])), autodiff.Linear{
		JVP: func(tangent *graph.Node) *graph.Node {
			along := graph.ReduceAndKeep(graph.Mul(outward, tangent), graph.ReduceSum, 1)
			return graph.Add(derivative.JVP(tangent), graph.Add(product(tangent, f.matrix), product(along, f.slope)))
		},
		VJP: func(cotangent *graph.Node) *graph.Node {
			along := graph.Mul(outward, transposedProduct(cotangent, f.slope))
			return graph.Add(derivative.VJP(cotangent), graph.Add(transposedProduct(cotangent, f.matrix), along))
		},
	}
}

// transposedProduct is y [batch, out] times weights [out, in].
func transposedProduct(y, weights *graph.Node) *graph.Node {
	return product(y, graph.Transpose(weights, 0, 1))
}

// Cost implements Costed.
func (l *LinearPath) Cost(in, out int) Cost {
	cost := CostOf(l.Network, in, out)
	cost.Setting = "network." + cost.Setting
	cost.Parameters += float64(in) * float64(out)
	if l.Radial {
		cost.Parameters += float64(out)
	}
	cost.Activations += float64(2*out + in)
	return cost
}

var (
	_ Shaped = (*LinearPath)(nil)
	_ Costed = (*LinearPath)(nil)
)
