package conformance_test

import (
	"math/rand/v2"
	"testing"

	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/loss"
	"ebim/framework/network"
	"ebim/framework/network/networktest"
)

// Gradients of the project's losses by all parameters of networks whose arrays are longer than the blocks that loops
// work on; small networks are checked where losses are.
func TestGradientsOfModels(t *testing.T) {
	const batch, dimension = 37, 3
	net := func(activation network.Activation) *network.MLP {
		return &network.MLP{Hidden: []int{32, 33}, Activation: activation}
	}
	rng := rand.New(rand.NewPCG(3, 1))
	x, y, u := networktest.Normal(rng, batch, dimension), networktest.Normal(rng, batch, dimension),
		networktest.Normal(rng, batch, 2)

	t.Run("implicit", func(t *testing.T) {
		n := net("silu")
		parameters := networktest.Parameters(n.Initialize(dimension, 2, rng))
		l := loss.Implicit{NegativeWeight: 0.3, SquaredNormWeight: 1, RankWeight: 10, MinSingularValue: 1,
			PositiveNorm: "l2", NegativeNorm: "l2"}
		networktest.CheckGradient(t, func(in []*graph.Node) *graph.Node {
			f, rest := n.Bind(in[:len(parameters)]), in[len(parameters):]
			total, _ := l.Value(f, loss.ManifoldInputs{Data: rest[0], Negatives: rest[1], Cotangents: rest[2]})
			return total
		}, append(parameters, x, y, u)...)
	})
	t.Run("contrastive", func(t *testing.T) {
		n := net("tanh")
		parameters := networktest.Parameters(n.Initialize(dimension, 1, rng))
		l := loss.Contrastive{MagnitudeWeight: 0.3}
		networktest.CheckGradient(t, func(in []*graph.Node) *graph.Node {
			energy, rest := n.Bind(in[:len(parameters)]), in[len(parameters):]
			// Two steps of gradient descent, through which the gradient passes.
			samples := rest[1]
			for range 2 {
				slope := graph.Gradient(graph.ReduceAllSum(energy.Apply(samples)), samples)[0]
				samples = graph.Sub(samples, graph.MulScalar(slope, 0.5))
			}
			total, _ := l.Value(energy, loss.EnergyInputs{Data: rest[0], Samples: samples})
			return total
		}, append(parameters, x, y)...)
	})
	t.Run("autoencoder", func(t *testing.T) {
		encoder, decoder := net("softplus"), net("silu")
		parameters := networktest.Parameters(append(encoder.Initialize(dimension, 1, rng),
			decoder.Initialize(1, dimension, rng)...))
		networktest.CheckGradient(t, func(in []*graph.Node) *graph.Node {
			half := len(parameters) / 2
			total, _ := (&loss.Reconstruction{}).Value(encoder.Bind(in[:half]), decoder.Bind(in[half:2*half]),
				loss.AutoencoderInputs{Data: in[2*half]})
			return total
		}, append(parameters, x)...)
	})
}
