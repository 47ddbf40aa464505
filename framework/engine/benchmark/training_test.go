package benchmark_test

import (
	"context"
	"flag"
	"os"
	"testing"
	"time"

	"github.com/gomlx/compute"

	"ebim/framework/autoencoder"
	"ebim/framework/energy"
	"ebim/framework/loss"
	"ebim/framework/manifold"
	"ebim/framework/model"
	"ebim/framework/points"
	"ebim/framework/random"
	"ebim/framework/sampler"
	"ebim/framework/train"
	"ebim/framework/train/traintest"
)

const warmUp = 20

// Engines with loops make up to a hundred steps at once, and are measured over more.
var measuredSteps = flag.Int("steps", 200, "steps of a training that are measured")

func trainingRows() []row {
	circle, square := traintest.Circle(1000, 1), points.Box{{-1.5, 1.5}, {-1.5, 1.5}}
	ebim, pushforward, latent := singleVonMises(), pushforward(), latentEnergy()
	small, energy, deep := weights(2, 8, 8, 8, 1), weights(2, 32, 32, 1), weights(1, 32, 32, 32, 1)
	return []row{
		{name: "training step: manifold-defining function, single von Mises, batch 50, 20 Langevin steps",
			goal: "0.20", jax: "0.30",
			// a gradient in each Langevin step; double backpropagation at data
			operations: 2 * 50 * (20*2 + 6 + 3) * small,
			prepare:    steps(ebim.Parts()[:1], circle, square)},
		{name: "training step: constrained energy, batch 50, 10 steps, Newton", goal: "5 times faster", jax: "0.34",
			operations: 2 * 50 * (10*(2*energy+(2+4*2+1)*small) + 2*3*energy), // 4 iterations with a gradient each
			prepare:    steps(ebim.Parts(), circle, square)},
		{name: "training step: autoencoder, batch 50, 32 x 3 both halves", goal: "5 times faster", jax: "0.42",
			operations: 2 * 50 * 3 * (weights(2, 32, 32, 32, 1) + weights(1, 32, 32, 32, 2)),
			prepare:    steps(pushforward.Parts()[:1], circle, square)},
		{name: "training step: latent energy, batch 100, 20 Langevin steps, 32 x 3", jax: "0.55",
			operations: 2 * 100 * (20*2 + 2*3) * deep,
			prepare:    steps(latent.Parts(), normals(1000), points.Box{{-4, 4}})},
	}
}

// weights returns the number of weights between layers of the given widths: the multiply-adds of a point's forward
// pass. A backward pass has as many for the inputs' gradients and as many for the weights'.
func weights(widths ...int) float64 {
	total := 0
	for i, width := range widths[1:] {
		total += widths[i] * width
	}
	return float64(total)
}

// training goes over 1000 points until the warm-up and the measured steps are done.
func training(batch int, rate float64, clip *float64) train.Training {
	return traintest.Training((warmUp+*measuredSteps)*batch/1000, batch, rate, clip)
}

// singleVonMises returns the EBIM of the paper's motivating example.
func singleVonMises() *model.EBIM {
	return &model.EBIM{
		Manifold: manifold.Manifold{Dimension: 1, Network: traintest.MLP(8, 8, 8),
			Loss: &loss.Implicit{NegativeWeight: 0.3, SquaredNormWeight: 1, RankWeight: 10, MinSingularValue: 1,
				PositiveNorm: "l2", NegativeNorm: "l2"},
			Sampler: &sampler.Langevin{LangevinStep: traintest.LangevinStep(20, 0.1, 10, 0.03),
				Buffer: traintest.Replay()},
			Training: training(50, 0.01, nil)},
		Energy: energy.OnManifold{Network: traintest.MLP(32, 32), Loss: &loss.Contrastive{MagnitudeWeight: 0.1},
			Sampler: &sampler.ConstrainedLangevin{LangevinStep: traintest.LangevinStep(10, 0.3, 1, 0.1),
				Solver: &sampler.Newton{Iterations: 4}, Tolerance: 1e-4, LongestReturn: 1, Buffer: traintest.Replay()},
			Training: training(50, 0.01, new(1.0))},
	}
}

func pushforward() *model.Pushforward {
	return &model.Pushforward{Dimension: 1, Autoencoder: autoencoder.Autoencoder{Encoder: traintest.MLP(32, 32, 32),
		Decoder: traintest.MLP(32, 32, 32),
		Loss:    &loss.Reconstruction{}, Training: training(50, 0.001, new(1.0))}}
}

// latentEnergy trains as a pushforward model's energy does, on points that need no autoencoder.
func latentEnergy() *model.EBM {
	return &model.EBM{Energy: energy.InBox{Network: traintest.MLP(32, 32, 32),
		Loss:     &loss.Contrastive{MagnitudeWeight: 0.1},
		Sampler:  &sampler.Langevin{LangevinStep: traintest.LangevinStep(20, 1, 10, 0.03), Buffer: traintest.Replay()},
		Training: training(100, 0.01, new(1.0))}}
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
func steps(parts []model.Part, data *points.Set, box points.Box) func(testing.TB,
	compute.Backend) func() time.Duration {
	return func(tb testing.TB, engine compute.Backend) func() time.Duration {
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
