package page

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ebim/framework/runs/stage"
)

// A report of many runs lists all, has the details of the newest, and histories of bounded length.
func TestFrozenAnswersAreBounded(t *testing.T) {
	root := t.TempDir()
	var records []stage.Record
	const runs = mostFrozenRuns + 50
	long := "step,loss\n" + strings.Repeat("0,1\n", 5000)
	value := 2.5
	for seed := range runs {
		r := stage.Record{Experiment: "e", Model: "m", Seed: seed, Status: stage.Done,
			Started: time.Date(2026, 1, 1, 0, seed, 0, 0, time.UTC),
			Stages:  []stage.StageRecord{{Name: "energy"}}, Files: []string{"energy/history.csv"},
			Metrics: stage.Metrics{"mass": {"value": &value}}}
		r.Folder = filepath.Join(root, filepath.FromSlash(fmt.Sprintf("e/m/seed-%d-01234567", seed)))
		addRun(t, root, r)
		err := os.MkdirAll(filepath.Join(r.Folder, "energy"), 0o755)
		if err == nil {
			err = os.WriteFile(filepath.Join(r.Folder, "energy", "history.csv"), []byte(long), 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
		records = append(records, r)
	}
	f := Freeze(root, [][]stage.Record{records}, Known{}, time.Now())
	if len(f.Runs.Runs) != runs || len(f.Report.Articles[0].Runs) != runs || len(f.Run) != mostFrozenRuns {
		t.Errorf("%d runs, %d with details", len(f.Runs.Runs), len(f.Run))
	}
	oldest, newest := ID(records[0].Folder), ID(records[runs-1].Folder)
	if f.Run[oldest] != nil || f.Run[newest] == nil {
		t.Error("the details are not those of the newest runs")
	}
	rows := 0
	for id, own := range f.History {
		for _, h := range own {
			if n := strings.Count(h.Text, "\n"); n < 3 {
				t.Fatalf("%s has %d rows", id, n)
			} else {
				rows += n - 1
			}
		}
	}
	if rows > mostFrozenRows {
		t.Errorf("%d rows of histories", rows)
	}
}
