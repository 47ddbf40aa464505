package stage

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"ebim/framework/runs/lease"
	"ebim/framework/runs/live"
)

// unneeded lists the stages' names, without their keys, that the given records leave.
func unneeded(t *testing.T, root string, records ...Record) (names []string, all []Unneeded) {
	t.Helper()
	all, err := FindUnneeded(root, records)
	if err != nil {
		t.Fatal(err)
	}
	for _, u := range all {
		name := strings.TrimPrefix(u.Name, "stages/")
		if u.Key != "" {
			name = strings.Replace(name, "-"+u.Key, "", 1)
		}
		names = append(names, name)
	}
	return names, all
}

func TestUnneededStages(t *testing.T) {
	root := t.TempDir()
	if names, _ := unneeded(t, root); names != nil {
		t.Errorf("nothing has run, %q", names)
	}
	data, shared := fake("data", new(counter)), fake("shared", new(counter))
	first := execute(t, engine(t, root), newRun("one", 0, data, shared, fake("mine", new(counter), data)))[0]
	one := first.Record
	other := execute(t, engine(t, root), newRun("other", 0, data, shared))[0].Record
	for _, test := range []struct {
		records []Record
		want    []string
	}{
		{[]Record{one, other}, nil},
		{[]Record{other}, []string{"mine"}},
		{nil, []string{"data", "mine", "shared"}},
	} {
		if names, _ := unneeded(t, root, test.records...); !slices.Equal(names, test.want) {
			t.Errorf("%d records leave %q, want %q", len(test.records), names, test.want)
		}
	}
	put(t, filepath.Join(root, "stages", "notes"), map[string]string{"a.txt": "a"}) // the user's
	_, all := unneeded(t, root, other)
	mine := stageFolder(root, "mine", all[0].Key)
	put(t, mine, map[string]string{"own.txt": "own"})
	if bytes := size(mine); all[0].Bytes() != bytes-3 {
		t.Errorf("%d bytes, want %d", all[0].Bytes(), bytes-3)
	}
	kept, err := all[0].Remove()
	if err != nil || len(kept) != 1 || read(t, mine, "own.txt") != "own" || exists(mine, "result.txt") || exists(mine,
		"stage.json") {
		t.Errorf("%q, %v", kept, err)
	}
	if read(t, first.Folder, "mine/result.txt") == "" {
		t.Error("the run has lost its file")
	}
}

// An interrupted run goes on from its checkpoints.
func TestCheckpointsOfUnfinishedRunsAreNeeded(t *testing.T) {
	root := t.TempDir()
	ctx, cancel := context.WithCancel(t.Context())
	run := newRun("ebim", 0, fake("data", new(counter)), walk(10, 7,
		func(context.Context) error { cancel(); return nil }))
	results, err := engine(t, root).Execute(ctx, []Run{run})
	if err != nil || results[0].Record.Status != Interrupted {
		t.Fatalf("%+v, %v", results, err)
	}
	record := *recordIn(results[0].Folder)
	if names, _ := unneeded(t, root, record); names != nil {
		t.Errorf("%q", names)
	}
	_, all := unneeded(t, root)
	for _, u := range all {
		if _, err := u.Remove(); err != nil {
			t.Error(err)
		}
	}
	if entries, _ := os.ReadDir(filepath.Join(root, "stages")); len(entries) > 0 {
		t.Errorf("left: %v", entries)
	}
	if got := read(t, execute(t, engine(t, root), newRun("ebim", 0, walk(10, -1, nil)))[0].Folder, "walk",
		"result.txt"); got != "45 from 0" {
		t.Errorf("%q", got)
	}
}

func TestNothingIsRemovedBesideAnExecution(t *testing.T) {
	root := t.TempDir()
	alone := func() error { return Alone(root, func() error { return nil }) }
	busy := &Stage{Name: "busy", Run: func(context.Context, *Work) error {
		if err := alone(); !errors.Is(err, ErrBusy) {
			t.Errorf("while a run is executed: %v", err)
		}
		return nil
	}}
	execute(t, engine(t, root), newRun("ebim", 0, busy))
	if err := alone(); err != nil {
		t.Error(err)
	}
	done := make(chan error)
	err := Alone(root, func() error {
		e, run := engine(t, root), newRun("ebim", 1, fake("data", new(counter)))
		go func() {
			_, err := e.Execute(context.Background(), []Run{run})
			done <- err
		}()
		select {
		case <-done:
			t.Error("a run does not wait for who removes stages")
		case <-time.After(50 * time.Millisecond): // too short finds no fault where there is one, and is no error
		}
		return nil
	})
	if err := errors.Join(err, <-done); err != nil {
		t.Error(err)
	}
}

func TestRemoveRunLeavesWhatIsTheUsers(t *testing.T) {
	root := t.TempDir()
	run := newRun("ebim", 0, fake("data", new(counter)))
	result := execute(t, engine(t, root), run)[0]
	record := recordIn(result.Folder)
	if bytes := RunBytes(root, record); bytes <= 0 || bytes >= size(result.Folder) {
		t.Errorf("%d bytes of %d, of which one file is a stage's", bytes, size(result.Folder))
	}
	if kept, err := RemoveRun(record); err != nil || kept != nil || exists(result.Folder) {
		t.Errorf("%q, %v", kept, err)
	}
	again := execute(t, engine(t, root), run)[0]
	if !again.Record.Stages[0].Reused {
		t.Error("the stage went with the run")
	}
	put(t, again.Folder, own)
	kept2, err := RemoveRun(recordIn(again.Folder))
	if err != nil || len(kept2) != len(own) {
		t.Errorf("%q, %v", kept2, err)
	}
	kept(t, "removed", again.Folder, own)
}

// What killed processes leave is found, though their stages are needed, and goes; what a run needs to go on stays, and
// so do the user's files.
func TestLeftoversOfKilledProcesses(t *testing.T) {
	root := t.TempDir()
	ctx, cancel := context.WithCancel(t.Context())
	finished, data := fake("finished", new(counter)), fake("data", new(counter))
	done := execute(t, engine(t, root), newRun("ebim", 0, finished))[0]
	going := newRun("going", 0, data, walk(10, 7, func(context.Context) error { cancel(); return nil }))
	results, err := engine(t, root).Execute(ctx, []Run{going})
	if err != nil || results[0].Record.Status != Interrupted {
		t.Fatalf("%+v, %v", results, err)
	}
	before := tree(t, root)
	token := strings.Repeat("0", 16)
	base, walking := stageFolder(root, "finished", finished.Key()), stageFolder(root, "walk", going.Stages[1].Key())
	old := filepath.Join(filepath.Dir(done.Folder), "."+filepath.Base(done.Folder)+".old")
	put(t, old, map[string]string{RecordFile: read(t, done.Folder, RecordFile), "config.yaml": "old",
		"finished/result.txt": "old"})
	put(t, base+live.Suffix, map[string]string{live.ProgressFile: "{}"})
	put(t, base+".tmp-123", map[string]string{live.ProgressFile: "{}"})
	put(t, base+".checkpoints", map[string]string{"state": "3 3"})
	put(t, filepath.Join(base+lease.Mark, token), map[string]string{"holder.json": "{}"})
	put(t, base+lease.Mark+"-"+token, map[string]string{"holder.json": "{}"})
	put(t, walking+".tmp-123", map[string]string{live.ProgressFile: "{}"})
	put(t, root, map[string]string{".writing-1": "", "figures/circle/.writing-2": "abc",
		"figures/circle/0a1b2c3d/.writing-3": "", ".importing-4/x": "",
		"circle/ebim/.writing-5": ""})
	put(t, done.Folder, map[string]string{".writing-6": ""})
	long := time.Now().Add(-2 * stillWriting)
	for _, name := range []string{".writing-1", "figures/circle/.writing-2", "figures/circle/0a1b2c3d/.writing-3",
		".importing-4", "circle/ebim/.writing-5", strings.TrimPrefix(done.Folder, root+"/") + "/.writing-6"} {
		if err := os.Chtimes(filepath.Join(root, name), long, long); err != nil {
			t.Fatal(err)
		}
	}
	put(t, root, map[string]string{"figures/circle/.writing-7": "which is being drawn now"})
	records := []Record{*recordIn(done.Folder), *recordIn(results[0].Folder)}
	names, all := unneeded(t, root, records...)
	if len(all) != 13 || !slices.Contains(names, "figures/circle/.writing-2") || !slices.Contains(names,
		"finished.tmp-123") {
		t.Errorf("found %q", names)
	}
	for _, u := range all {
		if kept, err := u.Remove(); err != nil || kept != nil {
			t.Errorf("%s: %q, %v", u.Name, kept, err)
		}
	}
	after := slices.DeleteFunc(tree(t, root), func(path string) bool { return strings.HasPrefix(path, "figures") })
	if !slices.Equal(before, after) {
		t.Errorf("left are %q, want %q", after, before)
	}
	put(t, old, map[string]string{RecordFile: read(t, done.Folder, RecordFile), "mine.txt": "m"})
	_, all = unneeded(t, root, records...)
	if kept, err := all[0].Remove(); len(all) != 1 || err != nil || len(kept) != 1 || read(t, old, "mine.txt") != "m" {
		t.Errorf("of %d, kept %q, %v", len(all), kept, err)
	}
}
