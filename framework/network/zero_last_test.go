package network_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/network"
	"ebim/framework/network/networktest"
)

// A network of zero_last starts as 0, with a derivative of 0 by its input, and can be trained: its last layer has
// derivatives. Its other layers are as by default.
func TestZeroLastStartsAsZero(t *testing.T) {
	for name, n := range map[string]network.Network{
		"mlp":      &network.MLP{Hidden: []int{5, 4}, Activation: "silu", Initialization: "zero_last"},
		"no layer": &network.MLP{Activation: "silu", Initialization: "zero_last"},
		"features": &network.FourierMLP{Features: 4, Scales: []float64{1}, Hidden: []int{5}, Activation: "silu",
			Initialization: "zero_last"},
	} {
		t.Run(name, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(7, 1))
			parameters := n.Initialize(inputs, outputs, rng)
			count := len(parameters)
			got := networktest.Bound(t, n, func(f network.Function, in []*graph.Node) []*graph.Node {
				y, linear := f.Linearize(in[0])
				return []*graph.Node{y, linear.JVP(in[0])}
			}, parameters, networktest.Normal(rng, 6, inputs))
			for k, what := range []string{"value", "derivative"} {
				if slices.ContainsFunc(got[k].Data, func(v float64) bool { return v != 0 }) {
					t.Errorf("its %s is %v", what, got[k].Data)
				}
			}
			gradients := networktest.Evaluate(t, func(in []*graph.Node) []*graph.Node {
				y := n.Bind(in[:count]).Apply(in[count])
				return graph.Gradient(graph.ReduceAllSum(graph.Square(graph.AddScalar(y, 1))), in[count-2:count]...)
			}, append(networktest.Parameters(parameters), networktest.Normal(rng, 6, inputs))...)
			for k, gradient := range gradients {
				if !slices.ContainsFunc(gradient.Data, func(v float64) bool { return v > 0 || v < 0 }) {
					t.Errorf("the gradient by %s is %v", parameters[count-2+k].Name, gradient.Data)
				}
			}
		})
	}
	zero := (&network.MLP{Hidden: []int{5, 4}, Initialization: "zero_last"}).Initialize(3, 2,
		rand.New(rand.NewPCG(7, 1)))
	plain := (&network.MLP{Hidden: []int{5, 4}, Initialization: "pytorch"}).Initialize(3, 2,
		rand.New(rand.NewPCG(7, 1)))
	if !slices.Equal(network.Flatten(zero[:4]), network.Flatten(plain[:4])) {
		t.Error("the other layers differ from the default's")
	}
}
