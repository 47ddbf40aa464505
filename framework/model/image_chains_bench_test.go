package model

import (
	"math/rand/v2"
	"testing"

	"ebim/framework/network/images"

	"ebim/framework/energy"
	"ebim/framework/network"
	"ebim/framework/random"
	"ebim/framework/sampler"
	"ebim/framework/train/traintest"
)

// A step of 16 chains of images on F: R^784 -> R^768, the UNet of small/mnist_denoising.yaml with random parameters,
// and an energy by convolutions, and the compilation of it. What a step costs does not depend on the parameters.
func BenchmarkImageChainStep(b *testing.B) {
	const batch, pixels, codimension = 16, 784, 768
	engine := traintest.Task(b, traintest.Circle(10, 1), square).Engine
	unet := &images.UNet{Width: 16, Levels: 2, Dense: []int{512, 512}, Pooling: "mean", Last: "convolution",
		Activation: "silu"}
	unet.Image = []int{1, 28, 28}
	convolutions := &images.ConvNet{Channels: []int{16, 32}, Kernel: 3, Pool: 2, Activation: "silu"}
	convolutions.Image = unet.Image
	var networks []network.Trained
	for _, part := range []struct {
		network network.Network
		outputs int
	}{{convolutions, 1}, {&network.Residual{Network: unet}, codimension}} {
		networks = append(networks, network.Trained{Network: part.network,
			Parameters: part.network.Initialize(pixels, part.outputs, random.New(1, "initialize", part.outputs))})
	}
	state, dimensions := network.StateOf(networks)
	rng := rand.New(rand.NewPCG(1, 1))
	x := make([]float32, batch*pixels)
	sampler.Normal(x, rng)
	for _, test := range []struct {
		name   string
		solver sampler.Solver
	}{
		{"newton", &sampler.Newton{Iterations: 4}},
		{"gradient_descent", &sampler.GradientDescent{Iterations: 60, Rate: 0.5}},
		{"conjugate_gradients", &sampler.ConjugateGradients{Iterations: 2, Products: 4, Tolerance: 0.01}},
		{"conjugate_gradients_2", &sampler.ConjugateGradients{Iterations: 1, Products: 2, Tolerance: 0.01}},
	} {
		b.Run(test.name, func(b *testing.B) {
			how := &sampler.ConstrainedLangevin{LangevinStep: sampler.LangevinStep{Steps: 1, Noise: 0.1, Unroll: 1},
				Solver: test.solver, Tolerance: 1, LongestReturn: 1}
			for b.Loop() {
				chain, err := sampler.NewChain(engine, energy.Constrained(how)(networks), batch, pixels, dimensions)
				if err != nil {
					b.Fatal(err)
				}
				if _, _, err := chain.Run(state, x, rng); err != nil {
					b.Fatal(err)
				}
				before := b.Elapsed()
				if _, _, err := chain.Run(state, x, rng); err != nil {
					b.Fatal(err)
				}
				b.ReportMetric((b.Elapsed()-before).Seconds()*1e3, "ms/step")
			}
		})
	}
}
