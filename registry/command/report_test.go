package command

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ebim/results/report"
)

// A page is about the settings that were asked for, its figures too; those of other settings stay where they are.
func TestReportsOfSettings(t *testing.T) {
	file, runs := write(t, "circle.yaml", circle), t.TempDir()
	const set = "data.size=90"
	page := func() string {
		t.Helper()
		text, err := os.ReadFile(filepath.Join(runs, "report.html"))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	must(t, "run", file, "--runs", runs)
	plain := filepath.Join(runs, "figures", "circle", "density-seed-0.png")
	before, err := os.ReadFile(plain)
	if err != nil {
		t.Fatal(err)
	}
	must(t, "run", file, "--runs", runs, "--set", set)
	if after, err := os.ReadFile(plain); err != nil || string(after) != string(before) {
		t.Errorf("the figure of the file's settings was drawn over (%v)", err)
	}
	if latest, err := os.ReadFile(filepath.Join(runs, "report.html")); err != nil ||
		!strings.Contains(string(latest), "--set "+set) || strings.Contains(string(latest), "not shown") {
		t.Errorf("the page of what was run last is not about it (%v)", err)
	}
	figures := func(text string) int { return strings.Count(text, "data:image/png") }
	for _, test := range []struct {
		arguments []string
		articles  int
		changed   bool
	}{
		{[]string{file}, 1, false},
		{[]string{file, "--set", set}, 1, true},
		{[]string{file, "--all"}, 2, true},
	} {
		must(t, append([]string{"report", "--runs", runs}, test.arguments...)...)
		text := page()
		if n := strings.Count(text, `"summary":{`); n != test.articles || strings.Contains(text, set) != test.changed ||
			figures(text) == 0 {
			t.Errorf("%q: %d experiments, %d figures, changed %v", test.arguments, n, figures(text),
				strings.Contains(text, set))
		}
	}
	must(t, "report", "circle", "--runs", runs) // of no known file
	if text := page(); !strings.Contains(text, "circle has runs of several settings and no file that is known here") {
		t.Error("the page does not say that the newest runs count")
	}
	must(t, "report", file, "--runs", runs, "--set", "samples=40")
	if text := page(); !strings.Contains(text,
		"has not been run with the settings of its file; shown are its newest runs. `ebim run") {
		t.Error("the page does not say what is missing")
	}
	if code, _, messages := ebim(t, "report", "--runs", runs, "--set", set); code != ExitUsage ||
		!strings.Contains(messages, "--set without experiments") {
		t.Errorf("code %d, %s", code, messages)
	}
}

// A run adds to the report what it has made: all that the report showed stays, also what another command has put there.
func TestRunsAreAddedToTheReport(t *testing.T) {
	circle2 := strings.ReplaceAll(circle, "circle", "ring")
	file, other, runs := write(t, "circle.yaml", circle), write(t, "ring.yaml", circle2), t.TempDir()
	shown := func() []string {
		t.Helper()
		ids, says, err := report.Shown(filepath.Join(runs, "report.html"))
		if err != nil || !says {
			t.Fatalf("the page does not say what it shows (%v)", err)
		}
		return ids
	}
	must(t, "run", file, "--runs", runs, "--only", "ebm")
	first := shown()
	must(t, "run", file, "--runs", runs, "--only", "ebm", "--set", "data.size=90")
	must(t, "run", other, "--runs", runs, "--only", "ebm")
	all := shown()
	if len(first) != 1 || len(all) != 3 || !slices.Contains(all, first[0]) {
		t.Fatalf("%q, then %q", first, all)
	}
	must(t, "report", "ring", "--runs", runs)
	if narrow := shown(); len(narrow) != 1 || !strings.HasPrefix(narrow[0], "ring/") {
		t.Fatalf("a report of ring shows %q", narrow)
	}
	must(t, "run", file, "--runs", runs, "--only", "ebm")
	again := shown()
	if text, err := os.ReadFile(filepath.Join(runs, "report.html")); len(again) != 2 || err != nil ||
		strings.Count(string(text), `"summary":{`) != 2 {
		t.Errorf("after that %q (%v)", again, err)
	}
	// A page of an earlier version does not say what it shows; it showed a run of each experiment, model and seed.
	if err := os.WriteFile(filepath.Join(runs, "report.html"),
		[]byte("<html><footer><p>Made by ebim from run records.</p></footer></html>"), 0o644); err != nil {
		t.Fatal(err)
	}
	must(t, "run", other, "--runs", runs, "--only", "ebm")
	if all := shown(); len(all) != 2 || !strings.HasPrefix(all[0]+all[1], "circle/") &&
		!strings.HasPrefix(all[1], "circle/") {
		t.Errorf("of everything %q are left", all)
	}
}
