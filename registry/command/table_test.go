package command

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ebim/framework/runs/stage"
	"ebim/results"
)

func TestTable(t *testing.T) {
	runs := t.TempDir()
	code, _, messages := ebim(t, "table", "wasserstein", "--runs", filepath.Join(runs, "none"))
	if code != ExitFailed || strings.Count(messages, "ebim run") != 1 {
		t.Errorf("without runs: code %d, %s", code, messages)
	}
	var table struct {
		Rows []struct{ Label string }
	}
	if err := json.Unmarshal([]byte(must(t, "table", "wasserstein", "--runs", runs, "--format", "json")),
		&table); err != nil || len(table.Rows) < 5 {
		t.Errorf("%+v, %v", table, err)
	}
	if out := must(t, "table", "experiments/tables/distances.yaml", "--runs", runs); !strings.Contains(out, "missing") {
		t.Errorf("runs that were never made don't show as missing:\n%s", out)
	}
}

func TestBestOfTrials(t *testing.T) {
	const search = circle + `
trials: 2
select: {metric: wasserstein.value, best: lowest}
sweep: {models.ebm.energy.training.epochs: [3]}
`
	file, runs := write(t, "search.yaml", search), t.TempDir()
	must(t, "run", file, "--runs", runs, "--figures=false")
	found := must(t, "best", file, "--runs", runs)
	for _, want := range []string{"Circle\n2 variants by the mean of wasserstein.value", "trial=0", "trial=1",
		"ebm.energy.training.epochs", "\nebm, trial="} {
		if !strings.Contains(found, want) {
			t.Errorf("no %q in\n%s", want, found)
		}
	}
	if strings.Contains(found, "│ ebim ") {
		t.Errorf("ebim has nothing to choose from:\n%s", found)
	}
}

// A table, and the choice among variants, show the runs of a file as the file's, so runs of other settings must be
// told from them.
func TestRunsOfOtherSettingsDoNotPassForTheFile(t *testing.T) {
	const other = " (other settings)"
	folder, runs := t.TempDir(), t.TempDir()
	put := func(name, text string) string {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	file := put("circle.yaml",
		circle+"trials: 2\nselect: {metric: wasserstein.value, best: lowest}\nsweep: "+
			"{models.ebm.energy.training.epochs: [3]}\n")
	table := put("own.yaml",
		"title: T\nbest: lowest\nrows: [{label: a, experiment: \"circle,trial=0\", metric: wasserstein.value}]\n"+
			"columns: [{label: m, model: ebim}, {label: n, model: ebm}]\n")
	must(t, "run", file, "--runs", runs, "--figures=false", "--seeds", "0,1")
	whole := must(t, "table", table, "--runs", runs)
	if strings.Contains(whole, other) || !strings.Contains(whole, " * ") {
		t.Errorf("more seeds than the file's, or trials, are other settings:\n%s", whole)
	}
	if found := must(t, "best", file, "--runs", runs); !strings.Contains(found, "\nebm, trial=0: the file as it is") &&
		!strings.Contains(found, "\nebm, trial=1: --set") {
		t.Errorf("nothing is chosen:\n%s", found)
	}
	const set = "models.ebim.manifold.training.epochs=70"
	must(t, "run", file, "--runs", runs, "--figures=false", "--seeds", "0,1", "--set", set)
	must(t, "run", file, "--runs", runs, "--figures=false", "--only", "ebm", "--backend", "go")
	if changed := must(t, "table", table, "--runs", runs); changed != whole {
		t.Errorf("runs with --set, or on another backend, change the table of the file:\n%s\nbefore:\n%s",
			changed, whole)
	}
	chosen := must(t, "table", table, "--runs", runs, "--set", set)
	if strings.Contains(chosen, other) || cellOf(chosen) == cellOf(whole) || strings.Contains(chosen, "missing") {
		t.Errorf("with --set:\n%s\nwithout:\n%s", chosen, whole)
	}
	put("circle.yaml", strings.Replace(circle, "concentration: 2", "concentration: 3", 1)+
		"trials: 2\nselect: {metric: wasserstein.value, best: lowest}\nsweep: {models.ebm.energy.training.epochs: "+
		"[3]}\n")
	changed := must(t, "table", table, "--runs", runs)
	for _, want := range []string{"│ missing", "circle,trial=0, ebm: seeds 0, 1: not run with the settings of the " +
		"file; the newest run has others: data\n",
		"circle,trial=0: `ebim run " + results.Quoted(file) + "` makes what is missing\n"} {
		if !strings.Contains(changed, want) || strings.Contains(changed, " * ") {
			t.Errorf("of another file, no %q:\n%s", want, changed)
		}
	}
	if found := must(t, "best", file, "--runs", runs); strings.Contains(found, "the file as it is") ||
		strings.Contains(found, "\nebm, trial=") {
		t.Errorf("runs of another file are chosen:\n%s", found)
	}
	if code, _, messages := ebim(t, "table", table, "--runs", runs, "--set", "models.nobody.x=1"); code != ExitUsage ||
		!strings.Contains(messages, "nobody") {
		t.Errorf("code %d, %s", code, messages)
	}
}

// cellOf is the text of the first cell of a table whose row is called a.
func cellOf(table string) string {
	for line := range strings.Lines(table) {
		if cells := strings.Split(line, "│"); len(cells) > 2 && strings.TrimSpace(cells[1]) == "a" {
			return strings.TrimSpace(cells[2])
		}
	}
	return ""
}

// A run of an earlier version of the program has the same settings, and other results.
func TestRunsOfEarlierVersionsAreNotTheFiles(t *testing.T) {
	file, runs := write(t, "circle.yaml", circle), t.TempDir()
	table := filepath.Join(filepath.Dir(file), "own.yaml")
	text := "title: T\nrows: [{label: a, experiment: circle, metric: wasserstein.value}]\ncolumns: [{label: m, " +
		"model: ebm}]\n"
	if err := os.WriteFile(table, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	must(t, "run", file, "--runs", runs, "--figures=false", "--only", "ebm")
	folders, _ := filepath.Glob(filepath.Join(runs, "circle", "ebm", "seed-0-*"))
	if len(folders) != 1 {
		t.Fatalf("%q", folders)
	}
	record, err := stage.ReadRecord(filepath.Join(folders[0], "record.json"))
	if err != nil {
		t.Fatal(err)
	}
	record.Settings = strings.Repeat("0", 20) // as another version of a stage would have given
	encoded, _ := json.Marshal(record)
	former := filepath.Join(runs, "circle", "ebm", "seed-0") // where it would have been
	if err := errors.Join(os.WriteFile(filepath.Join(folders[0], "record.json"), encoded, 0o644),
		os.Rename(folders[0], former)); err != nil {
		t.Fatal(err)
	}
	before := listing(t, runs)
	found := must(t, "table", table, "--runs", runs)
	if !strings.Contains(found, "missing") || !strings.Contains(found,
		"the newest run is by an earlier version of the program or of its data\n") {
		t.Error(found)
	}
	if diff := cmp.Diff(before, listing(t, runs)); diff != "" {
		t.Errorf("a table has written: %s", diff)
	}
	must(t, "run", file, "--runs", runs, "--figures=false", "--only", "ebm")
	if found := must(t, "table", table, "--runs", runs); strings.Contains(found, "missing") {
		t.Error(found)
	}
	if err := os.WriteFile(file, []byte(strings.Replace(circle, "metrics: {", "metrics: {trust: {}, ", 1)),
		0o644); err != nil {
		t.Fatal(err)
	}
	if found := must(t, "table", table, "--runs", runs); !strings.Contains(found,
		"the newest run has others: without metrics.trust\n") {
		t.Error(found)
	}
	if _, err := os.Stat(former); err != nil { // the folder of the earlier version stays
		t.Error(err)
	}
}
