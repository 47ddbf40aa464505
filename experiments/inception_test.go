package experiments_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ebim/framework/config"
	"ebim/framework/experiment"
	"ebim/framework/experiment/execute"
	"ebim/framework/experiment/plan"
	"ebim/framework/runs/stage"
	"ebim/metrics/images/inception/inceptiontest"
	"ebim/registry"
)

// strokesBy is an experiment of a short training on strokes, with metrics.
func strokesBy(t *testing.T, folder, metrics string) ([]*experiment.Experiment, error) {
	t.Helper()
	shipped, err := filepath.Abs("small/mnist_autoencoder.yaml")
	if err != nil {
		t.Fatal(err)
	}
	text := fmt.Sprintf("extends: %s\nseeds: 0\nsamples: 4\ndata: {source: {mnist: {part: train, images: "+
		"images.idx.gz, labels: classes.idx.gz}}, holdout: 0.2}\n"+
		"metrics: {classes: null, density_coverage: null, memorization: null, frechet_training: null, "+
		"%s}\nmodels:\n  pushforward: %s\n",
		filepath.ToSlash(shipped), metrics, strings.ReplaceAll(short["pushforward"], "epochs: null, ", ""))
	file := filepath.Join(folder, "tried.yaml")
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return experiment.Load(registry.Standard(), config.Disk, filepath.ToSlash(file))
}

// Distances by Inception's features, of weights in a file beside the experiment, are called FID; no others are. A file
// with other numbers makes other stages.
func TestDistancesByInception(t *testing.T) {
	folder := t.TempDir()
	writeStrokes(t, folder, 30)
	path := inceptiontest.File(t, folder)
	metrics := "frechet: {features: inception, weights: inception.safetensors, samples: 4}"
	loaded, err := strokesBy(t, folder, metrics)
	if err != nil {
		t.Fatal(err)
	}
	for label, want := range map[string]string{"frechet": "frechet (FID)"} {
		if value, _ := loaded[0].Outputs()[label].Find("value"); value.In(label) != want {
			t.Errorf("the column of %s is called %q", label, value.In(label))
		}
	}
	byClassifier, err := strokesBy(t, folder, "frechet: {samples: 4}")
	if err != nil {
		t.Fatal(err)
	}
	if value, _ := byClassifier[0].Outputs()["frechet"].Find("value"); value.In("frechet") != "frechet" {
		t.Errorf("the column by classifiers is called %q", value.In("frechet"))
	}
	results, err := execute.Run(t.Context(), loaded, plan.Options{Runs: filepath.Join(folder, "runs")})
	if err != nil {
		t.Fatal(err)
	}
	record := results[0].Record
	if record.Status != stage.Done || record.Metrics["frechet"]["value"] == nil {
		t.Errorf("%s: %v, %v", record.Status, record.Failure, record.Metrics)
	}
	before, err := plan.SettingsKeys(loaded[0], "")
	if err != nil {
		t.Fatal(err)
	}
	file, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := file.WriteAt([]byte{1}, 80_000_000); err != nil {
		t.Fatal(err)
	}
	file.Close()
	if after, err := plan.SettingsKeys(loaded[0], ""); err != nil || after["pushforward"] == before["pushforward"] {
		t.Errorf("with other weights the settings are %v, before %v; %v", after, before, err)
	}
}

// Weights that are missing, unfit or of no use are refused, with their place, before anything is computed.
func TestWeightsAreRefused(t *testing.T) {
	folder := t.TempDir()
	writeStrokes(t, folder, 30)
	if err := os.WriteFile(filepath.Join(folder, "unfit.safetensors"), []byte("no weights"), 0o644); err != nil {
		t.Fatal(err)
	}
	for metric, want := range map[string]string{
		"{features: inception}":                          "inception without its weights",
		"{features: pixels, weights: unfit.safetensors}": "weights of features: pixels",
		"{features: inception, weights: " +
			"none.safetensors}": "none.safetensors; a relative path starts at the experiment file's folder",
		"{features: inception, weights: " +
			"unfit.safetensors}": "unfit.safetensors: it is no file in the format safetensors",
		"{features: inception, weights: ./unfit.safetensors}": "metrics.frechet",
	} {
		loaded, err := strokesBy(t, folder, "frechet: "+metric)
		if err == nil {
			_, err = execute.Run(t.Context(), loaded, plan.Options{Runs: filepath.Join(folder, "runs")})
			var unfit *execute.DataError
			if !errors.As(err, &unfit) || unfit.Mistake.Line == 0 {
				t.Errorf("%s: %v", metric, err)
			}
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %q", metric, err, want)
		}
	}
	if _, err := os.Stat(filepath.Join(folder, "runs", "stages")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("something was computed: %v", err)
	}
}
