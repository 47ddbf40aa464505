package run

import (
	"strings"
	"testing"

	"ebim/framework/runs/stage"
)

// What all models note of their data is said once.
func TestNotesAreGroupedOverModels(t *testing.T) {
	var out strings.Builder
	var records []stage.Record
	for _, model := range []string{"a", "b", "c"} {
		records = append(records, stage.Record{Model: model, Seed: 0, Notes: []string{"few points"}})
	}
	records = append(records, stage.Record{Model: "a", Seed: 1, Notes: []string{"repeats"}},
		stage.Record{Model: "c", Seed: 2, Notes: []string{"repeats"}})
	writeNotes(&out, records)
	want := "Note: a, b, c, seed 0: few points\nNote: a, seed 1: repeats\nNote: c, seed 2: repeats\n"
	if out.String() != want {
		t.Errorf("%s\nwant\n%s", out.String(), want)
	}
}

func TestNotesAreGroupedOverSeeds(t *testing.T) {
	var out strings.Builder
	writeNotes(&out, []stage.Record{
		{Model: "a", Seed: 0, Notes: []string{"leaves the box", "no\x1b[2J samples"}},
		{Model: "b", Seed: 0, Notes: []string{"leaves the box"}},
		{Model: "a", Seed: 1, Notes: []string{"leaves the box"}},
		{Model: "c", Seed: 1, Notes: []string{"not mixed"}, Caveats: map[string]string{"convergence": "not mixed"}},
		{Model: "a", Seed: 4, Notes: []string{"leaves the box"}},
	})
	want := "Note: a, seeds 0-1,4: leaves the box\nNote: a, seed 0: no [2J samples\nNote: b, seed 0: leaves the box\n"
	if out.String() != want {
		t.Errorf("%s\nwant\n%s", out.String(), want)
	}
}
