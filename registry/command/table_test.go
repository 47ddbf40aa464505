package command

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
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
	if err := json.Unmarshal([]byte(must(t, "table", "wasserstein", "--runs", runs, "--format", "json")), &table); err != nil || len(table.Rows) < 5 {
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
	for _, want := range []string{"ebm\n2 variants by the mean of wasserstein.value", "trial=0", "trial=1", "energy.training.epochs", "\nebm, trial="} {
		if !strings.Contains(found, want) {
			t.Errorf("no %q in\n%s", want, found)
		}
	}
	if strings.Contains(found, "ebim\n") {
		t.Errorf("ebim has nothing to choose from:\n%s", found)
	}
}

// A table, and the choice among variants, show the runs of a file as the file's, so runs of other settings must be told from them.
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
	file := put("circle.yaml", circle+"trials: 2\nselect: {metric: wasserstein.value, best: lowest}\nsweep: {models.ebm.energy.training.epochs: [3]}\n")
	table := put("own.yaml", "title: T\nbest: lowest\nrows: [{label: a, experiment: \"circle,trial=0\", metric: wasserstein.value}]\n"+
		"columns: [{label: m, model: ebim}, {label: n, model: ebm}]\n")
	must(t, "run", file, "--runs", runs, "--figures=false", "--seeds", "0,1")
	whole := must(t, "table", table, "--runs", runs)
	if strings.Contains(whole, other) || !strings.Contains(whole, " * ") {
		t.Errorf("more seeds than the file's, or trials, are other settings:\n%s", whole)
	}
	if found := must(t, "best", file, "--runs", runs); !strings.Contains(found, "\nebm, trial=0: the file as it is") && !strings.Contains(found, "\nebm, trial=1: --set") {
		t.Errorf("nothing is chosen:\n%s", found)
	}
	must(t, "run", file, "--runs", runs, "--figures=false", "--set", "models.ebim.manifold.training.epochs=2")
	changed := must(t, "table", table, "--runs", runs)
	if strings.Count(changed, other) != 1 || strings.Contains(changed, " * ") || !strings.Contains(changed, "circle,trial=0, ebim: settings other than those of the experiment's file: seed 0: models.ebim\n") {
		t.Errorf("with --set:\n%s", changed)
	}
	put("circle.yaml", strings.Replace(circle, "concentration: 2", "concentration: 3", 1)+"trials: 2\nselect: {metric: wasserstein.value, best: lowest}\nsweep: {models.ebm.energy.training.epochs: [3]}\n")
	if changed := must(t, "table", table, "--runs", runs); strings.Count(changed, other) != 2 || !strings.Contains(changed, "seeds 0, 1: data\n") {
		t.Errorf("of another file:\n%s", changed)
	}
	if found := must(t, "best", file, "--runs", runs); strings.Contains(found, "the file as it is") || strings.Contains(found, "\nebm, trial=") {
		t.Errorf("runs of another file are chosen:\n%s", found)
	}
}
