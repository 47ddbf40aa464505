package model

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ebim/framework/sampler"
	"ebim/framework/support/supporttest"
	"ebim/framework/train"
	"ebim/framework/train/traintest"
)

func hamiltonian(warmup int) *sampler.ConstrainedHMC {
	return &sampler.ConstrainedHMC{LeapfrogSteps: 3, Target: 0.65,
		MetropolisStep: sampler.MetropolisStep{Steps: 4, StepSize: 0.1, Warmup: warmup,
			Solver: &sampler.Newton{Iterations: 5}, Tolerance: 1e-4, ReverseTolerance: 1e-3, Unroll: 2,
			Buffer: traintest.Replay()}}
}

// Contrastive training takes its samples by Hamiltonian Monte Carlo from a replay buffer; its history shows the chains,
// and an interrupted training goes on to the same bits, with the step size that was found.
func TestTrainingByAdjustedChains(t *testing.T) {
	s := supporttest.Environment(t, traintest.Circle(120, 1), square)
	m := vonMises(20, 10)
	m.Energy.Sampler = hamiltonian(60)
	_, folder := resumed(t, m, s, 7)
	history, err := os.ReadFile(filepath.Join(folder, "energy", train.HistoryFile))
	if err != nil {
		t.Fatal(err)
	}
	if head, _, _ := strings.Cut(string(history), "\n"); !strings.HasSuffix(head,
		"acceptance,failed,non_reversible,step_size") {
		t.Errorf("the history's columns are %s", head)
	}
}
