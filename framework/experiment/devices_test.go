package experiment_test

import (
	"errors"
	"strings"
	"testing"

	"ebim/framework/backend/backendtest"
	"ebim/framework/config"
	"ebim/framework/experiment/execute"
	"ebim/framework/experiment/plan"
	"ebim/framework/experiment/subject"
	"ebim/framework/runs/stage"
)

// onDevices are options for devices of XLA; the test is skipped where there is no plugin with that many.
func onDevices(t *testing.T, devices int) plan.Options {
	t.Helper()
	backendtest.NeedDevices(t, devices)
	return plan.Options{Backend: "xla:cpu", Devices: devices, Runs: t.TempDir()}
}

// A batch that devices can't share evenly is refused before anything is computed, for each training, where it is
// written.
func TestBatchesThatDevicesCannotShare(t *testing.T) {
	o := onDevices(t, 3)
	loaded := loadText(t,
		circle+"models: {a: {ebim: {manifold: {dimension: 1, training: {batch: 40}}, energy: {training: {batch: "+
			"30}}}}}\n"+
			"samples: 10\n")
	results, err := execute.Run(t.Context(), loaded, o)
	var mistakes config.Mistakes
	if results != nil || !errors.As(err, &mistakes) || len(mistakes) != 1 {
		t.Fatalf("%v, %v", results, err)
	}
	for _, want := range []string{
		"big.yaml:2:64: models.a.manifold.training.batch: a batch of 40 points for 3 devices",
		"a multiple of 3", "1, 2, 4, 5, 8, 10, 20, 40"} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

// Runs on several devices are others than those on one, and their records say so.
func TestRunsOnDevices(t *testing.T) {
	o := onDevices(t, 2)
	loaded := loadText(t,
		"data: {source: {von_mises: {concentration: 1}}, size: 20}\nseeds: 0\nsamples: 10\nmetrics: {}\n"+
			"models: {a: {ebm: {energy: {network: {mlp: {hidden: [2]}}, loss: score_matching, training: {epochs: 1, "+
			"batch: 20}}}}}\n")
	keys := map[string]string{}
	for _, devices := range []int{1, 2} {
		o.Devices = devices
		results, err := execute.Run(t.Context(), loaded, o)
		if err != nil || len(results) != 1 || results[0].Record.Status != stage.Done {
			t.Fatalf("%+v, %v", results, err)
		}
		keys[results[0].Record.Backend] = results[0].Record.Key
	}
	if one, two := keys["xla:cpu"], keys["xla:cpu on 2 devices"]; len(keys) != 2 || one == "" ||
		two == "" || one == two {
		t.Errorf("the keys are %v", keys)
	}
}

// What several devices have trained is found by their number, and read by one.
func TestRunsOnDevicesAreRead(t *testing.T) {
	o := onDevices(t, 2)
	loaded := loadText(t,
		"data: {source: {von_mises: {concentration: 1}}, size: 20}\nseeds: 0\nsamples: 10\nmetrics: {}\n"+
			"models: {a: {ebm: {energy: {network: {mlp: {hidden: [2]}}, loss: score_matching, training: {epochs: 1, "+
			"batch: 20}}}}}\n")
	if _, err := execute.Run(t.Context(), loaded, o); err != nil {
		t.Fatal(err)
	}
	for devices, there := range map[int]bool{2: true, 1: false} {
		o.Devices = devices
		opened, err := subject.Open(o)
		if err != nil {
			t.Fatal(err)
		}
		var missing *subject.NotRunError
		if _, err := opened.Subject(loaded[0], "a", 0); there && err != nil || !there && !errors.As(err, &missing) {
			t.Errorf("with %d devices: %v", devices, err)
		}
		opened.Close()
	}
}

// To read runs, no more devices need be there than one.
func TestReadingTakesOneDevice(t *testing.T) {
	opened, err := subject.Open(plan.Options{Devices: 4, Runs: t.TempDir()}) // of cpu, which has one
	if err != nil {
		t.Fatal(err)
	}
	opened.Close()
}
