package command

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// completed is what a shell is offered for the last of the arguments, without descriptions.
func completed(t *testing.T, arguments ...string) (found []string) {
	t.Helper()
	for line := range strings.Lines(must(t, append([]string{"__complete"}, arguments...)...)) {
		if name, _, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t"); name != "" && !strings.HasPrefix(name, ":") {
			found = append(found, name)
		}
	}
	return found
}

func TestCompletion(t *testing.T) {
	file := write(t, "circle.yaml", circle)
	folder := filepath.Dir(file) + string(filepath.Separator)
	if err := os.WriteFile(folder+"notes.txt", nil, 0o644); err != nil {
		t.Fatal(err)
	}
	runs := t.TempDir()
	must(t, "run", file, "--runs", runs, "--figures=false", "--only", "ebm")
	name := list(t, "--runs", runs)[0].Run
	for _, test := range []struct {
		arguments []string
		want      string // the only one, or with a plus sign, one of several
		not       string
	}{
		{[]string{"run", folder}, file, ""},
		{[]string{"run", "experiments/quick"}, "experiments/quickstart.yaml", ""},
		{[]string{"validate", file, "experiments/zoo/"}, "+experiments/zoo/", ""},
		{[]string{"run", file, "--only", ""}, "+ebm", "pushforward"},
		{[]string{"run", file, "--only", "ebm,"}, "ebm,ebim", ""},
		{[]string{"run", file, "--backend", ""}, "+xla:cuda", ""},
		{[]string{"run", file, "--set", "data.ho"}, "data.holdout=", ""},
		{[]string{"run", file, "--set", "data.standardize=c"}, "data.standardize=columns", ""},
		{[]string{"run", file, "--set", "data.holdout="}, "data.holdout=0", ""},
		{[]string{"run", file, "--set", "models."}, "+models.ebim.", "models.pushforward."},
		{[]string{"run", file, "--set", "models.ebm.energy.training.ep"}, "models.ebm.energy.training.epochs=", ""},
		{[]string{"run", file, "--set", "models.ebm.energy.sampler=l"}, "+models.ebm.energy.sampler=langevin", ""},
		{[]string{"run", file, "--set", "models.ebm.energy.sampler.st"}, "+models.ebm.energy.sampler.steps=", ""},
		{[]string{"run", file, "--set", "data.source.von_mises.c"}, "+data.source.von_mises.concentration=", ""},
		{[]string{"run", file, "--set", "nothing.x"}, "", ""},
		{[]string{"run", file, "--set", "seeds.x"}, "", ""},
		{[]string{"export", file, ""}, "+ebim", ""},
		{[]string{"describe", "data.hold"}, "+data.holdout", ""},
		{[]string{"describe", "model", ""}, "+pushforward", ""},
		{[]string{"table", "wasser"}, "wasserstein", ""},
		{[]string{"figure", "figure_1"}, "+figure_11", ""},
		{[]string{"metric", "wa"}, "+wasserstein", ""},
		{[]string{"runs", "list", "--metric", "wasserstein.ra"}, "+wasserstein.ratio", ""},
		{[]string{"runs", "list", "--metric", "run.p"}, "+run.peak_memory_bytes", ""},
		{[]string{"runs", "list", "--format", ""}, "+csv", "text"},
		{[]string{"runs", "list", "--status", ""}, "+killed", ""},
		{[]string{"run", file, "--on", ""}, "+slurm", ""},
		{[]string{"runs", "cancel", "--runs", runs, "circle/ebm/"}, name, ""},
		{[]string{"runs", "list", "--runs", runs, "--experiment", ""}, "circle", ""},
		{[]string{"runs", "list", "--runs", runs, "--model", ""}, "ebm", ""},
		{[]string{"runs", "show", "--runs", runs, ""}, "circle/", ""},
		{[]string{"runs", "show", "--runs", runs, "circle/"}, "circle/ebm/", ""},
		{[]string{"runs", "show", "--runs", runs, "circle/ebm/"}, name, ""},
		{[]string{"run", file, "--log-level", "d"}, "+debug", ""},
		{[]string{"schema", "answer-runs-l"}, "answer-runs-list", ""},
	} {
		found := completed(t, test.arguments...)
		want, several := strings.CutPrefix(test.want, "+")
		switch {
		case want == "" && len(found) > 0, !several && want != "" && !slices.Equal(found, []string{want}),
			several && !slices.ContainsFunc(found, func(one string) bool { return strings.HasPrefix(one, want) }):
			t.Errorf("%q completes to %q, want %s", test.arguments, found, test.want)
		case test.not != "" && slices.Contains(found, test.not):
			t.Errorf("%q completes to %q", test.arguments, found)
		}
	}
	for _, shell := range []string{"bash", "zsh", "fish"} {
		if script := must(t, "completion", shell); !strings.Contains(script, "__complete") {
			t.Errorf("%s: %.100s", shell, script)
		}
	}
}
