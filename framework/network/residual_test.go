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
	got := bound(t, r, func(f network.Function, x []*graph.Node) []*graph.Node {
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
