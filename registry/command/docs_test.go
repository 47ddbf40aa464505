package command

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ebim/docs"
)

// The reference that is committed is what the components, settings and commands say.
func TestReferenceIsCurrent(t *testing.T) {
	folder := t.TempDir()
	t.Setenv("EBIM_RUNS", "") // which is shown as a default
	must(t, "docs", "--generate", folder)
	const committed = "../../docs/reference"
	written, err := filepath.Glob(filepath.Join(folder, "*"))
	if err != nil || len(written) < 10 {
		t.Fatalf("only %d pages: %v", len(written), err)
	}
	for _, file := range written {
		now, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		kept, err := os.ReadFile(filepath.Join(committed, filepath.Base(file)))
		if err != nil || string(kept) != string(now) {
			t.Errorf("docs/reference/%s is not what the program says (%v): go run . docs --generate docs/reference",
				filepath.Base(file), err)
		}
	}
	there, err := filepath.Glob(filepath.Join(committed, "*"))
	if err != nil || len(there) != len(written) {
		t.Errorf("docs/reference has %d pages, of which %d are written by the program: remove the others (%v)",
			len(there), len(written), err)
	}
}

func TestReferenceHasEverything(t *testing.T) {
	for page, wants := range map[string][]string{
		"reference": {"manifold_loss", "`denoising`", "](loss.md)"},
		"reference/experiment": {"`data.holdout`", "`figures.LABEL.panels[].model`", "`trials`",
			"default `0-2`", "`extends`"},
		"metric": {"`noise_floor_repeats`", "formerly `noise_floor_error`",
			"wasserstein: {samples: 2000}"},
		"reference/loss":     {"energy_loss", "noise_contrastive", "`orientation_weight`"},
		"reference/sampler":  {"constrained_hmc", "Formerly `leapfrogs`"},
		"reference/commands": {"ebim runs list", "--set PATH=VALUE", "Exit codes: 0"},
		"reference/table":    {"`columns[].against`", "fraction"},
		"reference/sheet":    {"`panels[].experiment`", "density_3d"},
		"docs/tutorial.md":   {"# Tutorial: own data to a verdict"},
	} {
		out := must(t, "docs", page)
		for _, want := range wants {
			if !strings.Contains(strings.Join(strings.Fields(out), " "), strings.Join(strings.Fields(want), " ")) {
				t.Errorf("ebim docs %s lacks %q", page, want)
			}
		}
	}
}

func TestDocsCommand(t *testing.T) {
	list := must(t, "docs")
	for _, page := range docs.Written() {
		if !strings.Contains(list, page.Name+" ") || !strings.Contains(list, page.About) {
			t.Errorf("ebim docs does not list %s", page.Name)
		}
		if got := must(t, "docs", page.Name); got != page.Text {
			t.Errorf("ebim docs %s is not the page", page.Name)
		}
	}
	points, err := os.ReadFile("../../experiments/outline.csv")
	if err != nil || must(t, "docs", "outline.csv") != string(points) {
		t.Errorf("the program does not print the tutorial's points: %v", err)
	}
	t.Chdir(t.TempDir())
	if err := os.Mkdir("experiments", 0o755); err != nil {
		t.Fatal(err)
	}
	// as `ebim docs outline.csv > experiments/outline.csv` begins
	if err := os.WriteFile("experiments/outline.csv", nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if must(t, "docs", "outline.csv") != string(points) {
		t.Error("the program prints the file that the tutorial's command has just emptied")
	}
	code, out, messages := ebim(t, "docs", "tutoral")
	if code != ExitUsage || out != "" || !strings.Contains(messages, `unknown page "tutoral"; known: tutorial, `) ||
		!strings.Contains(messages, "did you mean tutorial?") {
		t.Errorf("an unknown page: code %d, %q, %q", code, out, messages)
	}
	if code, _, messages := ebim(t, "docs", "--generate", write(t, "file", "")); code != ExitFailed || messages == "" {
		t.Errorf("pages below a file: code %d, %q", code, messages)
	}
}
