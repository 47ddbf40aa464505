package command

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const halvedCircle = circle + `
trials: 6
search: {halving: {rungs: 2, factor: 3, least: 1}}
select: {metric: wasserstein.value, best: lowest}
sweep: {models.ebm.energy.training.epochs: [2, 3, 4, 5, 6, 7]}
`

// TestBestAndTableOfHalving: trials on the last rung are results, and no others.
func TestBestAndTableOfHalving(t *testing.T) {
	folder, runs := t.TempDir(), t.TempDir()
	put := func(name, text string) string {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	file := put("search.yaml", halvedCircle)
	table := put("own.yaml", "title: T\nrows: [{label: all, experiment: \"search,*\", metric: wasserstein.value}]\ncolumns: [{label: n, model: ebm}]\n")
	short := put("short.yaml", "title: T\nrows: [{label: one, experiment: \"search,trial=0,rung=1\", metric: wasserstein.value}]\ncolumns: [{label: n, model: ebm}]\n")
	if found := must(t, "best", file, "--runs", runs); strings.Contains(found, "\nebm, trial=") || strings.Count(found, "rung 1 of 2") != 6 {
		t.Errorf("without runs:\n%s", found)
	}
	must(t, "run", file, "--runs", runs, "--figures=false", "--only", "ebm")
	found := must(t, "best", file, "--runs", runs)
	if strings.Count(found, "rung 1 of 2") != 4 || !strings.Contains(found, "ebm\n6 variants") || !strings.Contains(found, "\nebm, trial=") || strings.Contains(found, "\nebm, trial=0,rung") {
		t.Errorf("not two of six trials are ranked in\n%s", found)
	}
	if every := must(t, "best", file, "--runs", runs, "--all"); every != found {
		t.Errorf("with --all:\n%s\nwithout:\n%s", every, found)
	}
	shown := must(t, "table", table, "--runs", runs)
	if strings.Count(shown, "all trial=") != 2 || strings.Contains(shown, "rung") || strings.Contains(shown, "missing") || strings.Contains(shown, "not run") {
		t.Errorf("the table has not exactly the two trials on the last rung:\n%s", shown)
	}
	if shown := must(t, "table", short, "--runs", runs); strings.Contains(shown, "missing") {
		t.Errorf("a short trial is not shown where it is asked for:\n%s", shown)
	}
}

// TestTableOfSearch: a table has the trials that a search has proposed, with the settings of the file.
func TestTableOfSearch(t *testing.T) {
	folder, runs := t.TempDir(), t.TempDir()
	file, table := filepath.Join(folder, "search.yaml"), filepath.Join(folder, "own.yaml")
	search := strings.Replace(halvedCircle, "halving: {rungs: 2, factor: 3, least: 1}", "tpe: {startup: 2, batch: 2}", 1)
	for name, text := range map[string]string{file: search,
		table: "title: T\nrows: [{label: one, experiment: \"search,trial=5\", metric: wasserstein.value}]\ncolumns: [{label: n, model: ebm}]\n"} {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	must(t, "run", file, "--runs", runs, "--figures=false", "--only", "ebm")
	must(t, "run", file, "--runs", runs, "--figures=false", "--only", "ebm", "--set", "data.size=70") // newer ones, which are not the file's
	if shown := must(t, "table", table, "--runs", runs); strings.Contains(shown, "missing") || strings.Contains(shown, "several settings") {
		t.Errorf("the last trial is not the file's:\n%s", shown)
	}
}
