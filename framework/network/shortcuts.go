package network

import (
	"math"
	"math/rand/v2"

	"github.com/gomlx/gomlx/core/graph"
	"gonum.org/v1/gonum/floats"

	"ebim/framework/autodiff"
	"ebim/framework/points"
)

// Shortcuts is a network g beside paths that lead from its input x, a standardized point of R^n (of mean 0 and mean
// squared coordinate 1), to its output without it,
//
//	g(k x) + A x + b (sqrt(|x|^2 + n/10) - sqrt(n + n/10)) + B (U x)^2,  k = min(1, sqrt(3/n)),
//
// with A, b, B and U trained, and |k x| about the same in all dimensions from three on. They say how the function
// behaves far from the data, where g hardly learns it. The linear path measures the coordinates in which a manifold
// does not extend, most of them in many dimensions. The radial path is a cone, rounded at the origin, whose zeros are
// a sphere through the bulk of the data: a function of one output starts from that sphere, so that it has one sign far
// from the data and the other within; of more outputs, the columns of (A, b) start orthonormal. The squares make
// quadrics of few parameters, such as products of circles; B starts at 0.
type Shortcuts struct {
	Network Network `yaml:"network" default:"mlp" doc:"architecture of g"`
	Radial  bool    `yaml:"radial" default:"true" doc:"whether there is the radial path beside the linear one"`
	Squares int     `yaml:"squares" default:"0" range:"[0, 65536]" draft:"4" doc:"rows of U: squares beside the linear path; 0 for none"`
}

// CheckShape implements Shaped.
func (l *Shortcuts) CheckShape(in, out int) error { return checkShape(l.Network, in, out) }

// Initialize draws A [out, in], b [out, 1], U [squares, in] and B [out, squares], as far as there are such paths, then
// the parameters of g.
func (l *Shortcuts) Initialize(in, out int, rng *rand.Rand) []Parameter {
	linear, radial, width := zeros("linear", out, in), zeros("radial", out, 1), in
	if l.Radial {
		width++
	}
	if l.Radial && out == 1 {
		radial.Values[0] = 1
	} else {
		for i, row := range orthonormal(out, width, rng) {
			single := float32s(row)
			copy(linear.Values[i*in:(i+1)*in], single)
			copy(radial.Values[i:i+1], single[in:])
		}
	}
	paths := []Parameter{linear}
	if l.Radial {
		paths = append(paths, radial)
	}
	if l.Squares > 0 {
		directions := zeros("directions", l.Squares, in)
		for i := range directions.Values {
			directions.Values[i] = float32(rng.NormFloat64() / math.Sqrt(float64(in)))
		}
		paths = append(paths, directions, zeros("squares", out, l.Squares))
	}
	return append(paths, l.Network.Initialize(in, out, rng)...)
}

// orthonormal draws unit vectors of R^n; each is orthogonal to the n-1 before it.
func orthonormal(count, n int, rng *rand.Rand) [][]float64 {
	rows := make([][]float64, count)
	for i := range rows {
		row := make([]float64, n)
		for floats.Norm(row, 2) < 1e-3 { // else it lost its digits; hardly ever
			for j := range row {
				row[j] = rng.NormFloat64()
			}
			for _, other := range rows[max(0, i-n+1):i] {
				floats.AddScaled(row, -floats.Dot(row, other), other)
			}
		}
		floats.Scale(1/floats.Norm(row, 2), row)
		rows[i] = row
	}
	return rows
}

// Bind implements Network.
func (l *Shortcuts) Bind(parameters []*graph.Node) Function {
	paths := []Function{linear{parameters[0]}}
	parameters = parameters[1:]
	if l.Radial {
		paths, parameters = append(paths, radial{parameters[0]}), parameters[1:]
	}
	if l.Squares > 0 {
		paths, parameters = append(paths, squares{parameters[0], parameters[1]}), parameters[2:]
	}
	return sum(append(paths, shrunk{l.Network.Bind(parameters)}))
}

// linear is A x.
type linear struct{ matrix *graph.Node }

func (f linear) Apply(x *graph.Node) *graph.Node { return product(x, f.matrix) }

func (f linear) Linearize(x *graph.Node) (*graph.Node, autodiff.Linear) {
	return f.Apply(x), autodiff.Linear{JVP: f.Apply,
		VJP: func(cotangent *graph.Node) *graph.Node { return transposedProduct(cotangent, f.matrix) }}
}

// transposedProduct is y [batch, out] times weights [out, in].
func transposedProduct(y, weights *graph.Node) *graph.Node {
	return product(y, graph.Transpose(weights, 0, 1))
}

// radial is b (sqrt(|x|^2 + n/10) - sqrt(n + n/10)).
type radial struct{ slope *graph.Node }

// radius is sqrt(|x|^2 + n/10) [batch, 1].
func radius(x *graph.Node) *graph.Node {
	n := float64(x.Shape().Dimensions[1])
	return graph.Sqrt(graph.AddScalar(graph.ReduceAndKeep(graph.Mul(x, x), graph.ReduceSum, 1), n/10))
}

func (f radial) Apply(x *graph.Node) *graph.Node {
	y, _ := f.Linearize(x)
	return y
}

func (f radial) Linearize(x *graph.Node) (*graph.Node, autodiff.Linear) {
	r := radius(x)
	outward := graph.Div(x, r)
	return product(graph.AddScalar(r, -math.Sqrt(1.1*float64(x.Shape().Dimensions[1]))), f.slope), autodiff.Linear{
		JVP: func(tangent *graph.Node) *graph.Node {
			return product(graph.ReduceAndKeep(graph.Mul(outward, tangent), graph.ReduceSum, 1), f.slope)
		},
		VJP: func(cotangent *graph.Node) *graph.Node {
			return graph.Mul(outward, transposedProduct(cotangent, f.slope))
		},
	}
}

// squares is B (U x)^2.
type squares struct{ directions, weights *graph.Node }

func (f squares) Apply(x *graph.Node) *graph.Node {
	u := product(x, f.directions)
	return product(graph.Mul(u, u), f.weights)
}

func (f squares) Linearize(x *graph.Node) (*graph.Node, autodiff.Linear) {
	u := product(x, f.directions)
	twice := graph.MulScalar(u, 2)
	return product(graph.Mul(u, u), f.weights), autodiff.Linear{
		JVP: func(tangent *graph.Node) *graph.Node {
			return product(graph.Mul(twice, product(tangent, f.directions)), f.weights)
		},
		VJP: func(cotangent *graph.Node) *graph.Node {
			return transposedProduct(graph.Mul(twice, transposedProduct(cotangent, f.weights)), f.directions)
		},
	}
}

// shrunk is g(k x).
type shrunk struct{ Function }

func (f shrunk) Apply(x *graph.Node) *graph.Node {
	return f.Function.Apply(graph.MulScalar(x, shrink(x.Shape().Dimensions[1])))
}

func (f shrunk) Linearize(x *graph.Node) (*graph.Node, autodiff.Linear) {
	k := shrink(x.Shape().Dimensions[1])
	y, inner := f.Function.Linearize(graph.MulScalar(x, k))
	return y, autodiff.Linear{
		JVP: func(tangent *graph.Node) *graph.Node { return graph.MulScalar(inner.JVP(tangent), k) },
		VJP: func(cotangent *graph.Node) *graph.Node { return graph.MulScalar(inner.VJP(cotangent), k) },
	}
}

// shrink is k, by which the network sees points of R^n.
func shrink(n int) float64 { return min(1, math.Sqrt(3/float64(n))) }

// Cost implements Costed.
func (l *Shortcuts) Cost(in, out int) Cost {
	cost := CostOf(l.Network, in, out)
	cost.Setting = "network." + cost.Setting
	cost.Parameters += float64(in) * float64(out)
	if l.Radial {
		cost.Parameters += float64(out)
	}
	cost.Parameters += float64(l.Squares) * float64(in+out)
	cost.Activations += float64(3*out + in + 3*l.Squares)
	return cost
}

var (
	_ Shaped = (*Shortcuts)(nil)
	_ Costed = (*Shortcuts)(nil)
)

// float32s are values in single precision.
func float32s(values []float64) []float32 { return (&points.Set{Dim: 1, Data: values}).Float32() }
