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

// first is the energy x_0.
var first = networktest.Formula(func(x *graph.Node) *graph.Node { return networktest.Coordinate(x, 0) })

var plane = loss.Support{Dimension: 2, Ambient: 2}

// A decaying magnitude penalty is multiplied by its factor, which goes from 1 to the end value geometrically.
func TestContrastiveDecay(t *testing.T) {
	l := loss.Contrastive{MagnitudeWeight: 0.1, MagnitudeDecay: number(0.01)}
	got := values(t, func(in []*graph.Node) (*graph.Node, []*graph.Node) {
		return l.Value(networktest.Formula(networktest.Square),
			loss.EnergyInputs{Data: in[0], Samples: in[1], Factor: in[2]})
	}, networktest.Matrix([]float64{1, 0}, []float64{0, 2}), networktest.Matrix([]float64{0, 0}, []float64{3, 0}),
		networktest.Array{Data: []float64{0.25}})
	check(t, got, []float64{2.5 - 4.5 + 0.025*(8.5+40.5), 2.5, 4.5})
	factor := l.Needs(loss.Support{}).Factor
	check(t, []float64{factor(0), factor(0.5), factor(1)}, []float64{1, 0.1, 0.01})
	if (&loss.Contrastive{}).Needs(loss.Support{}).Factor != nil {
		t.Error("a penalty without an end value decays")
	}
}

// Weights 2 and 3 at the energies 0 and 4, data at 1 and 3; the largest exponent is far from 0 in the second case.
func TestMeshLikelihoodByHand(t *testing.T) {
	for _, shift := range []float64{0, -5000} {
		l := loss.MeshLikelihood{}
		got := values(t, func(in []*graph.Node) (*graph.Node, []*graph.Node) {
			return l.Value(first, loss.EnergyInputs{Data: in[0], Nodes: in[1], LogWeights: in[2]})
		}, networktest.Matrix([]float64{1}, []float64{3}), networktest.Matrix([]float64{shift}, []float64{shift + 4}),
			networktest.Matrix([]float64{math.Log(2)}, []float64{math.Log(3)}))
		normalizer := math.Log(2+3*math.Exp(-4)) - shift
		check(t, got, []float64{2 + normalizer, 2, normalizer, 0})
	}
}

// On the unit circle the energy x_0 = cos has the tangential gradient sin: at (1, 0) and (0.6, 0.8) 0 and 0.64 when
// squared. In the plane it is 1.
func TestSmoothnessByHand(t *testing.T) {
	l := loss.MeshLikelihood{Smoothness: 0.5}
	if !l.Needs(plane).Quadrature.Draws || (&loss.MeshLikelihood{}).Needs(plane).Quadrature.Draws {
		t.Error("points of the support are wanted if and only if their weight is not 0")
	}
	x := networktest.Matrix([]float64{1, 0}, []float64{0.6, 0.8})
	for _, test := range []struct {
		constraint network.Function
		slope      float64
	}{{networktest.Sphere(2, 1).Formula, 0.32}, {nil, 1}} {
		got := values(t, func(in []*graph.Node) (*graph.Node, []*graph.Node) {
			return l.Value(first, loss.EnergyInputs{Data: in[0], Nodes: in[0], LogWeights: in[1], Draws: in[0],
				Constraint: test.constraint})
		}, x, networktest.Matrix([]float64{0}, []float64{0}))
		normalizer := math.Log(math.Exp(-1) + math.Exp(-0.6))
		check(t, got, []float64{0.8 + normalizer + 0.5*test.slope, 0.8, normalizer, test.slope})
	}
}

func TestCells(t *testing.T) {
	given := 17
	for _, test := range []struct {
		resolution *int
		manifold   bool
		dimension  int
		want       int
	}{{nil, true, 1, 128}, {nil, true, 2, 32}, {nil, false, 1, 512}, {nil, false, 2, 64}, {nil, false, 3, 24},
		{&given, true, 2, 17}} {
		if got := (&loss.MeshLikelihood{Resolution: test.resolution}).Needs(loss.Support{Manifold: test.manifold,
			Dimension: test.dimension}).Quadrature.Cells.Count; got != test.want {
			t.Errorf("%+v: %d cells", test, got)
		}
	}
}

// The cross-entropy of P(data) = 1/(1 + 2 exp(E)) with data at E = 1, noise at E = 0 and 3, and one far out.
func TestNoiseContrastiveByHand(t *testing.T) {
	l := loss.NoiseContrastive{Ratio: 2}
	got := values(t, func(in []*graph.Node) (*graph.Node, []*graph.Node) {
		return l.Value(first, loss.EnergyInputs{Data: in[0], Uniform: in[1]})
	},
		networktest.Matrix([]float64{1}), networktest.Matrix([]float64{0}, []float64{3}))
	isData := func(energy float64) float64 { return 1 / (1 + 2*math.Exp(energy)) }
	data, noise := -math.Log(isData(1)), -math.Log(1-isData(0))-math.Log(1-isData(3))
	check(t, got, []float64{data + noise, data, noise, math.Log((1 + math.Exp(-3)) / 2)})
	far := values(t, func(in []*graph.Node) (*graph.Node, []*graph.Node) {
		return l.Value(first, loss.EnergyInputs{Data: in[0], Uniform: in[1]})
	},
		networktest.Matrix([]float64{1000}), networktest.Matrix([]float64{-2000}, []float64{2000}))
	check(t, far[1:3], []float64{1000 + math.Log(2), 2000 - math.Log(2)})
}

// The minimum over constants added to the energy is where exp(-E) has the mean 1 over the noise, if data follow
// exp(-E).
func TestNoiseContrastiveNormalizes(t *testing.T) {
	l := loss.NoiseContrastive{Ratio: 3}
	slope := func(constant float64) float64 {
		const n = 600
		angles, noise := networktest.Array{Dimensions: []int{n, 1}}, networktest.Array{Dimensions: []int{3 * n, 1}}
		for i := range 3 * n {
			noise.Data = append(noise.Data, (float64(i)+0.5)/(3*n))
		}
		for i := range n { // quantiles of the density 2 (1 - x) on [0, 1]
			angles.Data = append(angles.Data, 1-math.Sqrt(1-(float64(i)+0.5)/n))
		}
		return networktest.Evaluate(t, func(in []*graph.Node) []*graph.Node {
			energy := networktest.Formula(func(x *graph.Node) *graph.Node {
				return graph.Sub(in[2], graph.Log(graph.MulScalar(graph.OneMinus(x), 2)))
			})
			total, _ := l.Value(energy, loss.EnergyInputs{Data: in[0], Uniform: in[1]})
			return graph.Gradient(total, in[2])
		}, angles, noise, networktest.Matrix([]float64{constant}))[0].Data[0]
	}
	if at := slope(0); math.Abs(at) > 1e-3 || slope(-0.1) > -0.01 || slope(0.1) < 0.01 {
		t.Errorf("the loss rises by %v at the normalized energy, %v below and %v above", at, slope(-0.1), slope(0.1))
	}
}

func TestLikelihoodGradients(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 1))
	n := &network.MLP{Hidden: []int{5}, Activation: "silu"}
	parameters := networktest.Parameters(n.Initialize(3, 1, rng))
	count := len(parameters)
	with := func(arrays ...networktest.Array) []networktest.Array {
		return append(append([]networktest.Array(nil), parameters...), arrays...)
	}
	t.Run("mesh likelihood", func(t *testing.T) {
		l := loss.MeshLikelihood{Smoothness: 0.3}
		networktest.CheckGradient(t, func(in []*graph.Node) *graph.Node {
			total, _ := l.Value(n.Bind(in[:count]), loss.EnergyInputs{Data: in[count], Nodes: in[count+1],
				LogWeights: in[count+2], Draws: in[count],
				Constraint: networktest.Sphere(3, 1).Formula})
			return total
		}, with(networktest.Normal(rng, 6, 3), networktest.Normal(rng, 9, 3), networktest.Normal(rng, 9, 1))...)
	})
	t.Run("noise contrastive", func(t *testing.T) {
		l := loss.NoiseContrastive{Ratio: 2}
		networktest.CheckGradient(t, func(in []*graph.Node) *graph.Node {
			total, _ := l.Value(n.Bind(in[:count]), loss.EnergyInputs{Data: in[count], Uniform: in[count+1]})
			return total
		}, with(networktest.Normal(rng, 4, 3), networktest.Normal(rng, 8, 3))...)
	})
}
