package results

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"ebim/framework/runs/stage"
)

// files is an Origin in which the files' records have the settings "file", on any backend.
type files struct{}

func (files) Command(experiment string) string {
	if strings.HasPrefix(experiment, "own") {
		return ""
	}
	return "ebim run " + experiment + ".yaml"
}

func (files) Own(record *stage.Record) bool { return strings.HasPrefix(record.Settings, "file") }

func (files) Differs(record *stage.Record) string {
	return strings.TrimPrefix(strings.Join(record.Overrides, ", "), "none")
}

// made makes a record with settings, started some hours after the first.
func made(experiment, model string, seed int, settings string, hours int, value float64,
	overrides ...string) stage.Record {
	r := record(experiment, model, seed, "w", "value", value)
	r.Settings, r.Started, r.Overrides, r.Backend = settings, r.Started.Add(time.Duration(hours)*time.Hour),
		overrides, "cpu"
	return r
}

func variants() []stage.Record {
	gpu := made("e", "m", 1, "file, xla:cuda", 9, 8)
	gpu.Backend = "xla:cuda"
	return []stage.Record{
		made("e", "m", 0, "file", 0, 1), made("e", "m", 0, "other", 5, 100, "data.size=9"),
		made("e", "m", 1, "file", 0, 2), gpu,
		made("e", "m", 2, "other", 5, 300, "data.size=9"), made("e", "m", 2, "older", 6, 400),
		made("e", "o", 0, "file", 0, 5), made("e", "o", 1, "older still", 0, 600), made("e", "o", 1, "older", 1, 500),
		made("own", "m", 0, "a", 0, 7), made("own", "m", 0, "b", 1, 9, "data.size=9"),
	}
}

const perModel = "title: t\nrows: [{label: m, model: m}, {label: o, model: o}]\n" +
	"columns: [{label: e, experiment: e, metric: w.value}]\n"

func TestTablesTakeTheFilesOwn(t *testing.T) {
	picked := Pick(variants(), files{})
	spec, err := parse(perModel)
	if err != nil {
		t.Fatal(err)
	}
	spec.Among(picked, files{})
	table := spec.Fill(picked.Records)
	var cells []string
	for _, row := range table.Rows {
		cells = append(cells, row.Cells[0].Text)
	}
	if diff := cmp.Diff([]string{"1.50 ± 0.50 (2/3 seeds)", "5.00 (1/3 seeds)"}, cells); diff != "" {
		t.Error(diff)
	}
	want := []string{"e: `ebim run e.yaml` makes what is missing",
		"e, m: seed 2: not run with the settings of the file; the newest run is by an earlier version of the " +
			"program or of its data",
		"e, o: seed 1: not run with the settings of the file; the newest run is by an earlier version of the " +
			"program or of its data"}
	for _, note := range want {
		if !strings.Contains(strings.Join(table.Notes, "\n"), note) {
			t.Errorf("no %q in %q", note, table.Notes)
		}
	}
	if newest := picked.Records[len(picked.Records)-1]; newest.Settings != "b" || len(picked.Notes) != 1 ||
		!strings.Contains(picked.Notes[0], "own has runs of several settings") {
		t.Errorf("of no file: %+v, notes %q", newest, picked.Notes)
	}
}

// Whose runs have never been made is missing as well, and so is what a wildcard stands for.
func TestTablesSayHowWhatIsMissingIsMade(t *testing.T) {
	for rows, want := range map[string]string{"{label: a, experiment: never, model: m}": "missing",
		"{label: a, experiment: \"e*\", model: m}": "missing",
		"{label: a, experiment: own, model: x}":    "missing"} {
		spec, err := parse("title: t\nrows: [" + rows + "]\ncolumns: [{label: w, metric: w.value}]\n")
		if err != nil {
			t.Fatal(err)
		}
		picked := Pick([]stage.Record{made("e", "m", 0, "other", 0, 1, "data.size=9")}, files{})
		spec.Among(picked, files{})
		table := spec.Fill(picked.Records)
		told := strings.Contains(strings.Join(table.Notes, "\n"), ".yaml` makes what is missing")
		if cell := table.Rows[0].Cells[0]; cell.Text != want || told == strings.Contains(rows, "own") {
			t.Errorf("%s: %+v, notes %q", rows, cell, table.Notes)
		}
	}
}

func TestSettingsApart(t *testing.T) {
	var names []string
	for _, own := range Apart(variants()[:9], files{}) {
		names = append(names, fmt.Sprintf("%s: %d", own[0].Experiment, len(own)))
	}
	slices.Sort(names)
	want := []string{"e [--backend xla:cuda]: 1", "e [--set data.size=9]: 2",
		"e [earlier version, settings older st]: 1", "e [earlier version]: 2", "e: 3"}
	if diff := cmp.Diff(want, names); diff != "" {
		t.Error(diff)
	}
}

// BenchmarkLoad reads the records of ten thousand runs.
func BenchmarkLoad(b *testing.B) {
	root := b.TempDir()
	for i := range 10000 {
		r := made("e", fmt.Sprintf("model_%d", i%10), i/10, "0123456789abcdef0123", 0, 1)
		for k := range 20 {
			r.Metrics[fmt.Sprintf("metric_%d", k)] = map[string]*float64{"value": new(float64), "ratio": new(float64),
				"floor": new(float64), "points": new(float64)}
			r.Stages = append(r.Stages, stage.StageRecord{Name: fmt.Sprintf("metric_%d", k),
				Key: "0123456789abcdef0123", Seconds: 1})
			r.Files = append(r.Files, fmt.Sprintf("metric_%d/metrics.json", k), fmt.Sprintf("metric_%d/notes.txt", k))
		}
		folder := filepath.Join(root, r.Experiment, r.Model, fmt.Sprintf("seed-%d-01234567", r.Seed))
		encoded, _ := json.MarshalIndent(r, "", "  ")
		os.MkdirAll(folder, 0o755)
		os.WriteFile(filepath.Join(folder, recordFile), encoded, 0o644)
	}
	for b.Loop() {
		if records, _, err := Load(root); err != nil || len(records) != 10000 {
			b.Fatal(len(records), err)
		}
	}
}
