package network_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/network"
	"ebim/framework/network/networktest"
)

// With no hidden layer the network is linear in its features, so weights of 1 and 0 show each of them.
func TestFourierFeatures(t *testing.T) {
	const in, features = 2, 3
	n := &network.FourierMLP{Features: features, Scales: []float64{2}, IncludeInput: true, Hidden: []int{},
		Activation: "silu", Initialization: "pytorch"}
	parameters := n.Initialize(in, 2*features+in, rand.New(rand.NewPCG(5, 1)))
	weights, biases := parameters[1].Values, parameters[2].Values
	clear(weights)
	clear(biases)
	for i := range biases {
		weights[i*len(biases)+i] = 1
	}
	x := []float64{0.3, -0.7}
	got := networktest.Bound(t, n, func(f network.Function, in []*graph.Node) []*graph.Node {
		return []*graph.Node{f.Apply(in[0])}
	}, parameters, networktest.Matrix(x))
	want := make([]float64, 2*features, 2*features+in)
	for k := range features {
		angle := 0.0
		for j, v := range x {
			angle += float64(parameters[0].Values[k*in+j]) * v
		}
		want[k], want[features+k] = math.Sin(angle), math.Cos(angle)
	}
	networktest.Near(t, "the features and the input", got[0], networktest.Matrix(append(want, x...)), 1e-12)
}

// The mean product of two points' features is exp(-scale^2 |x - y|^2 / 2).
func TestFourierScaleIsOneOverTheLength(t *testing.T) {
	const scale, features = 3.0, 100000
	n := &network.FourierMLP{Features: features, Scales: []float64{scale}, Hidden: []int{1}, Activation: "silu",
		Initialization: "pytorch"}
	frequencies := n.Initialize(2, 1, rand.New(rand.NewPCG(6, 1)))[0].Values
	for _, offset := range [][2]float64{{0, 0.1}, {0.2, -0.1}, {0.3, 0.4}, {1, 1}} {
		mean := 0.0
		for k := range features {
			mean += math.Cos(float64(frequencies[2*k])*offset[0]+float64(frequencies[2*k+1])*offset[1]) / features
		}
		square := offset[0]*offset[0] + offset[1]*offset[1]
		// The mean of 1e5 cosines has a standard deviation below 0.0023; five of them.
		if want := math.Exp(-scale * scale * square / 2); math.Abs(mean-want) > 0.012 {
			t.Errorf("at %v the mean product is %v, want %v", offset, mean, want)
		}
	}
}

// With several scales every frequency has the next one, in turns.
func TestFourierScalesTakeTurns(t *testing.T) {
	const features, in = 30000, 2
	scales := []float64{0.1, 1, 10}
	n := &network.FourierMLP{Features: features, Scales: scales, Hidden: []int{1}, Activation: "silu",
		Initialization: "pytorch"}
	squares := make([]float64, len(scales))
	for i, v := range n.Initialize(in, 1, rand.New(rand.NewPCG(8, 1)))[0].Values {
		squares[i/in%len(scales)] += float64(v) * float64(v) * float64(len(scales)) / (features * in)
	}
	for k, scale := range scales {
		// The mean square of 20000 normal numbers has a relative deviation of 0.01; five of them.
		if math.Abs(squares[k]/(scale*scale)-1) > 0.05 {
			t.Errorf("the frequencies of scale %v have the mean square %v", scale, squares[k])
		}
	}
}

func TestOnlyFrequenciesAreFrozen(t *testing.T) {
	n := &network.FourierMLP{Features: 2, Scales: []float64{1}, Hidden: []int{1}, Activation: "silu",
		Initialization: "pytorch"}
	// 2 x 3 frequencies, then layers of (4 + 1) and (1 + 1) numbers.
	want := append(make([]bool, 6), true, true, true, true, true, true, true)
	if got := network.Trainable(n.Initialize(3, 1, rand.New(rand.NewPCG(7, 1)))); !slices.Equal(got, want) {
		t.Errorf("trained are %v, want %v", got, want)
	}
}
