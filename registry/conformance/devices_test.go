package conformance_test

import (
	"errors"
	"math"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"

	"ebim/framework/backend"
	"ebim/framework/config"
	"ebim/framework/experiment"
	"ebim/framework/experiment/execute"
	"ebim/framework/experiment/plan"
	"ebim/framework/runs/progress"
	"ebim/framework/runs/stage"
	"ebim/registry"
)

// shared has trainings with all that a step may be fed with: noise, points of replayed chains, of chains on a manifold.
const shared = `
seeds: 0
data: {source: {von_mises: {concentration: 2}}, size: 96, box: [[-1.6, 1.6], [-1.6, 1.6]], validation: 0.25}
models:
  manifold:
    ebim:
      manifold: {dimension: 1, starts: 1, loss: {denoising: {}}, network: {mlp: {hidden: [8]}}, training: {epochs: 10, batch: 24, clip_norm: 1, average: 0.9}}
      energy: &energy
        network: {mlp: {hidden: [4]}}
        sampler: {constrained_langevin: {steps: 2, noise: 0.2}}
        training: {epochs: 4, batch: 24, validate_every: 2}
  latent:
    pushforward:
      dimension: 1
      autoencoder: {encoder: {mlp: {hidden: [8]}}, decoder: {mlp: {hidden: [8]}}, training: {epochs: 10, batch: 24}}
      energy: {network: {mlp: {hidden: [4]}}, sampler: {langevin: {steps: 3}}, training: {epochs: 4, batch: 24}}
  ambient:
    ebm: {energy: {network: {mlp: {hidden: [8]}}, sampler: {langevin: {steps: 4, buffer: {size: 20, reuse: 0.5}}}, training: {epochs: 4, batch: 24}}}
metrics: {}
samples: 10
`

// TestDevices: the losses of trainings of every kind are the same, to 1e-5 in every step, whether 1, 2 or 4 devices
// share the batches. framework/backend tests that the batches are split.
func TestDevices(t *testing.T) {
	want := sharedLosses(t, 1)
	if len(want) != 5 {
		t.Fatalf("%d trainings instead of 5", len(want))
	}
	for _, devices := range []int{2, 4} {
		got := sharedLosses(t, devices)
		for training, losses := range want {
			if len(got[training]) != len(losses) || len(losses) < 12 {
				t.Fatalf("%s on %d devices: %d losses, and on one %d", training, devices,
					len(got[training]), len(losses))
			}
			for step, loss := range losses {
				if !(math.Abs(got[training][step]-loss) <= 1e-5*math.Abs(loss)) {
					t.Errorf("%s on %d devices: the loss of step %d is %v, on one %v", training, devices, step,
						got[training][step], loss)
				}
			}
		}
	}
}

// sharedLosses are those of each step, by the training's name.
func sharedLosses(t *testing.T, devices int) map[string][]float64 {
	t.Helper()
	file := filepath.Join(t.TempDir(), "shared.yaml")
	if err := os.WriteFile(file, []byte(shared), 0o644); err != nil {
		t.Fatal(err)
	}
	loaded, err := experiment.Load(registry.Standard(), config.Disk, filepath.ToSlash(file))
	if err != nil {
		t.Fatal(err)
	}
	told := &teller{losses: map[string][]float64{}}
	results, err := execute.Run(t.Context(), loaded, plan.Options{Runs: filepath.Join(t.TempDir(), "runs"),
		Backend: "xla:cpu", Devices: devices, Progress: told})
	if err != nil {
		_, opening := backend.OpenWith("xla:cpu", backend.Options{Devices: devices})
		if backend.Plugin("xla:cpu") == "" || errors.As(opening, new(*backend.DevicesError)) {
			t.Skipf("xla:cpu with %d devices: %v", devices, opening)
		}
		t.Fatal(err)
	}
	for _, result := range results {
		if r := result.Record; r.Status != stage.Done || len(r.Failures) > 0 {
			t.Fatalf("%s: %s, %v, %v", r.Model, r.Status, r.Failure, r.Failures)
		}
	}
	return told.losses
}

// teller is told the losses, of which histories have six digits only.
type teller struct {
	mutex  sync.Mutex
	losses map[string][]float64
}

func (p *teller) Start(label progress.Label) progress.Task { return tellerTask{p, label} }
func (p *teller) Message(string)                           {}
func (p *teller) Overall(progress.Whole)                   {}
func (p *teller) Close()                                   {}

type tellerTask struct {
	of    *teller
	label progress.Label
}

func (p tellerTask) Due() bool  { return true }
func (p tellerTask) End(string) {}

func (p tellerTask) Step(_, _ int, values ...progress.Value) {
	if i := slices.IndexFunc(values, func(v progress.Value) bool { return v.Name == "loss" }); i >= 0 {
		p.of.mutex.Lock()
		defer p.of.mutex.Unlock()
		name := p.label.Model + " " + p.label.Stage
		p.of.losses[name] = append(p.of.losses[name], values[i].Value)
	}
}
