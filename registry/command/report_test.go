package command

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
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
	if latest, err := os.ReadFile(filepath.Join(runs, "latest.html")); err != nil || !strings.Contains(string(latest), "--set "+set) || strings.Contains(string(latest), "not shown") {
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
		if n := strings.Count(text, "<article"); n != test.articles || strings.Contains(text, set) != test.changed || figures(text) == 0 {
			t.Errorf("%q: %d experiments, %d figures, changed %v", test.arguments, n, figures(text), strings.Contains(text, set))
		}
	}
	must(t, "report", "circle", "--runs", runs) // of no known file
	if text := page(); !strings.Contains(text, "circle has runs of several settings and no file that is known here") {
		t.Error("the page does not say that the newest runs count")
	}
	must(t, "report", file, "--runs", runs, "--set", "samples=40")
	if text := page(); !strings.Contains(text, "has not been run with the settings of its file; shown are its newest runs. `ebim run") {
		t.Error("the page does not say what is missing")
	}
	if code, _, messages := ebim(t, "report", "--runs", runs, "--set", set); code != ExitUsage || !strings.Contains(messages, "--set without experiments") {
		t.Errorf("code %d, %s", code, messages)
	}
}
