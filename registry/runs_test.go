package registry_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ebim/framework/config"
	"ebim/framework/experiment"
	"ebim/framework/stage"
	"ebim/registry"
)

// Models in which the components of a kind are run. What a component is written into is marked by %s, in models that are
// trained for a few steps, on a manifold that is learned well enough to be sampled.
const (
	learned  = `dimension: 1, network: {mlp: {hidden: [8]}}, training: {epochs: 75, batch: 50, optimizer: {adam: {rate: 0.01}}}`
	brief    = `network: {mlp: {hidden: [4]}}, training: {epochs: 2, batch: 50}`
	inBox    = `{ebm: {energy: {` + brief + `, %s}, sampling: {sampler: chains, steps: 5}}}`
	onCurve  = `{ebim: {manifold: {` + learned + `}, energy: {` + brief + `, %s}, sampling: {sampler: chains, steps: 5}}}`
	learning = `{implicit_manifold: {manifold: {dimension: 1, training: {epochs: 2, batch: 50}, %s}}}`
	encoding = `{pushforward: {dimension: 1, autoencoder: {training: {epochs: 2, batch: 50}, %s}, energy: {` + brief + `, loss: noise_contrastive}}}`
	fitting  = `{ebm: {energy: {network: {mlp: {hidden: [4]}}, loss: score_matching, training: {epochs: 2, batch: 50, %s}}}}`
)

// runs are, for each kind, the models that a component is run in and the setting that it stands in.
var runs = map[string]struct {
	setting string
	models  []string
}{
	"manifold_loss": {"loss: %s", []string{learning}},
	"energy_loss": {"loss: %s", []string{strings.Replace(inBox, "%s", "sampler: langevin, %s", 1),
		strings.Replace(onCurve, "%s", "sampler: constrained_langevin, %s", 1)}},
	"autoencoder_loss":    {"loss: %s", []string{encoding}},
	"ambient_sampler":     {"sampler: %s", []string{inBox}},
	"constrained_sampler": {"sampler: %s", []string{onCurve}},
	"negative_sampler":    {"sampler: %s", []string{learning}},
	"solver":              {"sampler: {constrained_langevin: {solver: %s}}", []string{onCurve}},
	"network":             {"network: %s", []string{learning}},
	"optimizer":           {"optimizer: %s", []string{fitting}},
	"schedule":            {"schedule: %s", []string{fitting}},
}

// Every loss trains some steps, every sampler and solver draws, every network, optimizer and schedule is trained with: each
// component's example is run.
func TestComponentsRun(t *testing.T) {
	folder := t.TempDir() // in which the learned curve is trained once
	for _, kind := range registry.Kinds {
		how, ok := runs[kind.Name]
		if !ok && !slices.Contains([]string{"data", "model", "metric", "figure"}, kind.Name) {
			t.Errorf("the components of the kind %s are not run", kind.Name)
		}
		for _, c := range kind.Components {
			for i, models := range how.models {
				t.Run(fmt.Sprintf("%s/%s/%d", kind.Name, c.Name, i), func(t *testing.T) {
					written := c.Example
					if strings.Contains(written, ":") {
						written = "{" + written + "}"
					}
					runModel(t, folder, fmt.Sprintf(models, fmt.Sprintf(how.setting, written)))
				})
			}
		}
	}
}

// runModel runs an experiment with one model to its end.
func runModel(t *testing.T, folder, model string) {
	t.Helper()
	text := "seeds: [0]\ndata: {source: {von_mises: {concentration: 2}}, size: 100}\nsamples: 20\nmetrics: {}\nmodels: {m: " + model + "}\n"
	file := filepath.Join(t.TempDir(), "run.yaml")
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	loaded, err := experiment.Load(registry.Standard(), config.Disk, filepath.ToSlash(file))
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	results, err := experiment.Run(t.Context(), loaded, experiment.Options{Runs: folder, Jobs: 1})
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	if record := results[0].Record; record.Status != stage.Done {
		t.Errorf("%s: %v\n%s", record.Status, record.Failure, text)
	}
}
