package network

import (
	"fmt"
	"math/rand/v2"

	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/autodiff"
	"ebim/framework/config"
)

// Residual is what a network g: R^n -> R^n leaves of its input x, in fixed orthonormal coordinates,
//
//	F(x) = Q (x - g(x)),  Q Q^T = I.
//
// Where g is the nearest point of a manifold, J^T F is the displacement from it. So g learns to clean x, which
// networks of images are made for, and F has the full slope far from the data, where g is constant.
type Residual struct {
	Network Network `yaml:"network" default:"mlp" doc:"architecture of g, from the data's space to itself"`
}

// CheckShape implements Shaped.
func (r *Residual) CheckShape(in, out int) error {
	if out > in {
		return &config.FieldError{Found: fmt.Sprintf("%d outputs of points of %d numbers", out, in),
			Allowed: fmt.Sprintf("at most %d", in)}
	}
	return checkShape(r.Network, in, in)
}

// Initialize draws Q [out, in], then the parameters of g.
func (r *Residual) Initialize(in, out int, rng *rand.Rand) []Parameter {
	q := Parameter{Name: "coordinates", Dimensions: []int{out, in}, Frozen: true}
	for _, row := range orthonormal(out, in, rng) {
		q.Values = append(q.Values, float32s(row)...)
	}
	return append([]Parameter{q}, r.Network.Initialize(in, in, rng)...)
}

// Bind implements Network.
func (r *Residual) Bind(parameters []*graph.Node) Function { return r.bind(parameters) }

func (r *Residual) bind(parameters []*graph.Node) InTurn {
	return InTurn{First: left{r.Network.Bind(parameters[1:])}, Second: linear{parameters[0]}}
}

// left is x - g(x).
type left struct{ Function }

func (f left) Apply(x *graph.Node) *graph.Node { return graph.Sub(x, f.Function.Apply(x)) }

func (f left) Linearize(x *graph.Node) (*graph.Node, autodiff.Linear) {
	y, inner := f.Function.Linearize(x)
	return graph.Sub(x, y), autodiff.Linear{
		JVP: func(tangent *graph.Node) *graph.Node { return graph.Sub(tangent, inner.JVP(tangent)) },
		VJP: func(cotangent *graph.Node) *graph.Node { return graph.Sub(cotangent, inner.VJP(cotangent)) },
	}
}

// Cost implements Costed.
func (r *Residual) Cost(in, out int) Cost {
	cost := CostOf(r.Network, in, in)
	cost.Setting = "network." + cost.Setting
	cost.Parameters += float64(in) * float64(out)
	cost.Activations += float64(3*in + out)
	return cost
}

var (
	_ Shaped = (*Residual)(nil)
	_ Costed = (*Residual)(nil)
)
