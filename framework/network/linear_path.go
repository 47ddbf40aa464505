package network

import (
	"math"
	"math/rand/v2"

	"github.com/gomlx/gomlx/pkg/core/graph"
	"gonum.org/v1/gonum/floats"

	"ebim/framework/autodiff"
)

// LinearPath is a network g beside paths that say how the function behaves far from the data, where g hardly learns it,
//
//	g(k x) + A x + b (sqrt(|x|^2 + n/10) - sqrt(n + n/10)),  k = min(1, sqrt(3/n)),
//
// with A and b trained, for standardized points x of R^n: of mean 0 and mean squared coordinate 1, so that |k x| is about the same in
// all dimensions from three on. The linear path measures the coordinates in which a manifold does not extend, most of them in many
// dimensions. The radial path is a cone, rounded at the origin, whose zeros are a sphere through the bulk of the data. A function of
// one output starts from that sphere, so that it has one sign far from the data and the other within; of more outputs, the columns of
// (A, b) start orthonormal.
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
	linear := Parameter{Name: "linear", Dimensions: []int{out, in}, Values: make([]float32, out*in)}
	if !l.Radial {
		for i, row := range orthonormal(out, in, rng) {
			copy(linear.Values[i*in:], row)
		}
		return append([]Parameter{linear}, l.Network.Initialize(in, out, rng)...)
	}
	radial := Parameter{Name: "radial", Dimensions: []int{out, 1}, Values: make([]float32, out)}
	if out == 1 {
		radial.Values[0] = 1
	} else {
		for i, row := range orthonormal(out, in+1, rng) {
			copy(linear.Values[i*in:(i+1)*in], row)
			radial.Values[i] = row[in]
		}
	}
	return append([]Parameter{linear, radial}, l.Network.Initialize(in, out, rng)...)
}

// orthonormal draws unit vectors of R^n; each is orthogonal to the n-1 before it.
func orthonormal(count, n int, rng *rand.Rand) [][]float32 {
	var drawn [][]float64
	rows := make([][]float32, count)
	for i := range rows {
		row := make([]float64, n)
		for floats.Norm(row, 2) < 1e-3 { // else it lost its digits; hardly ever
			for j := range row {
				row[j] = rng.NormFloat64()
			}
			for _, other := range drawn[max(0, i-n+1):] {
				floats.AddScaled(row, -floats.Dot(row, other), other)
			}
		}
		floats.Scale(1/floats.Norm(row, 2), row)
		drawn = append(drawn, row)
		for _, v := range row {
			rows[i] = append(rows[i], float32(v))
		}
	}
	return rows
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

// shrink is k, by which the network sees points of R^n.
func shrink(n int) float64 { return min(1, math.Sqrt(3/float64(n))) }

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
	y := graph.Add(f.beside.Apply(graph.MulScalar(x, shrink(x.Shape().Dimensions[1]))), product(x, f.matrix))
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
	k := shrink(x.Shape().Dimensions[1])
	value, inner := f.beside.Linearize(graph.MulScalar(x, k))
	value = graph.Add(value, product(x, f.matrix))
	derivative := autodiff.Linear{
		JVP: func(tangent *graph.Node) *graph.Node { return graph.MulScalar(inner.JVP(tangent), k) },
		VJP: func(cotangent *graph.Node) *graph.Node { return graph.MulScalar(inner.VJP(cotangent), k) },
	}
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
