package experiment_test

import (
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ebim/framework/arithmetic"
	"ebim/framework/config"
	"ebim/framework/experiment"
	"ebim/framework/experiment/plan"
	"ebim/framework/points/files"
	"ebim/framework/runs/stage"
	"ebim/registry"
)

// derived is a circle that learns for some tenths of a second, with a derived model of every kind.
const derived = `
title: Derived
description: models made of one trained model
seeds: [0]
data: {source: {von_mises: {concentration: 2}}, size: 100}
models:
  circle:
    ebim:
      manifold: {dimension: 1, network: {mlp: {hidden: [8]}}, training: {epochs: 75, batch: 50, optimizer: {adam: {rate: 0.01}}}}
      energy: {network: {mlp: {hidden: [4]}}, sampler: {constrained_langevin: {steps: 1}}, training: {epochs: 2, batch: 50}}
  left: {translate: {of: circle, by: [-0.5, 0]}}
  right: {translate: {of: circle, by: [0.5, 0]}}
  union: {of: [left, right]}
  other_union: {union: {of: [left, right], weights: [1, 2]}}
  turned: {rotate: {of: union, angle: pi/4}}
  bigger: {scale: {of: turned, by: 2}}
  both: {mixture: {of: [left, bigger], weights: [0.75, 0.25]}}
samples: 20
mesh: {resolution: 16}
metrics: {topology: {}}
`

// loadDerived reads an experiment's text.
func loadDerived(t *testing.T, text string, sets ...string) ([]*experiment.Experiment, error) {
	t.Helper()
	return experiment.Load(registry.Standard(), config.Disk, filepath.ToSlash(write(t, "derived.yaml", text)), sets...)
}

// runDerived computes an experiment and lists what was computed, such as "left samples".
func runDerived(t *testing.T, folder string, sets ...string) []string {
	t.Helper()
	results, computed := runAll(t, load(t, derived, sets...), plan.Options{Runs: folder, Jobs: 1})
	for _, result := range results {
		if result.Record.Status != stage.Done {
			t.Errorf("%s: %v", result.Record.Model, result.Record.Failure)
		}
		set, err := files.ReadFile(filepath.Join(result.Folder, "samples", "samples.npy"))
		if err != nil || set.Len() != 20 || set.Dim != 2 {
			t.Errorf("%s has the samples %v: %v", result.Record.Model, set, err)
		}
	}
	return computed
}

// Derived models are run without a training of their own; a second run has nothing to do, and another displacement
// computes again only what is made with it.
func TestDerivedModelsRun(t *testing.T) {
	folder := t.TempDir()
	var trainings []string
	for _, computed := range runDerived(t, folder) {
		if strings.HasSuffix(computed, "manifold") || strings.HasSuffix(computed, "energy") {
			trainings = append(trainings, computed)
		}
	}
	if len(trainings) != 2 {
		t.Errorf("trained: %v, want one manifold and one energy", trainings)
	}
	if again := runDerived(t, folder); len(again) > 0 {
		t.Errorf("a second run computed %v", again)
	}
	changed := map[string]bool{}
	for _, computed := range runDerived(t, folder, "models.right.translate.by=[0.6, 0]") {
		label, stage, _ := strings.Cut(computed, " ")
		if stage != "samples" && stage != "mesh" && stage != "metric_topology" {
			t.Errorf("another displacement computed %s", computed)
		}
		changed[label] = true
	}
	want := map[string]bool{"right": true, "union": true, "other_union": true, "turned": true,
		"bigger": true, "both": true}
	if diff := cmp.Diff(want, changed); diff != "" {
		t.Errorf("another displacement changed: %s", diff)
	}
}

// What is resolved from the settings of derived models reads as the same.
func TestDerivedModelsResolve(t *testing.T) {
	first, err := loadDerived(t, derived)
	if err != nil {
		t.Fatal(err)
	}
	again, err := loadDerived(t, string(first[0].Resolved()))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(first[0].Resolved()), string(again[0].Resolved())); diff != "" {
		t.Error(diff)
	}
	models := again[0].Models
	if got := models["other_union"].(*arithmetic.Union); !slices.Equal(got.Of, []string{"left", "right"}) ||
		!slices.Equal(got.Weights, []float64{1, 2}) {
		t.Errorf("the union is %+v", got)
	}
	if got := models["turned"].(*arithmetic.Rotate); got.Angle < 0.785398 || got.Angle > 0.785399 || got.Axis != nil ||
		got.Plane != nil {
		t.Errorf("the rotation is %+v", got)
	}
	space := strings.NewReplacer("von_mises: {concentration: 2}", "uniform_sphere: {}", "dimension: 1", "dimension: 2",
		"0.5, 0]", "0.5, 0, 0]",
		"angle: pi/4", "angle: pi/4, axis: [1, 1, 0]").Replace(derived)
	if _, err := loadDerived(t, space+"  \n", "models.cut={intersection: {of: [left, right]}}",
		"models.plane={rotate: {of: cut, angle: 1, plane: [0, 2]}}"); err != nil {
		t.Error(err)
	}
}

// A mistake is reported once, where it was written, though other models are made of the one that has it.
func TestMistakesInDerivedModels(t *testing.T) {
	for set, want := range map[string]string{
		"models.left.translate.by=[1, 2, 3]": "models.left.by: 3 numbers for data in R^2; allowed: 2, one " +
			"for each coordinate",
		"models.left.translate.of=circel": `models.left.of: "circel", which is not a model of the experiment; allowed: bigger, both, circle`,
		"models.left.translate.of=bigger": "a model that is derived from itself",
		"models.bigger.scale.by=0":        "by: number 0; allowed: a number in (0, inf)",
		"models.both.mixture.weights=[1]": "weights: 1 weights for 2 models",
		"models.union={intersection: {of: " +
			"[left]}}": "models.union.intersection.of: a list of 1; allowed: a list, each a text, of length in [2, " +
			"100]",
		"models.cut={intersection: {of: [left, " +
			"right]}}": "models.cut.of: codimensions that add up to 1 + 1 = 2 in R^2, which leaves 0 dimensions; " +
			"allowed: a sum of at most 1",
	} {
		_, err := loadDerived(t, derived, set)
		var mistakes config.Mistakes
		if !errors.As(err, &mistakes) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", set, err, want)
		}
		if loops := strings.Contains(want, "derived from itself"); len(mistakes) > 1 && !loops {
			t.Errorf("%s makes %d mistakes: %v", set, len(mistakes), err)
		}
	}
}
