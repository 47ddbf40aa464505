package autoencoder

import (
	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/autodiff"
	"ebim/framework/network"
	"ebim/framework/support/image"
)

// reconstructionError is the energy of a normalized autoencoder of an encoder g and a decoder f,
//
//	E(x) = |x - f(g(x))|^2 / (n T)
type reconstructionError struct {
	there  network.Function // f . g
	factor float64          // 1/(n T)
}

func (e reconstructionError) Apply(x *graph.Node) *graph.Node {
	return e.of(graph.Sub(x, e.there.Apply(x)))
}

// of is the energy of residuals [batch, n], as [batch, 1].
func (e reconstructionError) of(residual *graph.Node) *graph.Node {
	return graph.MulScalar(network.Column(graph.ReduceSum(graph.Mul(residual, residual), 1)), e.factor)
}

func (e reconstructionError) Linearize(x *graph.Node) (*graph.Node, autodiff.Linear) {
	made, derivative := e.there.Linearize(x)
	residual := graph.Sub(x, made)
	scaled := graph.MulScalar(residual, 2*e.factor)
	return e.of(residual), autodiff.Linear{
		JVP: func(tangent *graph.Node) *graph.Node {
			return network.Column(graph.ReduceSum(graph.Mul(scaled, graph.Sub(tangent, derivative.JVP(tangent))), 1))
		},
		VJP: func(cotangent *graph.Node) *graph.Node {
			weighted := graph.Mul(scaled, cotangent)
			return graph.Sub(weighted, derivative.VJP(weighted))
		},
	}
}

// normalizedBy are functions of the same parameters, those of a pair's encoder and decoder: the energy at points of
// the data's space, the energy at images of codes, and the decoder.
type normalizedBy struct{ energy, latent, decoder network.Trained }

// normalizedOf is that of a pair whose codes are its encoder's outputs, for data in R^ambient.
func normalizedOf(p image.Pair, ambient int, temperature float64) normalizedBy {
	made := func(combine func(encoder, decoder network.Function,
		e reconstructionError) network.Function) network.Trained {
		return network.Compose(func(f []network.Function) network.Function {
			there := network.InTurn{First: f[0], Second: f[1]}
			return combine(f[0], f[1], reconstructionError{there, 1 / (float64(ambient) * temperature)})
		}, p.Encoder, p.Decoder)
	}
	return normalizedBy{
		energy: made(func(_, _ network.Function, e reconstructionError) network.Function { return e }),
		latent: made(func(_, decoder network.Function, e reconstructionError) network.Function {
			return network.InTurn{First: decoder, Second: e}
		}),
		decoder: made(func(_, decoder network.Function, _ reconstructionError) network.Function { return decoder }),
	}
}
