package benchmark_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/gomlx/compute"

	"ebim/framework/points"
	"ebim/framework/random"
)

// denoiserFile is the experiment whose step is measured as the file has it: its network, loss, batch, Adam, bound on
// the gradient, average. The data are random, as a step takes the same time on any.
const denoiserFile = "experiments/small/mnist_denoising.yaml"

// denoiserSteps are measured, after the warm-up: fewer than of small networks.
const denoiserSteps = 40

// denoiserRow is the step of the digits' denoiser.
func denoiserRow() row {
	const images, pixels = 640, 784
	data := points.New(images, pixels)
	rng := random.New(1, "images", 0)
	for i := range data.Data {
		data.Data[i] = rng.NormFloat64()
	}
	box := slices.Repeat(points.Box{{-6, 6}}, pixels)
	return row{name: "training step: denoiser of digits, small/mnist_denoising.yaml, batch 64", alone: true,
		operations: 2 * 3 * 64 * denoiserProducts(),
		prepare: func(tb testing.TB, engine compute.Backend) func() time.Duration {
			parts := firstPart(tb, denoiserFile, "implicit_manifold",
				fmt.Sprintf("models.implicit_manifold.manifold.training.steps=%d", warmUp+denoiserSteps))
			return steps(parts, data, box)(tb, engine)
		}}
}

// denoiserProducts returns the multiply-adds of an image's forward pass. The gradient needs twice as many beside it.
func denoiserProducts() float64 {
	double := func(side, in, out int) int { return 9 * side * side * (in*out + out*out) }
	total := double(28, 1, 16) + double(14, 16, 32) + double(7, 32, 64)
	total += 49*64*512 + 512*512 + 512*49*64               // dense
	total += 4*7*7*64*32 + double(14, 64, 32)              // enlarged and joined
	total += 4*14*14*32*16 + double(28, 32, 16) + 28*28*16 // and again
	return float64(total)
}
