package stage

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"ebim/framework/runs/lease"
)

// asleep is an engine whose leases give no sign of life, and watches that wait for none.
func asleep(t *testing.T, root string) *Engine {
	e := engine(t, root)
	e.leases = lease.Options{Every: time.Hour, Patience: time.Nanosecond}
	return e
}

// unknown makes the holder of every lease below a folder one that is known by its signs of life alone.
func unknown(t *testing.T, root string) {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(root, "stages", "*.lease", "*", "holder.json"))
	if err != nil || len(found) != 1 {
		t.Fatal(found, err)
	}
	if err := os.WriteFile(found[0], []byte("{}"), 0o644); err != nil {
		t.Fatal(err)
	}
}

// A process that was taken for dead while it computed publishes nothing, leaves the checkpoints to who took over, and
// takes the other's result.
func TestTakenOverWhileAsleep(t *testing.T) {
	root := t.TempDir()
	var said lines
	first := asleep(t, root)
	first.Log = said.add
	var second []Result
	result := execute(t, first, newRun("ebim", 0, walk(10, 7, func(context.Context) error {
		unknown(t, root)
		other := engine(t, root)
		other.leases.Patience = time.Nanosecond
		folders, err := filepath.Glob(filepath.Join(root, "stages", "*.lease", "*"))
		if err != nil || len(folders) != 1 {
			t.Fatal(folders, err)
		}
		second = execute(t, other, newRun("ebim", 0, walk(10, -1, nil)))
		// and the sleeper goes on, to its end, writing where it wrote
		return os.MkdirAll(filepath.Join(folders[0], "checkpoints"), 0o755)
	})))[0]
	if result.Record.Status != Done || !result.Record.Stages[0].Reused {
		t.Errorf("the sleeper: %+v", result.Record)
	}
	if got := read(t, result.Folder, "walk", "result.txt"); got != "45 from 7" {
		t.Errorf("%q, want the sum of the one that took over, from the sleeper's step 7 on", got)
	}
	if len(second) != 1 || second[0].Record.Status != Done || second[0].Record.Stages[0].Reused {
		t.Errorf("the one that took over: %+v", second)
	}
	if all := said.list(); len(all) != 1 || !strings.Contains(all[0], errFenced.Error()) {
		t.Errorf("said %q", all)
	}
	if left := leftovers(t, root); len(left) > 0 {
		t.Errorf("left over: %q", left)
	}
}

// The same where the sleeper is known by its signs of life, and stops there with ctx's error.
func TestFencedStageIsStopped(t *testing.T) {
	root := t.TempDir()
	first := asleep(t, root)
	first.leases.Every = time.Millisecond
	count := 0
	s := fake("data", new(counter))
	s.Run = func(ctx context.Context, w *Work) error {
		if count++; count > 1 {
			return os.WriteFile(filepath.Join(w.Dir, "result.txt"), []byte("data"), 0o644)
		}
		holders, err := filepath.Glob(filepath.Join(root, "stages", "*.lease", "*"))
		if err != nil || len(holders) != 1 {
			t.Fatal(holders, err)
		}
		if err := os.Rename(holders[0], filepath.Join(filepath.Dir(holders[0]), strings.Repeat("0", 16))); err != nil {
			t.Fatal(err)
		}
		<-ctx.Done()
		// The other, which is none, dies at once.
		if err := os.RemoveAll(filepath.Dir(holders[0])); err != nil {
			t.Fatal(err)
		}
		return ctx.Err()
	}
	result := execute(t, first, newRun("ebim", 0, s))[0]
	if result.Record.Status != Done || count != 2 {
		t.Errorf("%+v after %d computations", result.Record, count)
	}
}

// Two earlier folders of a stage's checkpoints: those of a process that was killed count, as they are newer.
func TestWhichCheckpointsCount(t *testing.T) { synctest.Test(t, whichCheckpointsCount) }

func whichCheckpointsCount(t *testing.T) {
	t.Helper()
	root := t.TempDir()
	s := walk(10, -1, nil)
	base := stageFolder(root, "walk", s.Key())
	put(t, base+".checkpoints", map[string]string{"state": "3 3"})
	put(t, filepath.Join(base+lease.Mark, strings.Repeat("0", 16), "checkpoints"), map[string]string{"state": "5 10"})
	if got := read(t, execute(t, engine(t, root), newRun("ebim", 0, s))[0].Folder, "walk",
		"result.txt"); got != "45 from 5" {
		t.Errorf("%q, want the sum 45 from step 5 on", got)
	}
	if exists(base+".checkpoints") || exists(base+lease.Mark) {
		t.Errorf("left over: %q", tree(t, root))
	}
}

// A process that was killed between putting a stage in place and giving its lease back leaves that; so does a node that
// went down.
func TestLeaseOfAFinishedStage(t *testing.T) {
	root := t.TempDir()
	s := fake("data", new(counter))
	run := func() Record { return execute(t, engine(t, root), newRun("ebim", 0, s))[0].Record }
	record := run()
	left := stageFolder(root, "data", s.Key()) + lease.Mark
	if err := os.Mkdir(left, 0o755); err != nil {
		t.Fatal(err)
	}
	if run(); exists(left) {
		t.Error("who takes the stage leaves the lease that nobody holds")
	}
	put(t, filepath.Join(left, strings.Repeat("0", 16), "checkpoints"), map[string]string{"state": "3 3"})
	names, all := unneeded(t, root, record)
	if len(names) != 1 || names[0] != "data.lease" {
		t.Fatalf("%q", names)
	}
	if kept, err := all[0].Remove(); err != nil || len(kept) > 0 || exists(left) {
		t.Errorf("%v, %q; still there: %v", err, kept, exists(left))
	}
	if again := run(); !again.Stages[0].Reused {
		t.Error("the stage is gone")
	}
}

// What a process of an earlier version is computing stays.
func TestEarlierVersionsFoldersStay(t *testing.T) {
	root := t.TempDir()
	s := fake("data", new(counter))
	base := stageFolder(root, "data", s.Key())
	put(t, base+".tmp-123", map[string]string{"result.txt": "half"})
	execute(t, engine(t, root), newRun("ebim", 0, s))
	if read(t, base+".tmp-123", "result.txt") != "half" {
		t.Error("it is gone")
	}
	_, all := unneeded(t, root)
	for _, u := range all {
		if _, err := u.Remove(); err != nil {
			t.Error(err)
		}
	}
	if exists(base + ".tmp-123") {
		t.Error("it stays though nothing needs the stage")
	}
}

func TestNobodyDeletesWhileRunsAreExecuted(t *testing.T) {
	root := t.TempDir()
	s := fake("data", new(counter))
	s.Run = func(context.Context, *Work) error {
		if err := Alone(root, func() error { return nil }); !errors.Is(err, ErrBusy) {
			t.Errorf("in a run: %v", err)
		}
		return nil
	}
	execute(t, engine(t, root), newRun("ebim", 0, s))
	called := false
	if err := Alone(root, func() error {
		called = true
		if err := Alone(root, func() error { return nil }); !errors.Is(err, ErrBusy) {
			t.Errorf("two at once: %v", err)
		}
		return nil
	}); err != nil || !called {
		t.Error(called, err)
	}
}
