package energy

import (
	"testing"

	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/network"
	"ebim/framework/network/networktest"
	"ebim/framework/points"
	"ebim/framework/sampler"
	"ebim/framework/support/box"
	"ebim/framework/support/image"
	"ebim/framework/support/implicit"
	"ebim/framework/support/supporttest"
	"ebim/framework/support/zeroset"
)

// learned is a known manifold as if it had been learned.
func learned(tb testing.TB, m networktest.Manifold) implicit.Set {
	tb.Helper()
	return zeroset.New(supporttest.Learned(tb, m))
}

// tilted is the energy -2 x_0 on a known manifold.
func tilted(tb testing.TB, m networktest.Manifold, steps int) *Density {
	tb.Helper()
	coefficients := make([]float64, m.Ambient)
	coefficients[0] = -2
	return &Density{Support: learned(tb, m), Energy: supporttest.Slope(coefficients...),
		Sampling: Sampling{Proposals: 8, Steps: steps},
		Moves: Constrained(&sampler.ConstrainedLangevin{LangevinStep: sampler.LangevinStep{Steps: 20,
			Noise: 0.2, Unroll: 2},
			Solver: &sampler.Newton{Iterations: 4}, Tolerance: 1e-4, LongestReturn: 1})}
}

// inBox is an energy in a box, with a training point in its middle.
func inBox(tb testing.TB, bounds points.Box, e network.Trained) *Density {
	tb.Helper()
	middle := points.New(1, len(bounds))
	for j, axis := range bounds {
		middle.At(0)[j] = (axis[0] + axis[1]) / 2
	}
	return &Density{Support: box.New(supporttest.Environment(tb, middle, bounds)), Energy: e,
		Moves: Free(langevin(0.5)), Sampling: Sampling{Proposals: 8, Steps: 20}}
}

// decoded is a latent energy on the image of its box.
func decoded(tb testing.TB, d supporttest.Decoded, e network.Trained) *Density {
	tb.Helper()
	pair := image.Pair{Encoder: d.Encoder, Decoder: d.Decoder, Code: func(z *graph.Node) *graph.Node { return z }}
	return &Density{Support: image.New(pair, box.New(d.Latent), d.Bounds), Energy: e, Moves: Free(langevin(0.5)),
		Sampling: Sampling{Proposals: 8, Steps: 20}}
}

// parabola is the normal distribution on [-2, 2], decoded to (z, z^2).
func parabola(tb testing.TB) *Density {
	tb.Helper()
	return decoded(tb, supporttest.Parabola(tb), supporttest.Normal)
}

func langevin(noise float64) *sampler.Langevin {
	step, clamp := 10.0, 0.03
	return &sampler.Langevin{LangevinStep: sampler.LangevinStep{Steps: 20, Noise: noise, Step: &step,
		Clamp: &clamp, Unroll: 20}}
}
