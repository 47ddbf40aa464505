package results

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"ebim/framework/output"
	"ebim/framework/runs/stage"
)

// Tables may not ask for metrics and outputs that there are not, as far as that is known.
func TestTablesAskForDeclaredOutputs(t *testing.T) {
	declared := &Declared{ByType: known.ByType, OfExperiment: func(name string) map[string]output.List {
		if name != "e" {
			return nil
		}
		return map[string]output.List{"mine": known.ByType["w"], "v": {{Name: "value"}}}
	}}
	for metric, want := range map[string]string{
		"mine.value":             "",
		"mine":                   "",
		"w.ratio":                "", // runs may have what their file no longer has
		"run.seconds.manifold":   "",
		"mine.deviation":         "",
		"mine.valeu":             `t.yaml:3:40: columns[0].metric: "valeu", which is not an output of mine; allowed: value, value_error, ratio, model_points, true_points, standard_deviation; did you mean value?`,
		"v.ratio":                `"ratio", which is not an output of v; allowed: value`,
		"w.rato":                 "did you mean ratio?",
		"mnie.value":             `"mnie", which is not a metric of e; allowed: mine, v, run; did you mean mine?`,
		"run.second":             "did you mean seconds?",
		"wasserstein.noisefloor": `"noisefloor", which is not an output of wasserstein`,
	} {
		text := "title: t\nrows: [{label: a, experiment: e}]\ncolumns: [{label: b, model: m, metric: " + metric + "}]\n"
		spec, err := OpenSpec(fstest.MapFS{"t.yaml": &fstest.MapFile{Data: []byte(text)}}, "t.yaml", declared)
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s:\ngot  %v\nwant %s", metric, err, want)
		}
		if err == nil && (len(spec.Notes()) == 1) != (metric == "mine.deviation") {
			t.Errorf("%s: notes %q", metric, spec.Notes())
		}
	}
	if _, err := declared.check("another", "own.number"); err != nil {
		t.Errorf("of an experiment and a metric that are not known: %v", err)
	}
}

// Old names find what new records have, and new names what old records have.
func TestFormerNamesFindTheirNumbers(t *testing.T) {
	for _, name := range []string{"deviation", "standard_deviation"} {
		r := record("e", "m", 0, "w", name, 2.0)
		for _, asked := range []string{"w.deviation", "w.standard_deviation"} {
			if got, _, problem := known.value(&r, asked); got == nil || *got != 2 {
				t.Errorf("%s of a record with %s: %v (%s)", asked, name, got, problem)
			}
		}
		if current := known.Current(&r, "w", name); current != "standard_deviation" {
			t.Errorf("%s is now %s", name, current)
		}
	}
}

// A label says nothing where the run's own settings say of which type its metric is.
func TestLabelsStandForTheTypesOfTheirRuns(t *testing.T) {
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "config.yaml"),
		[]byte("metrics: {topology: {distance: {}}, other: {topology: {}}}\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	r := record("e", "m", 0, "topology", "components", 1.0, "topology", "median", 3.0, "other", "components", 4.0,
		"other", "a", 5.0)
	for where, want := range map[string][2]float64{folder: {3, 4}, "": {1, 5}, t.TempDir(): {1, 5}} {
		r.Folder = where
		for i, label := range []string{"topology", "other"} {
			if got, _, problem := (&Declared{ByType: known.ByType}).value(&r, label); got == nil || *got != want[i] {
				t.Errorf("%q: the main output of %s is %v (%s), want %v", where, label, got, problem, want[i])
			}
		}
	}
	var nothing *Declared
	table := Summary([]stage.Record{record("e", "m", 0, "own", "b", 2.0, "own", "a", 1.0)}, nothing)
	if label := table.Rows[0].Label; label != "own, a" {
		t.Errorf("a metric that is not known has the row %q", label)
	}
}
