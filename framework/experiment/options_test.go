package experiment_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ebim/framework/config"
	"ebim/framework/experiment"
	"ebim/framework/experiment/execute"
	"ebim/framework/experiment/plan"
)

// Nothing may be written when the data or the options are wrong.
func TestWrongDataAndOptionsStartNothing(t *testing.T) {
	for _, test := range []struct {
		name  string
		csv   string
		sets  []string
		o     plan.Options
		want  string
		usage bool // the settings or the options are to blame, not what is in the files
	}{
		{name: "no file", want: "own.yaml:2:29: data.source: there is no file"},
		{name: "no file for a sweep", sets: []string{"sweep={models.plain.manifold.training.epochs: [1, 2]}"},
			want: "own.yaml:2:29: data.source: there is no file"},
		{name: "empty", csv: "# nothing", want: "points.csv: there are no rows of data"},
		{name: "one point", csv: "1,2\n", want: "one point only"},
		{name: "NaN", csv: "1,2\nnan,3\n", want: `points.csv: line 2, column 0: found "nan"`},
		{name: "infinite", csv: "1,2\n1,inf\n", want: `points.csv: line 2, column 1: found "inf"`},
		{name: "missing field", csv: "1,2\n3\n", want: "points.csv: line 2: this row has 1 fields, the first has 2"},
		{name: "constant column", csv: "1,2\n3,2\n", sets: []string{"data.standardize=none"},
			want: "column 1 of the data (from 0) is 2 in every row"},
		{name: "too few", csv: "1,2\n3,4\n", sets: []string{"data.size=3"},
			want: "size is 3, but there are only 2 points"},
		{name: "outside of the box", csv: "1,2\n3,4\n", sets: []string{"data.box=[[0, 2], [0, 9]]"},
			want: "the box doesn't contain the data: on axis 0 it is [0, 2]"},
		{name: "box axes", csv: "1,2,3\n3,4,5\n", sets: []string{"data.box=[[0, 9], [0, 9]]"},
			want: "data.box: 2 axes; allowed: 3", usage: true},
		{name: "one coordinate", csv: "1\n2\n",
			want:  "models.plain: a manifold for data of 1 coordinate; allowed: data of 2 coordinates or more",
			usage: true},
		{name: "codimension", csv: "1,2\n3,4\n", sets: []string{"models.plain.manifold.dimension=2"},
			want: "models.plain.manifold.dimension: 2, which gives codimension 0 in R^2; allowed: 1 to 1", usage: true},
		{name: "picture", csv: "1,2\n3,4\n", sets: []string{
			"figures={f: {panels: [{model: plain, figure: density_3d}]}}"},
			want: "figures.f.panels[0].figure: a model in R^2; allowed: models and data in R^3 and above; " +
				"density_2d draws in R^2", usage: true},
		{name: "metric", csv: "1,2,3,4\n3,4,5,6\n", sets: []string{"metrics={topology: {}}"},
			want: "metrics.topology: a manifold in R^4; allowed: curves in two or three dimensions", usage: true},
		{name: "unknown model", csv: "1,2\n3,4\n", o: plan.Options{Only: []string{"plan"}},
			want: `--only: "plan"; allowed: plain; did you mean plain?`, usage: true},
		{name: "unknown backend", csv: "1,2\n3,4\n", o: plan.Options{Backend: "xla:cpx"},
			want: `--backend: "xla:cpx"; allowed: cpu, go, xla:cpu`, usage: true},
		{name: "negative jobs", csv: "1,2\n3,4\n", o: plan.Options{Jobs: -1},
			want: "--jobs: -1; allowed: 1 or more", usage: true},
	} {
		t.Run(test.name, func(t *testing.T) {
			file := write(t, "own.yaml", `
data: {source: {csv: {file: points.csv}}}
models: {plain: {implicit_manifold: {manifold: {dimension: 1}}}}
metrics: {manifold_distance: {}}
`)
			if test.csv != "" {
				if err := os.WriteFile(filepath.Join(filepath.Dir(file), "points.csv"), []byte(test.csv),
					0o644); err != nil {
					t.Fatal(err)
				}
			}
			o := test.o
			o.Runs = filepath.Join(t.TempDir(), "runs")
			results, err := execute.Run(t.Context(), loadFile(t, file, test.sets...), o)
			if err == nil || results != nil || !strings.Contains(err.Error(), test.want) ||
				strings.Contains(err.Error(), "\n") {
				t.Fatalf("results %v, error %v\nwant one line with %s", results, err, test.want)
			}
			var mistakes config.Mistakes
			if errors.As(err, &mistakes) != test.usage {
				t.Errorf("%T: %v", err, err)
			}
			if _, err := os.Stat(o.Runs); err == nil {
				t.Error("the folder of runs was made")
			}
		})
	}
}

func TestExperimentsOfOneName(t *testing.T) {
	one, other := write(t, "circle.yaml", small), write(t, "Circle.yaml", small)
	for want, files := range map[string][]string{
		"the file is given twice; allowed: each file once":                       {one, one},
		`an experiment "Circle", as in ` + one + "; allowed: one file of a name": {one, other},
	} {
		loaded := append(loadFile(t, files[0]), loadFile(t, files[1])...)
		_, err := execute.Run(t.Context(), loaded, plan.Options{Runs: t.TempDir()})
		var mistakes config.Mistakes
		if !errors.As(err, &mistakes) || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

func TestOptionsChooseModelsAndSeeds(t *testing.T) {
	two := append(loadFile(t, write(t, "one.yaml", small)),
		loadFile(t, write(t, "two.yaml", small), "models.pushforward=null")...)
	var said []string
	o := plan.Options{Runs: t.TempDir(), Seeds: experiment.Seeds{4, 5}, Only: []string{"pushforward"},
		Log: func(line string) { said = append(said, line) }}
	results, _ := runAll(t, two, o)
	var ran []string
	for _, result := range results {
		ran = append(ran, fmt.Sprintf("%s %s %d", result.Record.Experiment, result.Record.Model, result.Record.Seed))
	}
	if diff := cmp.Diff([]string{"one pushforward 4", "one pushforward 5"}, ran); diff != "" {
		t.Error(diff)
	}
	want := []string{
		"one: 2 runs (model pushforward; seeds 4-5), recorded in " + filepath.Join(o.Runs, "one"),
		"two: no model to run (it has ebim, plain)",
	}
	if diff := cmp.Diff(want, said); diff != "" {
		t.Error(diff)
	}
}
