package manifold

import (
	"testing"

	"ebim/framework/loss"
	"ebim/framework/sampler"
	"ebim/framework/support/supporttest"
	"ebim/framework/train"
	"ebim/framework/train/traintest"
)

var square = supporttest.Square

// vonMises is the manifold of the paper's motivating example, for the given number of epochs.
func vonMises(epochs int) *Manifold {
	return &Manifold{Dimension: 1, Network: traintest.MLP(8, 8, 8),
		Loss: &loss.Implicit{NegativeWeight: 0.3, SquaredNormWeight: 1, RankWeight: 10, MinSingularValue: 1,
			PositiveNorm: "l2", NegativeNorm: "l2"},
		Sampler: &sampler.Langevin{LangevinStep: traintest.LangevinStep(20, 0.1, 10, 0.03),
			Buffer: traintest.Replay()},
		Training: traintest.Training(epochs, 50, 0.01, nil)}
}

// knownOf is what a training knows of its data.
func knownOf(t *testing.T, m *Manifold, task train.Task) *known {
	t.Helper()
	k, err := m.know(task)
	if err != nil {
		t.Fatal(err)
	}
	return k
}
