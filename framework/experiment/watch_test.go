package experiment_test

import (
	"bytes"
	"fmt"
	"image/png"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"ebim/framework/experiment"
	"ebim/framework/experiment/execute"
	"ebim/framework/experiment/plan"
	figures "ebim/framework/figure"
	"ebim/framework/runs/history"
	"ebim/framework/runs/live"
	"ebim/framework/runs/progress"
	"ebim/framework/runs/stage"
)

// A reader sees the rows of a training while it goes on: in the end, before the live folder is gone, they are the
// beginning of its history.
func TestRowsAreSeenWhileTraining(t *testing.T) {
	const steps = 150
	root := t.TempDir()
	var rows, seen [][]float64
	var tail *history.Tail
	read := func() bool { // of rows 61 and more, written a second after the step 60 at the latest
		if tail == nil {
			all, err := live.List(root)
			if err != nil || len(all) != 1 || all[0].Progress.Stage != "manifold" || !all[0].Alive(time.Now()) {
				t.Fatalf("live are %+v, %v", all, err)
			}
			tail = &history.Tail{Path: filepath.Join(all[0].Folder, history.File(0))}
		}
		more, _, _, err := tail.Next()
		if err != nil && !os.IsNotExist(err) {
			t.Fatal(err)
		}
		rows = append(rows, more...)
		return len(rows) > 0
	}
	until := func(holds func() bool) {
		for deadline := time.Now().Add(time.Minute); !holds(); time.Sleep(20 * time.Millisecond) {
			if time.Now().After(deadline) {
				t.Fatal("nothing was seen within a minute")
			}
		}
	}
	o := plan.Options{Runs: root, Jobs: 1, Only: []string{"plain"}}
	o.Progress = &watcher{step: func(label progress.Label, done int) {
		switch {
		case label.Stage != "manifold":
		case done == 50, done == 100:
			time.Sleep(600 * time.Millisecond) // rows are given on twice a second
		case done == 60:
			until(read)
			seen = slices.Clone(rows)
		case done == 110:
			until(func() bool { read(); return len(rows) > len(seen) })
		}
	}}
	results, err := execute.Run(t.Context(), load(t, small), o)
	if err != nil || results[0].Record.Status != stage.Done {
		t.Fatal(err, results[0].Record.Failure)
	}
	if len(seen) < 1 || len(seen) > 60 || len(rows) <= len(seen) || len(rows) > 110 {
		t.Errorf("%d rows were seen at first and %d then", len(seen), len(rows))
	}
	whole := history.Tail{Path: filepath.Join(results[0].Folder, "manifold", "history.csv")}
	all, _, _, err := whole.Next()
	if err != nil || len(all) != steps {
		t.Fatalf("%d rows, %v", len(all), err)
	}
	if diff := cmp.Diff(all[:len(rows)], rows); diff != "" {
		t.Errorf("what was seen is not the beginning of the history: %s", diff)
	}
}

// inked counts the dots of a picture that are not white.
func inked(t *testing.T, path string) (count int) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	for y := range img.Bounds().Dy() {
		for x := range img.Bounds().Dx() {
			if r, g, b, _ := img.At(x, y).RGBA(); r+g+b < 3*0xf000 {
				count++
			}
		}
	}
	return count
}

// steps lists the steps of a training's pictures by kind, and fails the test where one is blank.
func steps(t *testing.T, result stage.Result, part string) map[string][]int {
	t.Helper()
	folder := filepath.Join(result.Folder, part, stage.TrainingFolder)
	found := map[string][]int{}
	for _, p := range live.Pictures(folder) {
		found[p.Kind] = append(found[p.Kind], p.Step)
		if dots := inked(t, filepath.Join(folder, p.File)); dots < 500 {
			t.Errorf("%s has only %d dots", p.File, dots)
		}
	}
	return found
}

// drawing are options by which all pictures are drawn, whatever they cost.
func drawing(t *testing.T) plan.Options {
	return plan.Options{Runs: t.TempDir(), Jobs: 1, Previews: figures.Previews, PreviewShare: 1e4}
}

// Models in the plane are drawn while they are trained; the bits of the trainings are those without pictures, and so
// are the keys.
func TestPicturesInThePlane(t *testing.T) {
	sets := []string{"metrics={}", "progress_pictures=3",
		"models.ebm={energy: {network: {mlp: {hidden: [4]}}, sampler: {langevin: {steps: 1}}, training: {epochs: 3, " +
			"batch: 50}}}"}
	o := drawing(t)
	results, _ := runAll(t, load(t, small, sets...), o)
	plain, _ := runAll(t, load(t, small, append(sets, "progress_pictures=0")...),
		plan.Options{Runs: t.TempDir(), Jobs: 1})
	for i, result := range results {
		if diff := cmp.Diff(trained(t, plain[i]), trained(t, result)); diff != "" {
			t.Errorf("%s: its trainings differ from those without pictures", result.Record.Model)
		}
		if diff := cmp.Diff(stageKeys(plain[i]), stageKeys(result)); diff != "" {
			t.Errorf("%s: %s", result.Record.Model, diff)
		}
	}
	manifold := map[string][]int{"model": {50, 100, 150}, "norms": {50, 100, 150}}
	for _, c := range []struct {
		model, part string
		want        map[string][]int
	}{
		{"plain", "manifold", manifold}, {"ebim", "manifold", manifold},
		{"ebim", "energy", map[string][]int{"model": {2, 3, 4}, "norms": {2, 3, 4}}},
		{"ebm", "energy", map[string][]int{"model": {2, 4, 6}}},
		{"pushforward", "autoencoder", map[string][]int{"model": {4, 7, 10}}},
		{"pushforward", "latent_energy", map[string][]int{"model": {2, 3, 4}}},
	} {
		i := slices.IndexFunc(results, func(r stage.Result) bool { return r.Record.Model == c.model })
		if diff := cmp.Diff(c.want, steps(t, results[i], c.part)); diff != "" {
			t.Errorf("%s %s: %s", c.model, c.part, diff)
		}
	}
	if !slices.Contains(results[0].Record.Files, "manifold/training/model-step-000000050.png") {
		t.Errorf("the run's files lack the pictures: %q", results[0].Record.Files)
	}
	if _, computed := runAll(t, load(t, small, append(sets, "progress_pictures=5")...), o); len(computed) > 0 {
		t.Errorf("another number of pictures computed %q", computed)
	}
}

// spots are images of 8 x 8 pixels with a bright spot somewhere, as a table.
func spots(count int) string {
	rng := rand.New(rand.NewPCG(3, 8))
	var text strings.Builder
	for range count {
		x, y := 2+3*rng.Float64(), 2+3*rng.Float64()
		for at := range 64 {
			if at > 0 {
				text.WriteByte(',')
			}
			dx, dy := float64(at%8)-x, float64(at/8)-y
			fmt.Fprintf(&text, "%.4f", math.Exp(-(dx*dx+dy*dy)/3))
		}
		text.WriteByte('\n')
	}
	return text.String()
}

// Images are drawn, and reconstructed by who can. Walks are drawn while a manifold is trained.
func TestPicturesOfImages(t *testing.T) {
	file := write(t, "images.yaml", `
title: Spots
seeds: [0]
data: {source: {csv: {file: spots.csv}}, holdout: 0.2}
progress_pictures: 2
models:
  manifold:
    implicit_manifold:
      manifold: {dimension: 2, starts: 1, network: {mlp: {hidden: [16]}}, training: {steps: 40, batch: 20, optimizer: {adam: {rate: 0.003}}}}
      annealing: {steps: 5}
  nae:
    dimension: 2
    autoencoder: {encoder: {mlp: {hidden: [8]}}, decoder: {mlp: {hidden: [8]}}, training: {steps: 20, batch: 20}}
    normalization: {training: {steps: 4, batch: 20}}
  pushforward:
    dimension: 2
    autoencoder: {encoder: {mlp: {hidden: [8]}}, decoder: {mlp: {hidden: [8]}}, training: {steps: 20, batch: 20}}
    energy: {network: {mlp: {hidden: [4]}}, sampler: {langevin: {steps: 1}}, training: {steps: 4, batch: 20}}
samples: 10
metrics: {}
`)
	if err := os.WriteFile(filepath.Join(filepath.Dir(file), "spots.csv"), []byte(spots(100)), 0o644); err != nil {
		t.Fatal(err)
	}
	results, _ := runAll(t, loadFile(t, file), drawing(t))
	half := func(of int, kinds ...string) map[string][]int {
		want := map[string][]int{}
		for _, kind := range kinds {
			want[kind] = []int{of / 2, of}
		}
		return want
	}
	for i, parts := range []map[string]map[string][]int{
		{"manifold": half(40, "norms", "draws", "walks")},
		{"autoencoder": half(20, "reconstructions"), "normalization": half(4, "reconstructions", "draws")},
		{"autoencoder": half(20, "reconstructions", "walks"), "latent_energy": half(4, "reconstructions", "draws")},
	} {
		for part, want := range parts {
			if diff := cmp.Diff(want, steps(t, results[i], part)); diff != "" {
				t.Errorf("%s %s: %s", results[i].Record.Model, part, diff)
			}
		}
	}
}

// A model that is being trained is drawn with all that is known of its data, such as the names of a table's columns.
func TestPicturesHaveTheColumnsNames(t *testing.T) {
	file := write(t, "named.yaml", `
title: Named
seeds: [0]
data: {source: {csv: {file: named.csv}}}
progress_pictures: 1
models: {manifold: {implicit_manifold: {manifold: {dimension: 1, starts: 1, network: {mlp: {hidden: [4]}}, training: {steps: 4, batch: 4}}}}}
metrics: {}
`)
	if err := os.WriteFile(filepath.Join(filepath.Dir(file), "named.csv"),
		[]byte("latitude,longitude\n0,1\n1,0\n0,-1\n-1,0\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	o := drawing(t)
	var columns []string
	o.Previews = func(s *experiment.Subject) []experiment.Preview {
		columns = s.Columns
		return nil
	}
	runAll(t, loadFile(t, file), o)
	if want := []string{"latitude", "longitude"}; !slices.Equal(columns, want) {
		t.Errorf("%q, want %q", columns, want)
	}
}
