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
		name, _, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		if name != "" && !strings.HasPrefix(name, ":") {
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
	for _, test := range []struct {
		arguments []string
		want      string
		only      bool
	}{
		{[]string{"run", folder}, file, true},
		{[]string{"run", "experiments/quick"}, "experiments/quickstart.yaml", true},
		{[]string{"validate", file, "experiments/zoo/"}, "experiments/zoo/zoo_circle.yaml", false},
		{[]string{"run", file, "--backend", ""}, "xla:cuda", false},
		{[]string{"score", folder}, file, true},
		{[]string{"table", "wasser"}, "wasserstein", true},
		{[]string{"figure", "figure_1"}, "figure_11", false},
	} {
		found := completed(t, test.arguments...)
		if !slices.Contains(found, test.want) || test.only && len(found) > 1 {
			t.Errorf("%q: %q, want %q", test.arguments, found, test.want)
		}
	}
	if found := completed(t, "score", file, folder); len(found) > 0 { // but what the shell finds
		t.Errorf("points are completed by %q", found)
	}
}
