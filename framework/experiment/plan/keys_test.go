package plan_test

import (
	"bytes"
	"flag"
	"fmt"
	"maps"
	"os"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ebim/experiments"
	"ebim/framework/experiment"
	"ebim/framework/experiment/plan"
	"ebim/registry"
)

var update = flag.Bool("update", false, "write testdata/keys.txt anew")

// Finished runs stay usable only while the same file gives the same keys: a key that changes here computes everything
// of that model, or of that stage, again for everybody. Pinned are the settings' key of each shipped model, which names
// the folders of its runs, and the keys of its stages at the last point of a sweep, as all have the same models. A
// change that means to is followed by: go test ./framework/experiment/plan -run TestKeysArePinned -update
func TestKeysArePinned(t *testing.T) {
	t.Setenv("EBIM_DATA", t.TempDir()) // without files that are fetched, whose contents belong to keys
	var got bytes.Buffer
	for _, name := range experiments.Names() {
		loaded, err := experiment.Load(registry.Standard(), experiments.Files, name)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintln(&got, name)
		for _, e := range loaded {
			keys, err := plan.SettingsKeys(e, "")
			if err != nil {
				t.Logf("%s has no keys of settings here: %v", e.Name, err)
			}
			for _, label := range slices.Sorted(maps.Keys(keys)) {
				fmt.Fprintln(&got, " ", e.Name, label, keys[label])
			}
		}
		last := loaded[len(loaded)-1]
		stages, err := plan.StageKeys(last, last.Seeds[0])
		if err != nil {
			t.Fatal(err)
		}
		for _, line := range stages {
			fmt.Fprintln(&got, " ", line)
		}
	}
	const golden = "testdata/keys.txt"
	if *update {
		if err := os.WriteFile(golden, got.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got.String()); diff != "" {
		t.Errorf("keys of shipped experiments: %s", diff)
	}
}
