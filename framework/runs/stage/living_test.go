package stage

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"ebim/framework/runs/lease"
	"ebim/framework/runs/live"
)

// liveStages are the live folders below a root.
func liveStages(t *testing.T, root string) (all []live.Stage) {
	t.Helper()
	folders, err := filepath.Glob(filepath.Join(root, "stages", "*"+live.Suffix))
	if err != nil {
		t.Fatal(err)
	}
	for _, folder := range folders {
		s, _ := live.Read(folder)
		all = append(all, s)
	}
	return all
}

// A stage without steps shows that it is alive, and others how far they are.
func TestLiveFolderWhileComputing(t *testing.T) {
	root := t.TempDir()
	seen := func(s *Stage) *Stage {
		run := s.Run
		s.Run = func(ctx context.Context, w *Work) error {
			if all := liveStages(t, root); len(all) != 1 || !all[0].Alive(time.Now()) ||
				all[0].Progress.Experiment != "circle" || all[0].Progress.Seed != 3 {
				t.Errorf("while computing, %+v", all)
			}
			return run(ctx, w)
		}
		return s
	}
	data := seen(fake("data", new(counter)))
	steps := walk(8, -1, nil)
	steps.Inputs = []*Stage{data}
	execute(t, engine(t, root), newRun("ebim", 3, data, seen(steps)))
	if all := liveStages(t, root); len(all) > 0 {
		t.Errorf("afterward %v", all)
	}
	if again := execute(t, engine(t, root), newRun("ebim", 3, data, steps))[0]; !again.Record.Stages[1].Reused {
		t.Error("the stage was not found again")
	}
}

// An interrupted stage is not live, and goes on; nothing is left of a failed one without checkpoints.
func TestLiveFoldersOfUnfinishedStages(t *testing.T) {
	root := t.TempDir()
	ctx, cancel := context.WithCancel(t.Context())
	s := walk(8, 6, func(context.Context) error { cancel(); return nil })
	if _, err := engine(t, root).Execute(ctx, []Run{newRun("ebim", 0, s)}); err != nil {
		t.Fatal(err)
	}
	if all := liveStages(t, root); len(all) != 0 {
		t.Errorf("an interrupted stage is live: %v", all)
	}
	result := execute(t, engine(t, root), newRun("ebim", 0, walk(8, -1, nil)))[0]
	if got := read(t, result.Folder, "walk", "result.txt"); got != "28 from 6" {
		t.Error(got)
	}
	failing := &Stage{Name: "failing", Run: func(context.Context, *Work) error {
		return Failure{Reason: "as wanted"}
	}}
	execute(t, engine(t, root), newRun("fails", 0, failing))
	if left, err := filepath.Glob(filepath.Join(root, "stages", "failing-*")); len(left) > 0 || err != nil {
		t.Errorf("of a failed stage %q, %v", left, err)
	}
}

// A run that its record calls running is killed once its process is not among those that execute runs.
func TestKilledRuns(t *testing.T) {
	root := t.TempDir()
	now, here := time.Now(), *thisProcess()
	running := func(p Process) *Record { return &Record{Status: Running, Process: &p} }
	leave, _ := join(root, lease.Options{})
	far := func(token string, pid int, ago time.Duration) Process {
		p := Process{Host: "far", PID: pid}
		holder := filepath.Join(usersFolder(root), token+lease.Mark, token, "holder.json")
		put(t, filepath.Dir(holder), map[string]string{"holder.json": string(jsonLines(lease.Holder{Token: token,
			Host: p.Host, PID: pid, Machine: "far"}))})
		if err := os.Chtimes(holder, now, now.Add(-ago)); err != nil {
			t.Fatal(err)
		}
		return p
	}
	silent, heard := far("0000000000000001", 1, time.Minute), far("0000000000000002", 2, 5*time.Second)
	look := func() *Living {
		l, err := LookForLiving(root, now)
		if err != nil {
			t.Fatal(err)
		}
		return l
	}
	for name, c := range map[string]struct {
		record *Record
		want   Status
	}{
		"its process is here":             {running(here), Running},
		"it has another number":           {running(Process{here.Host, here.PID + 1}), Killed},
		"it is elsewhere, and silent":     {running(silent), Killed},
		"it is elsewhere, and was heard":  {running(heard), Running},
		"an earlier version says nothing": {&Record{Status: Running}, Running},
		"done":                            {&Record{Status: Done, Process: &silent}, Done},
		"interrupted, not killed":         {&Record{Status: Interrupted}, Interrupted},
	} {
		if got := look().Status(c.record); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
	if leave(); look().Status(running(here)) != Killed {
		t.Error("a run whose process has left is running")
	}
	if l, err := LookForLiving(filepath.Join(root, "nowhere"), now); err != nil || l.Status(running(here)) != Killed {
		t.Error("where nobody executes runs one is alive", err)
	}
}
