package loss_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/loss"
	"ebim/framework/network"
	"ebim/framework/network/networktest"
)

// The energy |x|^2 is 1 and 4 at the data, 0 and 9 at the samples.
func TestContrastiveByHand(t *testing.T) {
	l := loss.Contrastive{MagnitudeWeight: 0.1}
	got := values(t, func(in []*graph.Node) (*graph.Node, []*graph.Node) {
		return l.Value(networktest.Formula(networktest.Square), loss.EnergyInputs{Data: in[0], Samples: in[1]})
	}, networktest.Matrix([]float64{1, 0}, []float64{0, 2}), networktest.Matrix([]float64{0, 0}, []float64{3, 0}))
	check(t, got, []float64{2.5 - 4.5 + 0.1*(8.5+40.5), 2.5, 4.5})
}

func TestContrastiveGradients(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 1))
	n := &network.MLP{Hidden: []int{5}, Activation: "softplus"}
	parameters := networktest.Parameters(n.Initialize(3, 1, rng))
	count := len(parameters)
	l := loss.Contrastive{MagnitudeWeight: 0.4}
	networktest.CheckGradient(t, func(in []*graph.Node) *graph.Node {
		total, _ := l.Value(n.Bind(in[:count]), loss.EnergyInputs{Data: in[count], Samples: in[count+1]})
		return total
	}, append(parameters, networktest.Normal(rng, 6, 3), networktest.Normal(rng, 6, 3))...)
}

// encode is x to (x, 2, -1): mean x in R^2, and log variances 2 and -1 whatever x.
var encode = networktest.Formula(func(x *graph.Node) *graph.Node {
	constant := func(v float64) *graph.Node {
		return graph.AddScalar(graph.MulScalar(networktest.Coordinate(x, 0), 0), v)
	}
	return networktest.Join(networktest.Coordinate(x, 0), networktest.Coordinate(x, 1), constant(2), constant(-1))
})

// decode is z to (z, z_0 + z_1).
var decode = networktest.Formula(func(z *graph.Node) *graph.Node {
	return networktest.Join(networktest.Coordinate(z, 0), networktest.Coordinate(z, 1),
		networktest.Combination(z, []float64{1, 1}))
})

// KL(N(mu, s^2) || N(0, 1)) = (mu^2 + s^2 - 1 - log s^2)/2 in each coordinate.
func TestVAEByHand(t *testing.T) {
	l := loss.VAE{KLWeight: 0.25}
	x, noise := []float64{1, -2, 0.5}, []float64{0.5, -1}
	got := values(t, func(in []*graph.Node) (*graph.Node, []*graph.Node) {
		return l.Value(encode, decode, loss.AutoencoderInputs{Data: in[0], Normal: in[1]})
	}, networktest.Matrix(x), networktest.Matrix(noise))
	z0, z1 := x[0]+math.Exp(1)*noise[0], x[1]+math.Exp(-0.5)*noise[1]
	reconstruction := math.Pow(z0-x[0], 2) + math.Pow(z1-x[1], 2) + math.Pow(z0+z1-x[2], 2)
	divergence := (1+math.Exp(2)-1-2)/2 + (4+math.Exp(-1)-1+1)/2
	check(t, got, []float64{reconstruction + 0.25*divergence, reconstruction, divergence})
	if got := l.EncoderOutputs(3); got != 6 {
		t.Errorf("an encoder to R^3 has %d outputs, want a mean and a log variance each: 6", got)
	}
	code := networktest.Evaluate(t, func(in []*graph.Node) []*graph.Node {
		return []*graph.Node{l.Code(encode.Apply(in[0]))}
	}, networktest.Matrix(x))[0]
	check(t, code.Data, []float64{1, -2})
}

func TestReconstructionByHand(t *testing.T) {
	l := loss.Reconstruction{}
	got := values(t, func(in []*graph.Node) (*graph.Node, []*graph.Node) {
		halve := networktest.Formula(func(x *graph.Node) *graph.Node { return graph.MulScalar(x, 0.5) })
		return l.Value(halve, halve, loss.AutoencoderInputs{Data: in[0]})
	}, networktest.Matrix([]float64{4, 0}, []float64{0, 8}))
	check(t, got, []float64{(9 + 36) / 2.0})
	if l.Needs().Normal || l.EncoderOutputs(3) != 3 {
		t.Error("a plain autoencoder takes no noise and encodes R^3 to three outputs")
	}
}

func TestAutoencoderGradients(t *testing.T) {
	n := &network.MLP{Hidden: []int{4}, Activation: "tanh"}
	for _, l := range []loss.Autoencoder{&loss.Reconstruction{}, &loss.VAE{KLWeight: 0.3}} {
		rng := rand.New(rand.NewPCG(3, 1))
		encoder := networktest.Parameters(n.Initialize(3, l.EncoderOutputs(2), rng))
		decoder := networktest.Parameters(n.Initialize(2, 3, rng))
		arrays := append(append(encoder, decoder...), networktest.Normal(rng, 5, 3))
		if l.Needs().Normal {
			arrays = append(arrays, networktest.Normal(rng, 5, 2))
		}
		networktest.CheckGradient(t, func(in []*graph.Node) *graph.Node {
			half := len(encoder)
			total, _ := l.Value(n.Bind(in[:half]), n.Bind(in[half:2*half]),
				loss.AutoencoderInputs{Data: in[2*half], Normal: in[len(in)-1]})
			return total
		}, arrays...)
	}
}

// What a loss reports must be what it names.
func TestTermsMatchTheirNames(t *testing.T) {
	circle, square := networktest.Sphere(2, 1).Formula, networktest.Formula(networktest.Square)
	first := networktest.Formula(func(x *graph.Node) *graph.Node { return networktest.Coordinate(x, 0) })
	for _, test := range []struct {
		loss  interface{ Terms() []string }
		value func(x *graph.Node) (*graph.Node, []*graph.Node)
	}{
		{&loss.Implicit{}, func(x *graph.Node) (*graph.Node, []*graph.Node) {
			return (&loss.Implicit{}).Value(circle, loss.ManifoldInputs{Data: x, Negatives: x, Cotangents: first(x)})
		}},
		{&loss.Implicit{BoundaryWeight: 1}, func(x *graph.Node) (*graph.Node, []*graph.Node) {
			return (&loss.Implicit{}).Value(circle, loss.ManifoldInputs{Data: x, Boundary: x, Cotangents: first(x)})
		}},
		{&loss.Contrastive{}, func(x *graph.Node) (*graph.Node, []*graph.Node) {
			return (&loss.Contrastive{}).Value(circle, loss.EnergyInputs{Data: x, Samples: x})
		}},
		{&loss.Reconstruction{}, func(x *graph.Node) (*graph.Node, []*graph.Node) {
			return (&loss.Reconstruction{}).Value(square, encodeBack, loss.AutoencoderInputs{Data: x})
		}},
		{&loss.VAE{}, func(x *graph.Node) (*graph.Node, []*graph.Node) {
			twice := networktest.Formula(func(x *graph.Node) *graph.Node { return x })
			return (&loss.VAE{}).Value(twice, encodeBack, loss.AutoencoderInputs{Data: x, Normal: first(x)})
		}},
	} {
		got := values(t, func(in []*graph.Node) (*graph.Node, []*graph.Node) { return test.value(in[0]) },
			networktest.Matrix([]float64{1, 2}))
		if len(got)-1 != len(test.loss.Terms()) {
			t.Errorf("%T reports %d terms and names %v", test.loss, len(got)-1, test.loss.Terms())
		}
	}
}

// encodeBack is a decoder from R^1 to R^2.
var encodeBack = networktest.Formula(func(z *graph.Node) *graph.Node { return networktest.Join(z, z) })
