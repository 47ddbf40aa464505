package command

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestFigureAndReport(t *testing.T) {
	file, runs := write(t, "circle.yaml", circle), t.TempDir()
	sheet := write(t, "sheet.yaml", "title: Sheet\npanels:\n  - {experiment: "+file+
		", model: truth, figure: scatter}\n"+
		"  - {experiment: "+file+", model: ebim, figure: mdf_surface}\n")
	picture := filepath.Join(t.TempDir(), "sheet.png")
	if code, out, messages := ebim(t, "figure", sheet, "--runs", runs, "--output", picture, "--quiet"); code != 0 ||
		out != picture+"\n" {
		t.Fatalf("code %d, %s%s", code, out, messages)
	}
	for _, path := range []string{picture, strings.TrimSuffix(picture, ".png") + ".svg"} {
		if info, err := os.Stat(path); err != nil || info.Size() < 1000 {
			t.Errorf("%v, %v", info, err)
		}
	}
	if _, err := os.Stat(filepath.Join(runs, "circle", "ebm")); err == nil {
		t.Error("a model that the figure doesn't show was trained")
	}
	untouched := filepath.Join(t.TempDir(), "runs")
	if code, _, messages := ebim(t, "figure", sheet, "--runs", untouched, "--output",
		filepath.Join(file, "x.png")); code != ExitFailed || !strings.HasPrefix(messages, "--output ") {
		t.Errorf("a folder that can't be made: code %d, %s", code, messages)
	}
	if _, err := os.Stat(untouched); err == nil {
		t.Error("models were trained for a figure that can't be written")
	}
	page := filepath.Join(t.TempDir(), "new", "page.html")
	if out := must(t, "report", "circle", "--runs", runs, "--output", page); out != page+"\n" {
		t.Errorf("%q", out)
	}
	if text, err := os.ReadFile(page); err != nil || !strings.Contains(string(text), "Circle") {
		t.Errorf("%.200s, %v", text, err)
	}
	if code, _, messages := ebim(t, "report", "cirle", "--runs", runs, "--output", page); code != ExitFailed ||
		!strings.Contains(messages, "circle") {
		t.Errorf("code %d, %s", code, messages)
	}
	nowhere := filepath.Join(t.TempDir(), "nowhere")
	if code, _, messages := ebim(t, "report", "--runs", nowhere); code != ExitFailed ||
		!strings.HasPrefix(messages, "there are no runs in "+nowhere) {
		t.Errorf("without runs: code %d, %s", code, messages)
	}
	if _, err := os.Stat(nowhere); err == nil {
		t.Error("a folder of runs was made for a report")
	}
}

// What is no report is somebody's own.
func TestRunLeavesOtherFilesAlone(t *testing.T) {
	file, runs := write(t, "circle.yaml", circle), t.TempDir()
	page := filepath.Join(runs, "report.html")
	if err := os.WriteFile(page, []byte("of everything"), 0o644); err != nil {
		t.Fatal(err)
	}
	if code, _, messages := ebim(t, "run", file, "--runs", runs, "--only", "ebm"); code != 0 ||
		!strings.Contains(messages, filepath.Join(runs, "report.html")) {
		t.Fatalf("code %d, %s", code, messages)
	}
	if kept, err := os.ReadFile(page); err != nil || string(kept) != "of everything" {
		t.Errorf("the report was written over (%v)", err)
	}
}

// A figure file draws its experiments with the settings of the command line, and trains what they lack.
func TestFigureOfOtherSettings(t *testing.T) {
	file, runs := write(t, "circle.yaml", circle), t.TempDir()
	sheet := filepath.Join(filepath.Dir(file), "sheet.yaml")
	text := "panels: [{experiment: " + filepath.ToSlash(file) + ", model: ebm, figure: scatter}]\n"
	if err := os.WriteFile(sheet, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, set := range []string{"data.size=90", "models.ebm.energy.training.epochs=3"} {
		must(t, "figure", sheet, "--runs", runs, "--set", set)
		if found := list(t, "--runs", runs); !slices.ContainsFunc(found,
			func(r listed) bool { return slices.Contains(r.Overrides, set) }) {
			t.Errorf("no run with %s among %d", set, len(found))
		}
	}
	if code, _, messages := ebim(t, "figure", sheet, "--runs", runs, "--set", "data.sice=90"); code != ExitUsage ||
		!strings.Contains(messages, "sice") {
		t.Errorf("code %d, %s", code, messages)
	}
}
