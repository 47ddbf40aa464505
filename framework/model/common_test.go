package model

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ebim/framework/autoencoder"
	"ebim/framework/energy"
	"ebim/framework/loss"
	"ebim/framework/manifold"
	"ebim/framework/sampler"
	"ebim/framework/support/supporttest"
	"ebim/framework/train"
	"ebim/framework/train/traintest"
)

var square = supporttest.Square

// vonMises is the EBIM of the paper's motivating example, for the given numbers of epochs.
func vonMises(manifoldEpochs, energyEpochs int) *EBIM {
	return &EBIM{
		Manifold: manifold.Manifold{Dimension: 1, Network: traintest.MLP(8, 8, 8),
			Loss: &loss.Implicit{NegativeWeight: 0.3, SquaredNormWeight: 1, RankWeight: 10, MinSingularValue: 1,
				PositiveNorm: "l2", NegativeNorm: "l2"},
			Sampler:  langevin(0.1, 1000),
			Training: traintest.Training(manifoldEpochs, 50, 0.01, nil)},
		Energy: energy.OnManifold{Network: traintest.MLP(32, 32), Loss: &loss.Contrastive{MagnitudeWeight: 0.1},
			Sampler: &sampler.ConstrainedLangevin{LangevinStep: traintest.LangevinStep(10, 0.3, 1, 0.1),
				Solver: &sampler.Newton{Iterations: 4}, Tolerance: 1e-4, LongestReturn: 1, Buffer: traintest.Replay()},
			Training: traintest.Training(energyEpochs, 50, 0.01, new(1.0))},
		Sampling: energy.Sampling{Proposals: 16, Steps: 100},
	}
}

// langevin is a sampler with a replay buffer for 20 batches, or one that a few steps fill and overwrite.
func langevin(noise float64, buffer int) *sampler.Langevin {
	return &sampler.Langevin{LangevinStep: traintest.LangevinStep(20, noise, 10, 0.03),
		Buffer: sampler.BufferSettings{Size: buffer, Reuse: 0.95}}
}

func pushforward(l loss.Autoencoder, epochs, energyEpochs, buffer int) *Pushforward {
	return &Pushforward{Dimension: 1, Padding: 0.5, Sampling: energy.Sampling{Proposals: 8, Steps: 20},
		Autoencoder: autoencoder.Autoencoder{Encoder: traintest.MLP(16, 16), Decoder: traintest.MLP(16, 16), Loss: l,
			Training: traintest.Training(epochs, 50, 0.005, new(1.0))},
		Energy: energy.InBox{Network: traintest.MLP(16, 16), Loss: &loss.Contrastive{MagnitudeWeight: 0.1},
			Sampler:  langevin(0.5, buffer),
			Training: traintest.Training(energyEpochs, 50, 0.01, new(1.0))}}
}

func ambient(epochs, buffer int) *EBM {
	return &EBM{Sampling: energy.Sampling{Proposals: 16}, Energy: energy.InBox{Network: traintest.MLP(16, 16),
		Loss: &loss.Contrastive{MagnitudeWeight: 0.5}, Sampler: langevin(0.1, buffer),
		Training: traintest.Training(epochs, 50, 0.01, nil)}}
}

// energyOf is a model of the circle whose energy is trained by a loss.
func energyOf(l loss.Energy, epochs int) *EBIM {
	m := vonMises(60, 0)
	m.Energy = energy.OnManifold{Network: traintest.MLP(16, 16), Loss: l,
		Training: traintest.Training(epochs, 50, 0.01, new(1.0))}
	return m
}

// fit trains all parts of a model below one folder, interrupting each once after a step if that is above 0, and loads
// it.
func fit(t *testing.T, m Trainable, s train.Environment, interrupt int) (*Trained, string) {
	t.Helper()
	base := t.TempDir()
	folder := func(part string) string { return filepath.Join(base, part) }
	for _, part := range m.Parts() {
		work := traintest.In(t, s)
		work.Folder, work.Input = folder(part.Name), folder
		traintest.Finish(t, part.Train, work, interrupt)
	}
	trained, err := m.Load(s, folder)
	if err != nil {
		t.Fatal(err)
	}
	return trained, base
}

// resumed trains a model twice, once with an interruption of each part after a step, and fails the test where the bits
// differ.
func resumed(t *testing.T, m Trainable, s train.Environment, after int) (*Trained, string) {
	t.Helper()
	trained, whole := fit(t, m, s, 0)
	_, interrupted := fit(t, m, s, after)
	if diff := cmp.Diff(everything(t, whole, m), everything(t, interrupted, m)); diff != "" {
		t.Errorf("an interrupted training differs (-uninterrupted +resumed):\n%s", diff)
	}
	return trained, whole
}

// everything is what the parts below a folder left: histories as text, parameters as arrays.
func everything(t *testing.T, base string, m Trainable) map[string]any {
	t.Helper()
	found := map[string]any{}
	for _, part := range m.Parts() {
		history, err := os.ReadFile(filepath.Join(base, part.Name, train.HistoryFile))
		if err != nil {
			t.Fatal(err)
		}
		parameters, err := train.LoadArrays(filepath.Join(base, part.Name, train.ParametersFolder))
		if err != nil {
			t.Fatal(err)
		}
		found[part.Name] = []any{strings.Split(string(history), "\n"), parameters}
	}
	return found
}
