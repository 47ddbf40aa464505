package experiment_test

import (
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ebim/framework/experiment/execute"
	"ebim/framework/experiment/plan"
	"ebim/framework/experiment/subject"
	"ebim/framework/points/files"
	"ebim/framework/runs/progress"
	"ebim/framework/runs/stage"
)

// stageKeys are the keys of a run's stages by name.
func stageKeys(result stage.Result) map[string]string {
	keys := map[string]string{}
	for _, s := range result.Record.Stages {
		keys[s.Name] = s.Key
	}
	return keys
}

// Run with -race: the models are trained side by side on one engine.
func TestStagesAreSharedAndReused(t *testing.T) {
	o := plan.Options{Runs: t.TempDir(), Jobs: 3}
	results, computed := runAll(t, load(t, small), o)
	// The manifold of plain and ebim is one; data are prepared once for the seed, and the truth's noise floor is
	// one.
	want := map[string]int{"data": 1, "manifold": 1, "energy": 1, "autoencoder": 1, "latent_energy": 1, "samples": 3,
		"mesh": 3, "noise_floor": 1, "metric_wasserstein": 3}
	if diff := cmp.Diff(want, byStage(computed)); diff != "" {
		t.Errorf("computed: %s", diff)
	}
	for _, result := range results {
		value := result.Record.Metrics["wasserstein"]["value"]
		if result.Record.Status != stage.Done || value == nil || !(*value > 0) {
			t.Errorf("%s: %+v", result.Record.Model, result.Record)
		}
	}
	if again, computed := runAll(t, load(t, small), o); len(computed) != 0 ||
		again[0].Record.Key != results[0].Record.Key {
		t.Errorf("a second time %v were computed", computed)
	}
	if _, computed := runAll(t, load(t, small, "metrics.wasserstein.repeats=2"), o); !cmp.Equal(byStage(computed),
		map[string]int{"noise_floor": 1, "metric_wasserstein": 3}) {
		t.Errorf("a changed metric computed %v", computed)
	}
	if _, computed := runAll(t, load(t, small, "models.ebim.energy.training.epochs=3"), o); !cmp.Equal(computed,
		[]string{"ebim energy", "ebim mesh", "ebim metric_wasserstein", "ebim samples"}) {
		t.Errorf("a changed energy computed %v", computed)
	}
	o.Fresh, o.Only = true, []string{"plain"}
	if _, computed := runAll(t, load(t, small), o); len(computed) != 6 {
		t.Errorf("afresh %v were computed, want plain's six stages", computed)
	}
}

func TestSameBitsWhateverRunsBeside(t *testing.T) {
	together, _ := runAll(t, load(t, small), plan.Options{Runs: t.TempDir(), Jobs: 3})
	alone, _ := runAll(t, load(t, small), plan.Options{Runs: t.TempDir(), Jobs: 1, Only: []string{"ebim"}})
	if diff := cmp.Diff(trained(t, together[0]), trained(t, alone[0])); diff != "" {
		t.Errorf("the ebim depends on what runs beside it: %s", diff)
	}
}

func TestInterruptedRunGoesOnToTheSameBits(t *testing.T) {
	only := plan.Options{Only: []string{"ebim"}, Jobs: 1}
	whole, cut := only, only
	whole.Runs, cut.Runs = t.TempDir(), t.TempDir()
	want, _ := runAll(t, load(t, small), whole)
	for _, stop := range []struct {
		stage string
		steps int
	}{{"manifold", 70}, {"manifold", 120}, {"energy", 3}} {
		results := stopAt(t, load(t, small), cut, stop.stage, stop.steps)
		if got := results[0].Record.Status; got != stage.Interrupted {
			t.Fatalf("stopped at %s %d: %s", stop.stage, stop.steps, got)
		}
	}
	steps := map[string]int{}
	cut.Progress = &watcher{step: func(label progress.Label, _ int) { steps[label.Stage]++ }}
	results, err := execute.Run(t.Context(), load(t, small), cut)
	if err != nil || results[0].Record.Status != stage.Done {
		t.Fatal(err, results[0].Record)
	}
	if diff := cmp.Diff(map[string]int{"energy": 1}, steps); diff != "" { // of 4 steps 3 were done
		t.Errorf("steps after the interruptions: %s", diff)
	}
	if diff := cmp.Diff(trained(t, want[0]), trained(t, results[0])); diff != "" {
		t.Errorf("interrupted thrice, the training ends otherwise: %s", diff)
	}
}

func TestChangedFileIsAnotherDataSet(t *testing.T) {
	folder := t.TempDir()
	rows := func(shift float64) {
		var text strings.Builder
		for i := range 60 {
			fmt.Fprintf(&text, "%d,%v\n", i%7, float64(i*i%11)+shift)
		}
		if err := os.WriteFile(filepath.Join(folder, "points.csv"), []byte(text.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	file := filepath.Join(folder, "own.yaml")
	text := `
seeds: [0]
data: {source: {csv: {file: points.csv}}, holdout: 0.25}
models: {ebm: {energy: {network: {mlp: {hidden: [4]}}, sampler: {langevin: {steps: 1}}, training: {epochs: 1}}}}
samples: 20
metrics: {wasserstein: {repeats: 1}}
`
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	o := plan.Options{Runs: t.TempDir(), Jobs: 1}
	rows(0)
	first, _ := runAll(t, loadFile(t, file), o)
	rows(1)
	second, computed := runAll(t, loadFile(t, file), o)
	if a, b := stageKeys(first[0]), stageKeys(second[0]); a["data"] == b["data"] || a["energy"] == b["energy"] {
		t.Errorf("keys %v and then %v", a, b)
	}
	if len(computed) != 5 {
		t.Errorf("computed %v, want all five stages", computed)
	}
	rows(0)
	third, computed := runAll(t, loadFile(t, file), o)
	if len(computed) != 0 {
		t.Errorf("with the first file again %v were computed", computed)
	}
	// [0, 6] x [0, 9], and one higher, a quarter wider on each side
	for folder, want := range map[string]string{third[0].Folder: "[[-1.5,7.5],[-2.25,11.25]]",
		second[0].Folder: "[[-1.5,7.5],[-1.25,12.25]]"} {
		if box, err := os.ReadFile(filepath.Join(folder, "data", "box.json")); err != nil || string(box) != want {
			t.Errorf("box %s (%v), want %s", box, err, want)
		}
	}
}

// Points are trained on, validated on or held out, each of them one of these; the held-out ones don't depend on
// whether there are others to validate on. Metrics see the ones they ask for.
func TestValidationPoints(t *testing.T) {
	folder := t.TempDir()
	const n = 80
	var text strings.Builder
	for i := range n {
		fmt.Fprintf(&text, "%d,%v\n", i, math.Sin(float64(i)))
	}
	if err := os.WriteFile(filepath.Join(folder, "points.csv"), []byte(text.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(folder, "own.yaml")
	settings := `
seeds: [0]
data: {source: {csv: {file: points.csv}}, holdout: 0.25, validation: 0.1}
models: {curve: {implicit_manifold: {manifold: {dimension: 1, network: {mlp: {hidden: [4]}}, training: {epochs: 3, validate_every: 1}}}}}
samples: 20
metrics:
  manifold_distance: {reference: validation}
  again: {manifold_distance: {reference: held_out}}
`
	if err := os.WriteFile(file, []byte(settings), 0o644); err != nil {
		t.Fatal(err)
	}
	o := plan.Options{Runs: t.TempDir(), Jobs: 1}
	results, _ := runAll(t, loadFile(t, file), o)
	read := func(result stage.Result, name string) []int {
		set, err := files.ReadFile(filepath.Join(result.Folder, "data", name))
		if err != nil {
			t.Fatal(err)
		}
		var rows []int
		for i := range set.Len() {
			rows = append(rows, int(set.At(i)[0]))
		}
		return rows
	}
	train, validation, held := read(results[0], "train.npy"), read(results[0], "validation.npy"),
		read(results[0], "held_out.npy")
	if len(train) != 52 || len(validation) != 8 || len(held) != 20 {
		t.Errorf("%d, %d and %d points", len(train), len(validation), len(held))
	}
	every := slices.Sorted(slices.Values(slices.Concat(train, validation, held)))
	if len(slices.Compact(every)) != n {
		t.Errorf("some points are there twice, or not at all: %v", every)
	}
	history, err := os.ReadFile(filepath.Join(results[0].Folder, "manifold", "history.csv"))
	if header, _, _ := strings.Cut(string(history), "\n"); err != nil || !strings.HasSuffix(header, ",validation") {
		t.Errorf("the history's columns are %s (%v)", header, err)
	}
	without, _ := runAll(t, loadFile(t, file, "data.validation=0", "models.curve.manifold.training.validate_every=0",
		"metrics=null"), o)
	if diff := cmp.Diff(held, read(without[0], "held_out.npy")); diff != "" {
		t.Errorf("without validation points others are held out:\n%s", diff)
	}
	measured := results[0].Record.Metrics
	if a, b := measured["manifold_distance"]["points"], measured["again"]["points"]; a == nil || b == nil ||
		*a != 8 || *b != 20 {
		t.Errorf("distances of validation and held-out points: %v", measured)
	}
}

func TestComparingMetric(t *testing.T) {
	metrics := `
metrics:
  plain_points: {published_transport: {granularity: 10, support_points: 50, true_points: 20, as_printed: true}}
  again: {published_transport: {granularity: 12, support_points: 50, true_points: 20, as_printed: true, points_of: rival}}
  own_points: {published_transport: {granularity: 10, support_points: 50, true_points: 20}}
  manifold_distance: {}
`
	text, _, _ := strings.Cut(small, "metrics:")
	o := plan.Options{Runs: t.TempDir(), Jobs: 2}
	rival := []string{"models.rival={ebim: {manifold: {dimension: 1, loss: implicit, starts: 1, network: {mlp: " +
		"{hidden: [8]}}, training: {epochs: 75, batch: 50, " +
		"optimizer: {adam: {rate: 0.01}}}}, energy: {network: {mlp: {hidden: [3]}}, sampler: {constrained_langevin: " +
		"{steps: 1}}, training: {epochs: 1}}}}",
		"models.ambient={ebm: {energy: {network: {mlp: {hidden: [4]}}, sampler: {langevin: {steps: 1}}, training: " +
			"{epochs: 1}}}}"}
	results, computed := runAll(t, load(t, text+metrics, rival...), o)
	manifolds := 0
	for _, label := range computed {
		if strings.HasSuffix(label, "manifold") {
			manifolds++
		}
	}
	if manifolds != 1 {
		t.Errorf("%d manifolds were trained, want one for plain, ebim and rival: %v", manifolds, computed)
	}
	byModel := map[string]stage.Result{}
	for _, result := range results {
		byModel[result.Record.Model] = result
	}
	// The pushforward looks at the others' stages under aliases; so does the ambient model, whose own has the same
	// name. The manifold of both others is one, and goes by the first metric's alias.
	for _, label := range []string{"pushforward", "ambient"} {
		keys, ebim := stageKeys(byModel[label]), stageKeys(byModel["ebim"])
		if keys["ebim_energy"] != ebim["energy"] || keys["rival_manifold"] != ebim["manifold"] ||
			keys["rival_energy"] != stageKeys(byModel["rival"])["energy"] {
			t.Errorf("%s: stages %v; the ebim has %v", label, keys, ebim)
		}
	}
	if keys := stageKeys(byModel["ebim"]); keys["ebim_energy"] != "" || keys["rival_energy"] == "" ||
		keys["rival_manifold"] != "" {
		t.Errorf("ebim: stages %v", keys)
	}
	for label, want := range map[string][]bool{ // own_points, plain_points, manifold_distance
		"ebim": {true, true, true}, "pushforward": {true, true, true}, "plain": {false, false, true},
		"ambient": {true, true, false},
	} {
		for i, metric := range []string{"own_points", "plain_points", "manifold_distance"} {
			if _, measured := byModel[label].Record.Metrics[metric]; measured != want[i] {
				t.Errorf("%s has %s: %v, want %v", label, metric, measured, want[i])
			}
		}
	}
	own, printed := byModel["pushforward"].Record.Metrics["own_points"]["value"],
		byModel["pushforward"].Record.Metrics["plain_points"]["value"]
	if own == nil || printed == nil || *own == *printed {
		t.Errorf("pushforward: with its own points %v, with the ebim's %v", own, printed)
	}
}

func TestDivergenceIsRecordedAndOthersGoOn(t *testing.T) {
	o := plan.Options{Runs: t.TempDir(), Jobs: 2, Progress: &watcher{}, Only: []string{"plain", "pushforward"}}
	results, err := execute.Run(t.Context(), load(t, small,
		"models.plain.manifold.training.optimizer.adam.rate=1e30"), o)
	if err != nil {
		t.Fatal(err)
	}
	record, err := stage.ReadRecord(filepath.Join(results[0].Folder, "record.json"))
	if err != nil {
		t.Fatal(err)
	}
	f := record.Failure
	if record.Status != stage.Failed || f == nil || f.Stage != "manifold" || f.Step != 2 ||
		f.Reason != "loss is NaN or infinite" {
		t.Errorf("%+v", record)
	} else if !strings.Contains(f.Cause, "its last finite value was 0.") ||
		!strings.Contains(f.Cause, "likely cause: a learning rate that is too high") {
		t.Errorf("cause %q", f.Cause)
	}
	if results[1].Record.Status != stage.Done {
		t.Errorf("the other model: %+v", results[1].Record)
	}
}

func TestDamagedPreparedDataAreMadeAgain(t *testing.T) {
	o := plan.Options{Runs: t.TempDir(), Jobs: 1, Only: []string{"plain"}}
	results, _ := runAll(t, load(t, small), o)
	paths, err := filepath.Glob(filepath.Join(o.Runs, "stages", "manifold-*", "parameters", "*.bin"))
	if err != nil || len(paths) != 1 {
		t.Fatal(paths, err)
	}
	text, err := os.ReadFile(paths[0])
	if err != nil {
		t.Fatal(err)
	}
	text[len(text)/2] ^= 1 // of the same length
	if err := os.WriteFile(paths[0], text, 0o644); err != nil {
		t.Fatal(err)
	}
	again, computed := runAll(t, load(t, small), o)
	if diff := cmp.Diff([]string{"plain manifold"}, computed); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(stageKeys(results[0]), stageKeys(again[0])); diff != "" {
		t.Error(diff)
	}
}

// Figures say why a model's run failed, but not after its settings have changed.
func TestFiguresKnowWhyARunFailed(t *testing.T) {
	const diverging = "models.ebim.manifold.training.optimizer.adam.rate=1e300"
	loaded, runs := load(t, small, diverging), t.TempDir()
	if _, err := execute.Run(t.Context(), loaded, plan.Options{Runs: runs, Only: []string{"ebim"}}); err != nil {
		t.Fatal(err)
	}
	opened, err := subject.Open(plan.Options{Runs: runs})
	if err != nil {
		t.Fatal(err)
	}
	defer opened.Close()
	var missing *subject.NotRunError
	if _, err := opened.Subject(loaded[0], "ebim", 0); !errors.As(err, &missing) ||
		!strings.HasPrefix(err.Error(), "ebim failed: stage manifold") {
		t.Errorf("of the failed run: %v", err)
	}
	changed := load(t, small, diverging, "models.ebim.manifold.training.epochs=76")
	if _, err := opened.Subject(changed[0], "ebim", 0); !errors.As(err, &missing) || missing.Failure != nil ||
		!strings.Contains(err.Error(), "not computed with seed") {
		t.Errorf("of other settings: %v", err)
	}
}
