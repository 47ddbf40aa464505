package experiment_test

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ebim/framework/config"
	"ebim/framework/experiment"
	"ebim/framework/runs/stage"
	"ebim/framework/track/mlflow/mlflowtest"
	"ebim/framework/track/tensorboard"
	"ebim/registry"
)

// tracked runs one model of the small experiment, shown where its text and the options say.
func tracked(t *testing.T, runs, text string, o experiment.Options) []stage.Result {
	t.Helper()
	o.Runs, o.Only, o.Jobs = runs, []string{"plain"}, 1
	results, _ := execute(t, load(t, text), o)
	return results
}

// TestTrackedRun: tools show a run's trainings, numbers and settings; no key and no number of the run depends on them.
func TestTrackedRun(t *testing.T) {
	server, board := mlflowtest.New(t), filepath.Join(t.TempDir(), "board")
	plain := tracked(t, t.TempDir(), small, experiment.Options{})[0].Record
	runs := t.TempDir()
	text := small + "track: {tensorboard: " + board + ", mlflow: " + server.URL + "}\n"
	record := tracked(t, runs, text, experiment.Options{})[0].Record
	if record.Key != plain.Key || record.Settings != plain.Settings {
		t.Errorf("the run's key is %s, without tools %s", record.Key, plain.Key)
	}
	if diff := cmp.Diff(plain.Metrics, record.Metrics); diff != "" {
		t.Error(diff)
	}
	shown := server.Runs()
	if len(shown) != 1 || shown[0].Status != "FINISHED" || shown[0].Experiment != "circle" {
		t.Fatalf("%+v", shown)
	}
	const steps = 75 * 2
	if n := len(shown[0].Metrics["manifold/loss"]); n != steps {
		t.Errorf("%d steps, want %d", n, steps)
	}
	if got := shown[0].Metrics["metrics/wasserstein.value"]; len(got) != 1 || got[0].Value != *record.Metrics["wasserstein"]["value"] {
		t.Errorf("wasserstein is %+v", got)
	}
	p := shown[0].Params
	if p["model.implicit_manifold.manifold.network.mlp.hidden"] != "[8]" || p["data.size"] != "100" || p["seed"] != "0" || p["title"] != "" || p["track.mlflow"] != "" {
		t.Errorf("%v", p)
	}
	name := filepath.Join(board, "circle", "plain", "seed-0-"+record.Settings[:8])
	points, err := tensorboard.Scalars(name)
	if err != nil || !slices.ContainsFunc(points, func(p tensorboard.Point) bool { return p.Tag == "manifold/loss" && p.Step == steps-1 }) {
		t.Errorf("%d points, %v", len(points), err)
	}
	server.Requests()
	tracked(t, runs, text, experiment.Options{})
	if again, err := tensorboard.Scalars(name); len(again) != len(points) || err != nil {
		t.Errorf("the same run again: %d points, %v", len(again), err)
	}
	if n := server.Requests(); n != 1 { // what does the server have?
		t.Errorf("the same run again: %d requests", n)
	}
}

// TestToolsThatFail: a run is none the worse for them.
func TestToolsThatFail(t *testing.T) {
	file := write(t, "file", "")
	o := experiment.Options{MLflow: "http://127.0.0.1:1", TensorBoard: filepath.Join(file, "below")}
	if record := tracked(t, t.TempDir(), small, o)[0].Record; record.Status != stage.Done || record.Metrics["wasserstein"] == nil {
		t.Errorf("%+v", record)
	}
}

func TestTrackedWhere(t *testing.T) {
	e := load(t, small+"track: {tensorboard: board, mlflow: http://here}\n")[0]
	folder := filepath.Dir(filepath.FromSlash(e.File))
	if got := (experiment.Options{}).Tracked(e); got.TensorBoard != filepath.Join(folder, "board") || got.MLflow != "http://here" {
		t.Errorf("%+v", got)
	}
	if got := (experiment.Options{TensorBoard: "mine", MLflow: "http://there"}).Tracked(e); got.TensorBoard != "mine" || got.MLflow != "http://there" {
		t.Errorf("%+v", got)
	}
	wrong := filepath.ToSlash(write(t, "circle.yaml", small+"track: {mlflow: localhost}\n"))
	if _, err := experiment.Load(registry.Standard(), config.Disk, wrong); err == nil || !strings.Contains(err.Error(), "track.mlflow") {
		t.Errorf("%v", err)
	}
	if _, err := experiment.Run(t.Context(), load(t, small), experiment.Options{Runs: t.TempDir(), MLflow: "localhost"}); err == nil || !strings.Contains(err.Error(), "--mlflow") {
		t.Errorf("%v", err)
	}
}
