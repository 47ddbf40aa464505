package autoencoder

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/autodiff"
	"ebim/framework/backend"
	"ebim/framework/loss"
	"ebim/framework/network/networktest"
	"ebim/framework/points"
	"ebim/framework/sampler"
	"ebim/framework/support/supporttest"
	"ebim/framework/train/traintest"
)

// The energy and the energy at images of codes have the derivatives of their graphs.
func TestReconstructionErrorsDerivatives(t *testing.T) {
	a := &Autoencoder{Encoder: traintest.MLP(6), Decoder: traintest.MLP(6), Loss: &loss.Reconstruction{}}
	f := normalizedOf(a.untrained(3, 2, 1), 3, 0.5)
	rng := rand.New(rand.NewPCG(1, 2))
	for name, test := range map[string]struct {
		latent bool
		dim    int
	}{"energy": {false, 3}, "energy of codes": {true, 2}} {
		of := f.energy
		if test.latent {
			of = f.latent
		}
		count := len(of.Parameters)
		in := append(networktest.Parameters(of.Parameters), networktest.Normal(rng, 5, test.dim),
			networktest.Normal(rng, 5, test.dim), networktest.Normal(rng, 5, 1))
		got := networktest.Evaluate(t, func(in []*graph.Node) []*graph.Node {
			function, x := of.Network.Bind(in[:count]), in[count]
			y, own := function.Linearize(x)
			graphs := autodiff.Linearize(x, y)
			return []*graph.Node{y, function.Apply(x), own.JVP(in[count+1]), graphs.JVP(in[count+1]),
				own.VJP(in[count+2]), graphs.VJP(in[count+2])}
		}, in...)
		for k := 0; k < len(got); k += 2 {
			for i, v := range got[k].Data {
				if math.Abs(got[k+1].Data[i]-v) > 1e-5*(1+math.Abs(v)) {
					t.Fatalf("%s, output %d: %v, by the graph %v", name, k, got[k].Data, got[k+1].Data)
				}
			}
		}
	}
}

// Every step of chains ends in the box and, of codes, on the sphere; the buffer keeps codes.
func TestOnManifoldInitialization(t *testing.T) {
	const batch, latent = 16, 3
	box := points.Box{{-0.2, 0.2}, {-0.1, 0.3}}
	steps := &sampler.Langevin{LangevinStep: sampler.LangevinStep{Steps: 3, Noise: 0.5, Unroll: 3},
		Buffer: sampler.BufferSettings{Size: 100, Reuse: 0.5}}
	s := &Normalization{Temperature: 1, LatentSampler: steps, Sampler: steps}
	a := &Autoencoder{Encoder: traintest.MLP(6), Decoder: traintest.MLP(6), Loss: &loss.Reconstruction{}}
	f := normalizedOf(a.untrained(2, latent, 1), 2, 1)
	task := traintest.Task(t, supporttest.Rows(t, []float64{0, 0}), box)
	for _, spherical := range []bool{true, false} {
		o, err := s.onManifold(task, f, latent, batch, spherical)
		if err != nil {
			t.Fatal(err)
		}
		x, onBoundary := make([]float32, batch*2), 0
		for step := range 3 {
			reported, err := o.draw(step, backend.NewState(f.energy.Array()), x)
			if err != nil || len(reported) != len(o.feeder().Statistics) {
				t.Fatalf("%v reported as %q, %v", reported, o.feeder().Statistics, err)
			}
		}
		for i, v := range x {
			low, high := float32(box[i%2][0]), float32(box[i%2][1])
			if v < low || v > high {
				t.Fatalf("a point at %v, outside of %v", x, box)
			}
			if v == low || v == high {
				onBoundary++
			}
		}
		if onBoundary == 0 {
			t.Error("no step of so much noise was held by the box")
		}
		kept := o.codes.Memory().Arrays()["buffer"].Data
		if len(kept) != 3*batch*latent {
			t.Errorf("%d codes are kept, want %d", len(kept)/latent, 3*batch)
		}
		onSphere := 0
		for i := 0; i < len(kept); i += latent {
			squares := 0.0
			for _, v := range kept[i : i+latent] {
				squares += float64(v) * float64(v)
			}
			if math.Abs(squares-1) < 1e-5 {
				onSphere++
			}
		}
		if spherical != (onSphere == 3*batch) || !spherical && onSphere > 2 {
			t.Errorf("spherical %t: %d of %d codes have length 1", spherical, onSphere, 3*batch)
		}
	}
}
