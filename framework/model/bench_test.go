package model

import (
	"math"
	"testing"
	"time"

	"ebim/framework/backend"
	"ebim/framework/energy"
	"ebim/framework/loss"
	"ebim/framework/network"
	"ebim/framework/points"
	"ebim/framework/random"
	"ebim/framework/sampler"
	"ebim/framework/train"
)

func ptr(v float64) *float64 { return &v }

func mlp(hidden ...int) network.Network { return &network.MLP{Hidden: hidden, Activation: "silu"} }

func replay() sampler.BufferSettings { return sampler.BufferSettings{Size: 1000, Reuse: 0.95} }

func training(epochs, batch int, rate float64, clip *float64) train.Training {
	return train.Training{Epochs: epochs, Batch: batch, Schedule: &train.Constant{}, ClipNorm: clip,
		Optimizer: &train.Adam{Rate: rate, Beta1: 0.9, Beta2: 0.999, Epsilon: 1e-8}}
}

// singleVonMises is the EBIM of the paper's motivating example, for the given numbers of epochs.
func singleVonMises(manifoldEpochs, energyEpochs int) *EBIM {
	return &EBIM{
		Manifold: Manifold{Dimension: 1, Network: mlp(8, 8, 8),
			Loss:     &loss.Implicit{NegativeWeight: 0.3, SquaredNormWeight: 1, RankWeight: 10, MinSingularValue: 1, PositiveNorm: "l2", NegativeNorm: "l2"},
			Sampler:  &sampler.Langevin{LangevinStep: sampler.LangevinStep{Steps: 20, Noise: 0.1, Step: ptr(10), Clamp: ptr(0.03), Unroll: 20}, Buffer: replay()},
			Training: training(manifoldEpochs, 50, 0.01, nil)},
		Energy: energy.OnManifold{Network: mlp(32, 32), Loss: &loss.Contrastive{MagnitudeWeight: 0.1},
			Sampler: &sampler.ConstrainedLangevin{LangevinStep: sampler.LangevinStep{Steps: 10, Noise: 0.3, Step: ptr(1), Clamp: ptr(0.1), Unroll: 20},
				Solver: &sampler.Newton{Iterations: 4}, Tolerance: 1e-4, LongestReturn: 1, Buffer: replay()},
			Training: training(energyEpochs, 50, 0.01, ptr(1))},
		Sampling: energy.Sampling{Proposals: 16, Steps: 100},
	}
}

// circle is n points of a von Mises distribution of concentration 2 on the unit circle, by its angle's rejection.
func circle(n int, seed uint64) *points.Set {
	rng, set := random.New(seed, "circle", 0), points.New(n, 2)
	for i := 0; i < n; {
		angle := 2 * math.Pi * rng.Float64()
		if rng.Float64() < math.Exp(2*(math.Cos(angle)-1)) {
			set.At(i)[0], set.At(i)[1] = math.Cos(angle), math.Sin(angle)
			i++
		}
	}
	return set
}

func task(tb testing.TB, data *points.Set, box [][2]float64) train.Task {
	engine, err := backend.Open(backend.Default)
	if err != nil {
		tb.Fatal(err)
	}
	folder := tb.TempDir()
	return train.Task{Environment: train.Environment{Engine: engine, Data: data, Box: box, Seed: 1}, Folder: folder, Checkpoints: folder + "/checkpoints",
		Input: func(string) string { return folder }, Now: time.Now}
}
