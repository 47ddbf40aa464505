package experiment_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"ebim/framework/experiment"
)

func TestBatchAboveTheDataIsNoted(t *testing.T) {
	loaded := load(t, small, "data.holdout=0.25", "models.ebim.manifold.training.batch=76", "models.ebim.energy.training.batch=75")
	want := []string{"models.ebim.manifold.training.batch is 76, more than the 75 training points: every step takes all of them"}
	if diff := cmp.Diff(want, loaded[0].Notes()); diff != "" {
		t.Error(diff)
	}
	results, _ := execute(t, loaded, experiment.Options{Runs: t.TempDir(), Jobs: 1, Only: []string{"ebim"}})
	want = []string{"manifold: training.batch is 76, more than the 75 training points: every step takes all of them"}
	if notes := results[0].Record.Notes; len(notes) == 0 || notes[0] != want[0] {
		t.Errorf("%q, want %q", notes, want)
	}
	for what, sets := range map[string][]string{
		"enough points": nil,
		"other size":    {"models.ebim.manifold.training.batch=1001", "data.size=1001"},
		"default size":  {"models.ebim.manifold.training.batch=1000", "data.size=null"},
		"a file's":      {"models.ebim.manifold.training.batch=1000000", "data={source: {csv: {file: points.csv}}, holdout: 0.5, size: null}"},
	} {
		if notes := load(t, small, sets...)[0].Notes(); len(notes) > 0 {
			t.Errorf("%s: %q", what, notes)
		}
	}
}
