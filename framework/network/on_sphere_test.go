package network_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/autodiff"
	"ebim/framework/network"
	"ebim/framework/network/networktest"
)

// Outputs have length 1, derivatives are those of the graph, and an output of 0 has neither a direction nor a
// derivative that is not finite.
func TestOnSphere(t *testing.T) {
	s := network.OnSphere{Network: &network.MLP{Hidden: []int{5}, Activation: "silu"}}
	rng := rand.New(rand.NewPCG(3, 4))
	parameters := s.Initialize(3, 4, rng)
	build := func(f network.Function, in []*graph.Node) []*graph.Node {
		y, own := f.Linearize(in[0])
		graphs := autodiff.Linearize(in[0], y)
		return []*graph.Node{y, f.Apply(in[0]), own.JVP(in[1]), graphs.JVP(in[1]), own.VJP(in[2]), graphs.VJP(in[2])}
	}
	x, tangent, cotangent := networktest.Normal(rng, 6, 3), networktest.Normal(rng, 6, 3), networktest.Normal(rng, 6, 4)
	got := networktest.Bound(t, s, build, parameters, x, tangent, cotangent)
	for i := 0; i < len(got[0].Data); i += 4 {
		squares := 0.0
		for _, v := range got[0].Data[i : i+4] {
			squares += v * v
		}
		if math.Abs(squares-1) > 1e-5 {
			t.Errorf("an output of length %v", math.Sqrt(squares))
		}
	}
	for k, name := range []string{"value", "", "JVP", "", "VJP"} {
		if name == "" {
			continue
		}
		for i, v := range got[k].Data {
			if math.Abs(got[k+1].Data[i]-v) > 1e-5*(1+math.Abs(v)) {
				t.Fatalf("%s: %v, by the graph %v", name, got[k].Data, got[k+1].Data)
			}
		}
	}
	for _, p := range parameters {
		clear(p.Values)
	}
	for _, array := range networktest.Bound(t, s, build, parameters, x, tangent, cotangent) {
		for _, v := range array.Data {
			if v != 0 {
				t.Fatalf("where the network is 0 there is %v", array.Data)
			}
		}
	}
	if err := s.CheckShape(3, 1); err == nil {
		t.Error("a sphere of one coordinate is accepted")
	}
}
