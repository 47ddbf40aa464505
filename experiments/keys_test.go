package experiments_test

import (
	"bytes"
	"flag"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ebim/framework/experiment/plan"
)

var update = flag.Bool("update", false, "write testdata/keys.txt anew")

// Finished runs stay usable only while the same file gives the same keys: a key that changes here computes everything
// of that model again for everybody. A change that means to is followed by: go test ./experiments -run
// TestKeysArePinned -update
func TestKeysArePinned(t *testing.T) {
	t.Setenv("EBIM_DATA", t.TempDir()) // without files that are fetched, whose contents belong to keys
	var got bytes.Buffer
	for _, e := range loadAll(t) {
		keys, err := plan.SettingsKeys(e, "")
		if err != nil {
			t.Logf("%s has no keys here: %v", e.Name, err)
		}
		for _, label := range slices.Sorted(maps.Keys(keys)) {
			fmt.Fprintln(&got, e.Name, label, keys[label])
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
	if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(got.String(), "\n")); diff != "" {
		t.Errorf("keys of shipped experiments: %s", diff)
	}
}
