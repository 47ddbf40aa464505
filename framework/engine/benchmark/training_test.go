package benchmark_test

import (
	"context"
	"math"
	"os"
	"testing"
	"time"

	"github.com/gomlx/gomlx/backends"

	"ebim/framework/autoencoder"
	"ebim/framework/energy"
	"ebim/framework/loss"
	"ebim/framework/manifold"
	"ebim/framework/model"
	"ebim/framework/network"
	"ebim/framework/points"
	"ebim/framework/random"
	"ebim/framework/sampler"
	"ebim/framework/train"
)

const warmUp, measuredSteps = 20, 200

func trainingRows() []row {
	circle, square := circle(1000), [][2]float64{{-1.5, 1.5}, {-1.5, 1.5}}
	ebim, pushforward, latent := singleVonMises(), pushforward(), latentEnergy()
	small, energy, deep := weights(2, 8, 8, 8, 1), weights(2, 32, 32, 1), weights(1, 32, 32, 32, 1)
	return []row{
		{name: "training step: manifold-defining function, single von Mises, batch 50, 20 Langevin steps", goal: "0.20", jax: "0.30",
			operations: 2 * 50 * (20*2 + 6 + 3) * small, // a gradient in each Langevin step; double backpropagation at data
			prepare:    steps(ebim.Parts()[:1], circle, square)},
		{name: "training step: constrained energy, batch 50, 10 steps, Newton", goal: "5 times faster", jax: "0.34",
			operations: 2 * 50 * (10*(2*energy+(2+4*2+1)*small) + 2*3*energy), // 4 iterations with a gradient each
			prepare:    steps(ebim.Parts(), circle, square)},
		{name: "training step: autoencoder, batch 50, 32 x 3 both halves", goal: "5 times faster", jax: "0.42",
			operations: 2 * 50 * 3 * (weights(2, 32, 32, 32, 1) + weights(1, 32, 32, 32, 2)),
			prepare:    steps(pushforward.Parts()[:1], circle, square)},
		{name: "training step: latent energy, batch 100, 20 Langevin steps, 32 x 3", jax: "0.55",
			operations: 2 * 100 * (20*2 + 2*3) * deep,
			prepare:    steps(latent.Parts(), normals(1000), [][2]float64{{-4, 4}})},
	}
}

// weights returns the number of weights between layers of the given widths: the multiply-adds of a point's forward pass. A
// backward pass has as many for the inputs' gradients and as many for the weights'.
func weights(widths ...int) float64 {
	total := 0
	for i, width := range widths[1:] {
		total += widths[i] * width
	}
	return float64(total)
}

func ptr(v float64) *float64 { return &v }

func mlp(hidden ...int) network.Network { return &network.MLP{Hidden: hidden, Activation: "silu"} }

func replay() sampler.BufferSettings { return sampler.BufferSettings{Size: 1000, Reuse: 0.95} }

// training goes over 1000 points until the warm-up and the measured steps are done.
func training(batch int, rate float64, clip *float64) train.Training {
	return train.Training{Epochs: (warmUp + measuredSteps) * batch / 1000, Batch: batch, Schedule: &train.Constant{}, ClipNorm: clip,
		Optimizer: &train.Adam{Rate: rate, Beta1: 0.9, Beta2: 0.999, Epsilon: 1e-8}}
}

func langevin(steps int, noise, step, clamp float64) sampler.LangevinStep {
	return sampler.LangevinStep{Steps: steps, Noise: noise, Step: &step, Clamp: &clamp, Unroll: 20}
}

// singleVonMises returns the EBIM of the paper's motivating example.
func singleVonMises() *model.EBIM {
	return &model.EBIM{
		Manifold: manifold.Manifold{Dimension: 1, Network: mlp(8, 8, 8),
			Loss:     &loss.Implicit{NegativeWeight: 0.3, SquaredNormWeight: 1, RankWeight: 10, MinSingularValue: 1, PositiveNorm: "l2", NegativeNorm: "l2"},
			Sampler:  &sampler.Langevin{LangevinStep: langevin(20, 0.1, 10, 0.03), Buffer: replay()},
			Training: training(50, 0.01, nil)},
		Energy: energy.OnManifold{Network: mlp(32, 32), Loss: &loss.Contrastive{MagnitudeWeight: 0.1},
			Sampler: &sampler.ConstrainedLangevin{LangevinStep: langevin(10, 0.3, 1, 0.1),
				Solver: &sampler.Newton{Iterations: 4}, Tolerance: 1e-4, LongestReturn: 1, Buffer: replay()},
			Training: training(50, 0.01, ptr(1))},
	}
}

func pushforward() *model.Pushforward {
	return &model.Pushforward{Dimension: 1, Autoencoder: autoencoder.Autoencoder{Encoder: mlp(32, 32, 32), Decoder: mlp(32, 32, 32),
		Loss: &loss.Reconstruction{}, Training: training(50, 0.001, ptr(1))}}
}

// latentEnergy trains as a pushforward model's energy does, on points that need no autoencoder.
func latentEnergy() *model.EBM {
	return &model.EBM{Energy: energy.InBox{Network: mlp(32, 32, 32), Loss: &loss.Contrastive{MagnitudeWeight: 0.1},
		Sampler:  &sampler.Langevin{LangevinStep: langevin(20, 1, 10, 0.03), Buffer: replay()},
		Training: training(100, 0.01, ptr(1))}}
}

// circle is n points of a von Mises distribution of concentration 2 on the unit circle, by its angle's rejection.
func circle(n int) *points.Set {
	rng, set := random.New(1, "circle", 0), points.New(n, 2)
	for i := 0; i < n; {
		angle := 2 * math.Pi * rng.Float64()
		if rng.Float64() < math.Exp(2*(math.Cos(angle)-1)) {
			set.At(i)[0], set.At(i)[1] = math.Cos(angle), math.Sin(angle)
			i++
		}
	}
	return set
}

func normals(n int) *points.Set {
	rng, set := random.New(1, "latent", 0), points.New(n, 1)
	for i := range set.Data {
		set.Data[i] = rng.NormFloat64()
	}
	return set
}

// meter watches a training's steps.
type meter struct{ start, took time.Duration }

// Report implements train.Monitor.
func (m *meter) Report(done, total int, _ []string, _ []float64) {
	switch done {
	case warmUp:
		m.start = processorTime()
	case total:
		m.took = (processorTime() - m.start) / time.Duration(total-warmUp)
	}
}

// steps measures a step of the last of a model's parts, all that the host does included, but not compilation.
func steps(parts []model.Part, data *points.Set, box [][2]float64) func(testing.TB, backends.Backend) func() time.Duration {
	return func(tb testing.TB, engine backends.Backend) func() time.Duration {
		folder := tb.TempDir()
		run := func(part model.Part) time.Duration {
			m := &meter{}
			if err := os.MkdirAll(folder+"/"+part.Name, 0o755); err != nil {
				tb.Fatal(err)
			}
			task := train.Task{Environment: train.Environment{Engine: engine, Data: data, Box: box, Seed: 1},
				Folder: folder + "/" + part.Name, Checkpoints: folder + "/checkpoints",
				Input: func(part string) string { return folder + "/" + part }, Now: time.Now, Monitor: m}
			if err := part.Train(context.Background(), task); err != nil {
				tb.Fatal(err)
			}
			return m.took
		}
		last := len(parts) - 1
		for _, part := range parts[:last] {
			run(part)
		}
		return func() time.Duration { return run(parts[last]) }
	}
}
