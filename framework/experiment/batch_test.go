package experiment_test

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ebim/framework/experiment/execute"
	"ebim/framework/experiment/plan"
)

func TestBatchAboveTheDataIsNoted(t *testing.T) {
	loaded := load(t, small, "data.holdout=0.25", "models.ebim.manifold.training.batch=76",
		"models.ebim.energy.training.batch=75")
	want := []string{"models.ebim.manifold.training.batch is 76, more than the 75 training points: every step takes " +
		"all of them"}
	if diff := cmp.Diff(want, loaded[0].Notes()); diff != "" {
		t.Error(diff)
	}
	results, _ := runAll(t, loaded, plan.Options{Runs: t.TempDir(), Jobs: 1, Only: []string{"ebim"}})
	want = []string{"manifold: training.batch is 76, more than the 75 training points: every step takes all of them"}
	if notes := results[0].Record.Notes; len(notes) == 0 || notes[0] != want[0] {
		t.Errorf("%q, want %q", notes, want)
	}
	for what, sets := range map[string][]string{
		"enough points": nil,
		"other size":    {"models.ebim.manifold.training.batch=1001", "data.size=1001"},
		"default size":  {"models.ebim.manifold.training.batch=1000", "data.size=null"},
		"kernels": {"models.other={ebim: {manifold: {dimension: 1, training: {batch: 75}}}}",
			"data.holdout=0.25", "data.validation=0"},
		"a file's": {"models.ebim.manifold.training.batch=1000000",
			"data={source: {csv: {file: points.csv}}, holdout: 0.5, size: null}"},
	} {
		if notes := load(t, small, sets...)[0].Notes(); len(notes) > 0 {
			t.Errorf("%s: %q", what, notes)
		}
	}
}

// Of a file the number of points is known once it is read.
func TestBatchAboveAFileIsNoted(t *testing.T) {
	file := filepath.Join(t.TempDir(), "points.csv")
	var table strings.Builder
	for i := range 200 {
		fmt.Fprintf(&table, "%v,%v\n", math.Cos(float64(i)), math.Sin(float64(i)))
	}
	if err := os.WriteFile(file, []byte(table.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	loaded := load(t, small, "models.ebim.manifold.training.batch=500",
		"data={source: {csv: {file: '"+file+"'}}, holdout: 0.25, validation: 0, size: null}")
	estimates, err := execute.Check(t.Context(), loaded, plan.Options{Runs: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	if want := "models.ebim.manifold.training.batch is 500, more than the 150 training points: every step takes all " +
		"of them"; !slices.Contains(estimates[0].Notes, want) {
		t.Errorf("%q, want %q", estimates[0].Notes, want)
	}
}

// A file that uses former names gets a note, once for all points of its sweep, and is the same experiment.
func TestFormerNamesAreNotedAndComputeNothingAnew(t *testing.T) {
	sets := func(deviation string) []string {
		return []string{"data.source={projected_normal: {mean: [1, 0]}}", "data.source." + deviation + "=0.5",
			"models.ebim=null", "metrics={manifold_distance: {}}",
			"sweep={samples: [5, 6]}"}
	}
	now, former := load(t, small, sets("standard_deviation")...), load(t, small, sets("deviation")...)
	if found := now[0].Differences(former[0], "plain"); found != nil ||
		string(now[0].Resolved()) != string(former[0].Resolved()) {
		t.Errorf("differences %v, and\n%s", found, former[0].Resolved())
	}
	want := []string{"deviation (--set data.source.deviation=0.5) is now called standard_deviation"}
	if diff := cmp.Diff(want, former[0].Notes()); diff != "" || len(now[0].Notes()) > 0 {
		t.Error(diff, now[0].Notes())
	}
	var lines []string
	o := plan.Options{Runs: t.TempDir(), Log: func(line string) { lines = append(lines, line) }}
	runAll(t, former, o)
	if len(lines) != 3 || lines[0] != "Note: "+want[0] {
		t.Errorf("%q", lines)
	}
	if _, computed := runAll(t, now, o); len(computed) > 0 {
		t.Errorf("%v were computed again", computed)
	}
}
