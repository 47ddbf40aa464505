package network_test

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/network"
	"ebim/framework/network/networktest"
)

// Where g is 0, F is an isometry of a projection: J J^T = I. It has no more outputs than inputs.
func TestResidualWithoutNetwork(t *testing.T) {
	const in, out = 5, 3
	r := &network.Residual{Network: &network.MLP{Activation: "silu", Initialization: "zero_last"}}
	rng := rand.New(rand.NewPCG(3, 4))
	parameters := r.Initialize(in, out, rng)
	if !parameters[0].Frozen {
		t.Error("the coordinates can be trained")
	}
	got := networktest.Bound(t, r, func(f network.Function, x []*graph.Node) []*graph.Node {
		y, linear := f.Linearize(x[0])
		return []*graph.Node{y, linear.JVP(linear.VJP(y))}
	}, parameters, networktest.Normal(rng, 6, in))
	for i, v := range got[0].Data {
		if math.Abs(got[1].Data[i]-v) > 1e-5*(1+math.Abs(v)) {
			t.Fatalf("J J^T F = %v, F = %v", got[1].Data, got[0].Data)
		}
	}
	if err := r.CheckShape(3, 5); err == nil || !strings.Contains(err.Error(), "at most 3") {
		t.Errorf("5 outputs of 3 inputs: %v", err)
	}
}

// What is taken for noise is x - g(x), or J^T F; F is Q (x - g(x)) in both cases.
func TestNoiseOfResidual(t *testing.T) {
	const in, out = 5, 3
	rng := rand.New(rand.NewPCG(3, 5))
	g := &network.MLP{Hidden: []int{4}, Activation: "silu"}
	parameters, x := (&network.Residual{Network: g}).Initialize(in, out, rng), networktest.Normal(rng, 6, in)
	for own, n := range map[bool]network.Network{false: &network.Residual{Network: g},
		true: &network.Denoiser{Residual: network.Residual{Network: g}}} {
		got := networktest.Bound(t, n, func(f network.Function, x []*graph.Node) []*graph.Node {
			noise, value := network.Noise(f, x[0])
			y, linear := f.Linearize(x[0])
			return []*graph.Node{noise, value, linear.VJP(y), y}
		}, parameters, x)
		left := networktest.Bound(t, g, func(g network.Function, x []*graph.Node) []*graph.Node {
			return []*graph.Node{graph.Sub(x[0], g.Apply(x[0]))}
		}, parameters[1:], x)[0]
		want := got[2]
		if own {
			want = left
		}
		for i, v := range want.Data {
			if math.Abs(got[0].Data[i]-v) > 1e-6*(1+math.Abs(v)) {
				t.Fatalf("denoiser %v: noise %v, want %v", own, got[0].Data, want.Data)
			}
		}
		for i, v := range got[3].Data {
			if math.Abs(got[1].Data[i]-v) > 1e-6*(1+math.Abs(v)) {
				t.Fatalf("denoiser %v: F = %v, want %v", own, got[1].Data, got[3].Data)
			}
		}
	}
}
