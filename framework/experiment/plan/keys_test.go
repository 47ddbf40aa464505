package plan_test

import (
	"flag"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ebim/experiments"
	"ebim/framework/experiment"
	"ebim/framework/experiment/plan"
	"ebim/registry"
)

var update = flag.Bool("update", false, "write the golden file of stage keys anew")

// TestShippedStageKeys: a refactoring leaves the keys of finished stages as they are. Where settings or versions have
// changed on purpose, go test ./framework/experiment/plan -run TestShippedStageKeys -update writes the file anew.
func TestShippedStageKeys(t *testing.T) {
	const file = "testdata/stage_keys.golden"
	var b strings.Builder
	for _, name := range experiments.Names() {
		loaded, err := experiment.Load(registry.Standard(), experiments.Files, name)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range loaded[max(0, len(loaded)-1):] { // the last point of a sweep: all have the same models
			lines, err := plan.StageKeys(e, e.Seeds[0])
			if err != nil {
				t.Fatal(err)
			}
			b.WriteString(e.File + " " + e.Name + "\n  " + strings.Join(lines, "\n  ") + "\n")
		}
	}
	got := b.String()
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s: %s", file, diff)
	}
}
