package network_test

import (
	"math/rand/v2"
	"testing"

	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/network"
	"ebim/framework/network/networktest"
)

// The function is the mean of its members, which differ.
func TestEnsembleIsTheMean(t *testing.T) {
	n := &network.Ensemble{Members: 3, Network: &network.MLP{Hidden: []int{4}, Activation: "tanh",
		Initialization: "pytorch"}}
	rng := rand.New(rand.NewPCG(9, 1))
	parameters := n.Initialize(inputs, 1, rng)
	got := networktest.Bound(t, n, func(f network.Function, in []*graph.Node) []*graph.Node {
		return []*graph.Node{f.Apply(in[0])}
	}, parameters, networktest.Matrix([]float64{0.3, -1, 2}))
	sum, seen := 0.0, map[float64]bool{}
	for k := range 3 {
		member := networktest.Bound(t, n.Network, func(f network.Function, in []*graph.Node) []*graph.Node {
			return []*graph.Node{f.Apply(in[0])}
		}, parameters[4*k:4*k+4], networktest.Matrix([]float64{0.3, -1, 2}))
		sum += member[0].Data[0]
		seen[member[0].Data[0]] = true
	}
	networktest.Near(t, "the mean of the members", got[0], networktest.Matrix([]float64{sum / 3}), 1e-12)
	if len(seen) != 3 {
		t.Errorf("three members have the values %v", seen)
	}
}
