package experiment_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ebim/framework/config"
	"ebim/framework/experiment"
	"ebim/registry"
)

// sought has two models of which each searches among its own settings.
const sought = `
title: Sought
seeds: [0]
data: {source: {von_mises: {concentration: 2}}, size: 60}
models:
  one: {implicit_manifold: &model {manifold: {dimension: 1, loss: implicit, starts: 1, network: {mlp: {hidden: [4]}}, training: {steps: 5, batch: 50, optimizer: {adam: {rate: 0.01}}}}}}
  two: {implicit_manifold: *model}
samples: 20
metrics: {manifold_distance: {points: 100}}
select: {metric: manifold_distance.mean}
trials: 9
search: {tpe: {startup: 3, batch: 2}}
sweep:
  models.one.manifold.training.optimizer.rate: [0.001, 0.01, 0.1]
  models.one.manifold.training.steps: [5, 10, 20]
  models.two.manifold.training.optimizer.rate: [0.001, 0.01, 0.1]
  models.two.manifold.training.steps: [3, 4, 6]
`

// choices are the settings of trials.
func choices(trials []*experiment.Experiment) []string {
	var all []string
	for _, e := range trials {
		all = append(all, fmt.Sprint(e.Name, e.Swept))
	}
	return all
}

func next(t *testing.T, trials []*experiment.Experiment, o experiment.Options) []*experiment.Experiment {
	t.Helper()
	more, err := experiment.Continue(trials, o)
	if err != nil {
		t.Fatal(err)
	}
	return more
}

// finishSearch runs all trials that are not there yet.
func finishSearch(t *testing.T, text string, o experiment.Options) []*experiment.Experiment {
	t.Helper()
	trials := load(t, text)
	for more := trials; len(more) > 0; {
		execute(t, more, o)
		more = next(t, trials, o)
		trials = append(trials, more...)
	}
	return trials
}

// TestSearchGoesOnWithTheSameTrials: whatever was interrupted, and however many stages run side by side.
func TestSearchGoesOnWithTheSameTrials(t *testing.T) {
	o := experiment.Options{Runs: t.TempDir(), Jobs: 1}
	first := load(t, sought)
	if len(first) != 3 {
		t.Fatalf("%d trials at first, want 3", len(first))
	}
	if more := next(t, first, o); len(more) != 0 {
		t.Fatalf("%d trials follow those that have not been run", len(more))
	}
	random := load(t, strings.Replace(sought, "search:", "#", 1))
	if diff := cmp.Diff(choices(random[:3]), choices(first)); diff != "" {
		t.Error("the first trials are not those of a random search:", diff)
	}
	execute(t, first, o)
	batch := next(t, first, o)
	if len(batch) != 2 || batch[0].Name != "circle,trial=3" {
		t.Fatalf("the second batch is %q", choices(batch))
	}
	execute(t, batch[1:], o) // its first trial is interrupted, say
	if again := next(t, first, o); !slices.Equal(choices(again), choices(batch)) {
		t.Errorf("an interrupted batch becomes %q, was %q", choices(again), choices(batch))
	}
	if more := next(t, append(first, batch...), o); len(more) != 0 {
		t.Errorf("%q follow a batch that is not finished", choices(more))
	}
	resumed := finishSearch(t, sought, o)
	side := finishSearch(t, sought, experiment.Options{Runs: t.TempDir(), Jobs: 4})
	if diff := cmp.Diff(choices(side), choices(resumed)); diff != "" {
		t.Error(diff)
	}
	if len(resumed) != 9 {
		t.Errorf("%d trials, want 9", len(resumed))
	}
	seen := map[string]bool{}
	for _, e := range resumed[3:] { // proposals differ, of each model for itself
		of := fmt.Sprint(e.Swept[:2])
		if seen[of] {
			t.Errorf("%s tries %s again", e.Name, of)
		}
		seen[of] = true
	}
	alone := o
	alone.Only = []string{"one"}
	for i, e := range next(t, resumed[:5], alone) {
		if diff := cmp.Diff(resumed[5+i].Swept[:2], e.Swept[:2]); diff != "" {
			t.Error("a model alone searches otherwise:", diff)
		}
	}
}

func TestSearchThatCantBe(t *testing.T) {
	for text, said := range map[string]string{
		strings.Replace(sought, "trials: 9", "", 1):                           "without trials",
		strings.Replace(sought, "select:", "#", 1):                            "no better and worse",
		strings.Replace(sought, "sweep:", "sweep:\n  data.size: [50, 60]", 1): "the axis data.size",
		strings.Replace(sought, "batch: 2", "batch: 0", 1):                    "search.tpe.batch",
		strings.Replace(sought, "tpe: {startup: 3, batch: 2}", "", 1):         "tpe: {}, halving: {}, or both",
	} {
		file := write(t, "circle.yaml", text)
		_, err := experiment.Load(registry.Standard(), config.Disk, file)
		if err == nil || !strings.Contains(err.Error(), said) {
			t.Errorf("%v; want that it says %q", err, said)
		}
	}
}
