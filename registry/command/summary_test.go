package command

import (
	"strings"
	"testing"

	"ebim/framework/stage"
)

func TestNotesAreGroupedOverSeeds(t *testing.T) {
	var out strings.Builder
	writeNotes(&out, []stage.Record{
		{Model: "a", Seed: 0, Notes: []string{"leaves the box", "no\x1b[2J samples"}}, {Model: "b", Seed: 0, Notes: []string{"leaves the box"}},
		{Model: "a", Seed: 1, Notes: []string{"leaves the box"}}, {Model: "c", Seed: 1, Notes: []string{"not mixed"}, Caveats: map[string]string{"convergence": "not mixed"}}, {Model: "a", Seed: 4, Notes: []string{"leaves the box"}},
	})
	want := "Note: a, seeds 0-1,4: leaves the box\nNote: a, seed 0: no [2J samples\nNote: b, seed 0: leaves the box\n"
	if out.String() != want {
		t.Errorf("%s\nwant\n%s", out.String(), want)
	}
}
