package registry_test

import (
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"gonum.org/v1/plot/vg/draw"

	"ebim/framework/config"
	"ebim/framework/dataset"
	"ebim/framework/experiment"
	"ebim/framework/experiment/execute"
	"ebim/framework/experiment/plan"
	"ebim/framework/experiment/subject"
	"ebim/framework/loss"
	"ebim/framework/model"
	"ebim/framework/network"
	"ebim/framework/runs/history"
	"ebim/framework/runs/stage"
	"ebim/framework/sampler"
	"ebim/framework/train"
	"ebim/registry"
)

// outside is the registry of a program with a toy of each kind of its own.
func outside(t *testing.T) *registry.Registry {
	t.Helper()
	k := registry.Kinds
	k = add[dataset.Source](k, "ring", new(ring))
	k = add[network.Network](k, "bowl", new(bowl))
	k = add[loss.Manifold](k, "distance", new(distance))
	k = add[loss.Energy](k, "contrast", new(contrast))
	k = add[loss.Autoencoder](k, "compression", new(compression))
	k = add[sampler.Ambient](k, "descent", new(descent))
	k = add[sampler.Constrained](k, "walk", new(walk))
	k = add[sampler.Negative](k, "descent", new(descent))
	k = add[sampler.Solver](k, "pull", new(pull))
	k = add[train.Optimizer](k, "plain", new(plain))
	k = add[train.Schedule](k, "halving", new(halving))
	k = add[model.Model](k, "cloud", new(cloud))
	k = add[experiment.Metric](k, "radius", new(radius))
	k = add[experiment.Figure](k, "blank", new(blank))
	for i, kind := range k {
		if len(kind.Components) != len(registry.Kinds[i].Components)+1 {
			t.Errorf("there is no toy %s", kind.Name)
		}
	}
	r, err := registry.New(k)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func add[I any](kinds []registry.Kind, name string, toy I) []registry.Kind {
	return registry.Add(kinds, registry.Entry[I]{Name: name, Settings: toy, Doc: "a toy", Example: name})
}

const toys = `
seeds: [0]
data: {source: ring, size: 60, box: [[-2, 2], [-2, 2]]}
models:
  ebim:
    manifold: {dimension: 1, network: bowl, loss: {distance: {noise: 0.2}}, sampler: {descent: {steps: 2}}, training: &training
      {epochs: 40, batch: 30, optimizer: plain, schedule: halving, clip_norm: 1}}
    energy: {network: bowl, loss: contrast, sampler: {walk: {solver: pull}}, training: *training}
    sampling: {sampler: chains, steps: 10}
  ebm:
    energy: {network: bowl, loss: contrast, sampler: descent, training: *training}
    sampling: {sampler: chains, steps: 10}
  pushforward:
    dimension: 1
    autoencoder: {loss: compression, training: {epochs: 2}}
    energy: {network: bowl, loss: contrast, sampler: descent, training: *training}
  cloud: {}
samples: 40
metrics: {radius: {}}
figures: {all: {panels: [{model: cloud, figure: blank}]}}
`

// A component of each kind from outside works like those from inside: an experiment of toys is checked, trained,
// sampled, measured and drawn.
func TestToysRun(t *testing.T) {
	file := filepath.Join(t.TempDir(), "toys.yaml")
	if err := os.WriteFile(file, []byte(toys), 0o644); err != nil {
		t.Fatal(err)
	}
	loaded, err := experiment.Load(outside(t), config.Disk, filepath.ToSlash(file))
	if err != nil {
		t.Fatal(err)
	}
	o := plan.Options{Runs: t.TempDir(), Jobs: 1}
	results, err := execute.Run(t.Context(), loaded, o)
	if err != nil {
		t.Fatal(err)
	}
	for _, result := range results {
		record := result.Record
		if value := record.Metrics["radius"]["value"]; record.Status != stage.Done || value == nil || !(*value > 0) ||
			math.IsInf(*value, 0) {
			t.Errorf("%s: %s, radius %v, %v %v", record.Model, record.Status, value, record.Failure, record.Failures)
		}
	}
	panel := loaded[0].Figures["all"].Panels[0]
	opened, err := subject.Open(o)
	if err != nil {
		t.Fatal(err)
	}
	defer opened.Close()
	subject, err := opened.Subject(loaded[0], panel.Model, 0)
	if err != nil {
		t.Fatal(err)
	}
	if err := panel.Figure.Draw(t.Context(), subject, draw.Canvas{}); err != nil || !panel.Figure.(*blank).drawn {
		t.Errorf("the figure is not drawn: %v", err)
	}
	checkHistories(t, opened, loaded[0])
}

// checkHistories: what losses and samplers tell stands in the histories, under the names that they gave.
func checkHistories(t *testing.T, opened *subject.Opened, e *experiment.Experiment) {
	t.Helper()
	subject, err := opened.Subject(e, "ebim", 0)
	if err != nil {
		t.Fatal(err)
	}
	for part, want := range map[string][]string{
		"manifold": {"loss", "data", "gradient", "slope"},
		"energy": {"loss", "samples", "log_normalizer", "acceptance", "failed", "non_reversible", "step_size",
			"length", "normaliser_error"},
	} {
		columns, err := history.Read(subject.Histories[part])
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, column := range columns {
			names = append(names, column.Name)
		}
		if !slices.Equal(names, want) {
			t.Errorf("the %s's history has the columns %v, want %v", part, names, want)
		}
	}
}
