package page

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"ebim/framework/runs/live"
	"ebim/framework/runs/stage"
)

// addRun writes a run's record below a root.
func addRun(t *testing.T, root string, r stage.Record) (id string) {
	t.Helper()
	r.Format, r.Settings = stage.Format, "0123456789abcdef0123"
	folder := filepath.Join(root, r.Experiment, r.Model, fmt.Sprintf("seed-%d-%s", r.Seed, r.Settings[:8]))
	data, err := json.Marshal(r)
	if err == nil {
		err = os.MkdirAll(folder, 0o755)
	}
	if err == nil {
		err = os.WriteFile(filepath.Join(folder, "record.json"), data, 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
	return ID(folder)
}

func TestIDs(t *testing.T) {
	for id, want := range map[string]bool{"e/m/seed-0-01234567": true, "e,a=1/m&<b>/seed-3": true,
		"figures/m/seed-0": false, "../m/seed-0": false, "e/../seed-0": false, "e/m": false,
		"e/m/seed-0/": false, "e//seed-0": false, "/e/m/seed-0": false, "e/.m/seed-0": false, "e/m/x": false,
		"": false, "e/m/seed-0/x": false} {
		if isID(id) != want {
			t.Errorf("%q: %v", id, !want)
		}
	}
}

// What an unfinished run does, by the signs of life of its stages and of its process.
func TestStatesOfUnfinishedRuns(t *testing.T) {
	const key, other = "aabbccddeeff00112233", "00112233445566778899"
	now := time.Now()
	process := &stage.Process{Host: "h", PID: 1}
	for name, c := range map[string]struct {
		process *stage.Process
		beats   map[string]time.Time // of live folders, by key
		present bool                 // the process h, 1 executes runs
		want    string
	}{
		"its stage is computed":          {process, map[string]time.Time{key: now}, false, "running"},
		"its stage's heart has stopped":  {process, map[string]time.Time{key: now.Add(-time.Hour)}, false, Killed},
		"its process computes another's": {process, map[string]time.Time{other: now}, true, Waiting},
		"nothing lives":                  {process, nil, false, Killed},
		"it has no stage yet":            {process, nil, true, Waiting},
		"of an earlier version":          {nil, nil, false, "running"},
		"another process computes its stage": {&stage.Process{Host: "x", PID: 9}, map[string]time.Time{key: now},
			false, "running"},
		"another process computes another's": {&stage.Process{Host: "x", PID: 9}, map[string]time.Time{other: now},
			false, Killed},
		"its stage's heart beats late enough": {process, map[string]time.Time{key: now.Add(-10 * time.Second)},
			false, "running"},
	} {
		root := t.TempDir()
		id := addRun(t, root, stage.Record{Experiment: "e", Model: "m", Status: stage.Running, Pending: []string{key},
			Process: c.process, Started: now.Add(-time.Hour)})
		if c.present {
			token := "0123456789abcdef"
			holder := filepath.Join(root, "locks", "users", token+".lease", token, "holder.json")
			err := errors.Join(os.MkdirAll(filepath.Dir(holder), 0o755),
				os.WriteFile(holder, []byte(`{"token": "`+token+`", "host": "h", "pid": 1}`), 0o644))
			if err != nil {
				t.Fatal(err)
			}
		}
		for k, beat := range c.beats {
			folder := live.Folder(root, "energy", k)
			data, err := json.Marshal(live.Progress{Format: live.Format, Stage: "energy", Key: k, Host: "h", PID: 1,
				Updated: beat, EverySeconds: 1})
			if err == nil {
				err = os.MkdirAll(folder, 0o755)
			}
			if err == nil {
				err = os.WriteFile(filepath.Join(folder, live.ProgressFile), data, 0o644)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		s := NewStore(root, Known{}, time.Now)
		found, err := s.Live()
		if err != nil || found.Runs[id].State != c.want {
			t.Errorf("%s: %+v, %v; want %s", name, found, err, c.want)
		}
		if r, err := s.Run(id); err != nil || r.Live == nil || r.Live.State != c.want {
			t.Errorf("%s: the run itself is %+v, %v; want %s", name, r, err, c.want)
		}
	}
}
