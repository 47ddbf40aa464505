package experiment_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ebim/framework/config"
	"ebim/framework/experiment"
	"ebim/framework/experiment/plan"
	"ebim/framework/runs/stage"
	"ebim/registry"
)

// The record says whether seeds draw new data or divide one data set anew, and into how many points.
func TestRecordsTellHowSeedsGetTheirData(t *testing.T) {
	file := filepath.Join(t.TempDir(), "points.csv")
	var rows strings.Builder
	for i := range 40 {
		fmt.Fprintf(&rows, "%d,%d\n", i%7, i*i%11)
	}
	if err := os.WriteFile(file, []byte(rows.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	csv, distribution := "{csv: {file: "+file+"}}", "{von_mises: {concentration: 2}}"
	for name, test := range map[string]struct {
		data string
		want stage.Data
	}{
		"a distribution": {"{source: " + distribution + ", size: 50}",
			stage.Data{Draws: stage.NewData, Training: 50}},
		"a distribution with its own size": {"{source: " + distribution + ", validation: 0.1, holdout: 0.2}",
			stage.Data{Draws: stage.NewData, Training: 700, Validation: 100, HeldOut: 200}},
		"a box": {"{source: " + distribution +
			", size: 50, holdout: 0.1, box: [[-2, 2], [-2, 2]]}",
			stage.Data{Draws: stage.NewData, Training: 45, HeldOut: 5}},
		"a file": {"{source: " + csv + "}", stage.Data{Draws: stage.SameData, Training: 40}},
		"a divided file": {"{source: " + csv + ", holdout: 0.25, validation: 0.1}",
			stage.Data{Draws: stage.Splits, Training: 26, Validation: 4, HeldOut: 10}},
		"some of a file": {"{source: " + csv + ", size: 20}", stage.Data{Training: 20}},
	} {
		text := "seeds: [3]\nmetrics: {manifold_distance: {reference: training}}\nsamples: 5\ndata: " + test.data +
			"\nmodels: {ebm: {energy: {network: {mlp: {hidden: [2]}}, " +
			"sampler: {langevin: {steps: 1}}, training: {epochs: 1}}}}\n"
		results, _ := runAll(t, load(t, text), plan.Options{Runs: t.TempDir(), Jobs: 1})
		if diff := cmp.Diff(&test.want, results[0].Record.Data); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

func TestRecordsNameTheOverridesThatConcernThem(t *testing.T) {
	sets := []string{"models.plain.implicit_manifold.manifold.training.epochs=2",
		"models.ebim.manifold.training.epochs=1", "title=Other", "samples=9"}
	results, _ := runAll(t, load(t, small, sets...), plan.Options{Runs: t.TempDir(), Jobs: 1, Only: []string{"plain"}})
	if diff := cmp.Diff([]string{sets[0], sets[3]}, results[0].Record.Overrides); diff != "" {
		t.Error(diff)
	}
}

func TestDifferencesOfSettings(t *testing.T) {
	whole := load(t, small)[0]
	for set, want := range map[string][]string{
		"title=Other": nil, "seeds=0-9": nil, "figures=null": nil,
		"samples=9": {"samples"}, "data.size=9": {"data"}, "mesh.resolution=9": {"mesh"},
		"models.ebim.manifold.training.epochs=2":                     {"models.ebim"},
		"models.plain.implicit_manifold.manifold.training.epochs=76": nil,
		"metrics.wasserstein.samples=7":                              {"metrics.wasserstein"},
		"metrics={manifold_distance: {reference: training}}":         nil,
	} {
		other := load(t, small, set)[0]
		if diff := cmp.Diff(want, whole.Differences(other, "ebim")); diff != "" {
			t.Errorf("%s: %s", set, diff)
		}
	}
	// What a run keeps of its settings is read back as the same ones.
	kept := write(t, "config.yaml", string(whole.Resolved()))
	again, err := experiment.Load(registry.Standard(), config.Disk, kept)
	if err != nil {
		t.Fatal(err)
	}
	if found := whole.Differences(again[0], "ebim"); found != nil {
		t.Errorf("the file and its own resolved settings differ in %v", found)
	}
	if found := whole.Differences(again[0], "none"); len(found) != 1 {
		t.Errorf("a model that is not there: %v", found)
	}
}
