package experiment_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"ebim/framework/config"
	"ebim/framework/experiment"
	"ebim/framework/experiment/execute"
	"ebim/framework/experiment/plan"
	"ebim/framework/runs/progress"
	"ebim/framework/runs/stage"
	"ebim/registry"
)

// small is an experiment whose trainings take some tenths of a second, and which still learn a circle.
const small = `
title: Small
seeds: [0]
data:
  source: {von_mises: {concentration: 2}}
  size: 100
models:
  plain:
    implicit_manifold:
      manifold: &manifold
        {dimension: 1, loss: implicit, starts: 1, network: {mlp: {hidden: [8]}}, training: {epochs: 75, batch: 50, optimizer: {adam: {rate: 0.01}}}}
  ebim:
    manifold: *manifold
    energy: {network: {mlp: {hidden: [4]}}, sampler: {constrained_langevin: {steps: 1}}, training: {epochs: 2, batch: 50}}
  pushforward:
    dimension: 1
    autoencoder: {encoder: {mlp: {hidden: [4]}}, decoder: {mlp: {hidden: [4]}}, training: {epochs: 5, batch: 50}}
    energy: {network: {mlp: {hidden: [4]}}, sampler: {langevin: {steps: 1}}, training: {epochs: 2, batch: 50}}
samples: 50
metrics:
  wasserstein: {samples: 50, repeats: 1}
`

// write makes a file of the given name in a new folder.
func write(t *testing.T, name, text string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return file
}

// load reads an experiment from text, as circle.yaml.
func load(t *testing.T, text string, sets ...string) []*experiment.Experiment {
	t.Helper()
	return loadFile(t, write(t, "circle.yaml", text), sets...)
}

func loadFile(t *testing.T, file string, sets ...string) []*experiment.Experiment {
	t.Helper()
	loaded, err := experiment.Load(registry.Standard(), config.Disk, filepath.ToSlash(file), sets...)
	if err != nil {
		t.Fatal(err)
	}
	return loaded
}

// runAll runs experiments and returns the results with what was computed, such as "ebim energy", sorted.
func runAll(t *testing.T, loaded []*experiment.Experiment, o plan.Options) ([]stage.Result, []string) {
	t.Helper()
	w := &watcher{}
	o.Progress = w
	results, err := execute.Run(t.Context(), loaded, o)
	if err != nil {
		t.Fatal(err)
	}
	for _, result := range results {
		if f := result.Record.Failure; f != nil {
			t.Fatalf("%s failed: %v", result.Record.Model, f)
		}
	}
	return results, w.list()
}

// byStage is how often stages of a name were computed.
func byStage(computed []string) map[string]int {
	counts := map[string]int{}
	for _, label := range computed {
		_, name, _ := strings.Cut(label, " ")
		counts[name]++
	}
	return counts
}

// watcher is a progress reporter that notes which stages are computed, and may act at every step.
type watcher struct {
	step  func(label progress.Label, done int)
	mutex sync.Mutex
	seen  []string
}

func (w *watcher) Start(label progress.Label) progress.Task {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	w.seen = append(w.seen, label.Model+" "+label.Stage)
	return &watched{w, label}
}

func (w *watcher) Overall(progress.Whole) {}
func (w *watcher) Message(string)         {}
func (w *watcher) Close()                 {}

func (w *watcher) list() []string {
	slices.Sort(w.seen)
	return w.seen
}

type watched struct {
	*watcher
	label progress.Label
}

func (*watched) Due() bool { return true }

func (w *watched) Step(done, _ int, _ ...progress.Value) {
	if w.step != nil {
		w.step(w.label, done)
	}
}

func (*watched) End(string) {}

// stopAt runs until a stage of the given name has done a number of steps, then interrupts.
func stopAt(t *testing.T, loaded []*experiment.Experiment, o plan.Options, name string, steps int) []stage.Result {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	o.Progress = &watcher{step: func(label progress.Label, done int) {
		if label.Stage == name && done == steps {
			cancel()
		}
	}}
	results, err := execute.Run(ctx, loaded, o)
	if err != nil {
		t.Fatal(err)
	}
	return results
}

// trained is the bytes of everything that a run's trainings left, by stage and file, without the names' dates.
func trained(t *testing.T, result stage.Result) map[string]string {
	t.Helper()
	files := map[string]string{}
	paths, err := filepath.Glob(filepath.Join(result.Folder, "*", "parameters", "*.bin"))
	histories, _ := filepath.Glob(filepath.Join(result.Folder, "*", "history.csv"))
	if err != nil || len(paths) == 0 || len(histories) == 0 {
		t.Fatalf("%s holds no parameters or no history: %v", result.Folder, err)
	}
	for _, path := range append(paths, histories...) {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		relative, _ := filepath.Rel(result.Folder, path)
		files[strings.Split(filepath.ToSlash(relative), "/")[0]+filepath.Ext(path)] = string(data)
	}
	return files
}
