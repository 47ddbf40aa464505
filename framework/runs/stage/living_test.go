package stage

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"ebim/framework/runs/live"
)

// onlyLive returns the single live folder below a root.
func onlyLive(t *testing.T, root string) live.Stage {
	t.Helper()
	all, err := live.List(root)
	if err != nil || len(all) != 1 || all[0].Err != nil {
		t.Fatalf("live stages %+v, %v; want one", all, err)
	}
	return all[0]
}

// A stage without steps shows that it is alive, and others how far they are.
func TestLiveFolderWhileComputing(t *testing.T) {
	root := t.TempDir()
	seen := func(s *Stage) *Stage {
		run := s.Run
		s.Run = func(ctx context.Context, w *Work) error {
			if s := onlyLive(t, root); !s.Alive(time.Now()) || s.Progress.Experiment != "circle" || s.Progress.Seed != 3 {
				t.Errorf("while computing, %+v", s.Progress)
			}
			return run(ctx, w)
		}
		return s
	}
	data := seen(fake("data", new(counter)))
	steps := walk(8, -1, nil)
	steps.Inputs = []*Stage{data}
	result := execute(t, engine(t, root), newRun("ebim", 3, data, seen(steps)))[0]
	if all, err := live.List(root); len(all) > 0 || err != nil {
		t.Errorf("afterward %v, %v", all, err)
	}
	picture := "walk/training/sum-step-000000005.png"
	if !slices.Contains(result.Record.Files, picture) || read(t, result.Folder, picture) != "5" {
		t.Errorf("the run's files %q lack the picture", result.Record.Files)
	}
	if again := execute(t, engine(t, root), newRun("ebim", 3, data, steps))[0]; !again.Record.Stages[1].Reused {
		t.Error("the stage with its picture was not found again")
	}
}

// The pictures of an interrupted stage wait for it beside its checkpoints, those of a failed one without any are gone.
func TestPicturesOfUnfinishedStages(t *testing.T) {
	root := t.TempDir()
	ctx, cancel := context.WithCancel(t.Context())
	s := walk(8, 6, func(context.Context) error { cancel(); return nil })
	if _, err := engine(t, root).Execute(ctx, []Run{newRun("ebim", 0, s)}); err != nil {
		t.Fatal(err)
	}
	kept := filepath.Join(root, "stages", "walk-"+s.Key()+".checkpoints", live.PicturesFolder)
	if got := live.Pictures(kept); len(got) != 1 {
		t.Errorf("beside the checkpoints %v", got)
	}
	result := execute(t, engine(t, root), newRun("ebim", 0, walk(8, -1, nil)))[0]
	if got := read(t, result.Folder, "walk", "result.txt"); got != "28 from 6" {
		t.Error(got)
	}
	if got := read(t, result.Folder, "walk", TrainingFolder, live.PictureFile("sum", 5)); got != "5" {
		t.Errorf("the picture is %q", got)
	}
	failing := &Stage{Name: "failing", Run: func(_ context.Context, w *Work) error {
		if err := w.Live.AddPicture("sum", 1, []byte("1")); err != nil {
			t.Error(err)
		}
		return Failure{Reason: "as wanted"}
	}}
	execute(t, engine(t, root), newRun("fails", 0, failing))
	if left, err := filepath.Glob(filepath.Join(root, "stages", "failing-*")); len(left) > 0 || err != nil {
		t.Errorf("of a failed stage %q, %v", left, err)
	}
}

// beat writes the progress of a stage whose process has another PID, and whose last sign of life is so old.
func beat(t *testing.T, root, key string, pid int, ago time.Duration) {
	t.Helper()
	at := time.Now().Add(-ago)
	p := live.Progress{Format: live.Format, Stage: "walk", Key: key, Host: thisProcess().Host, PID: pid, Updated: at, EverySeconds: 1}
	folder := live.Folder(root, "walk", key)
	put(t, folder, map[string]string{live.ProgressFile: string(jsonLines(p))})
	if err := os.Chtimes(folder, at, at); err != nil {
		t.Fatal(err)
	}
}

func TestKilledRuns(t *testing.T) {
	const mine, other, third = "00000000000000000001", "00000000000000000002", "00000000000000000003"
	now, host := time.Now(), thisProcess().Host
	running := func(pid int, keys ...string) *Record {
		return &Record{Status: Running, Started: now.Add(-time.Hour), Pending: keys, Process: &Process{host, pid}}
	}
	root := t.TempDir()
	beat(t, root, mine, 1, time.Minute)
	beat(t, root, other, 2, time.Second)
	put(t, filepath.Join(root, "stages", "data-"+third), map[string]string{"stage.json": "{}"})
	just := running(1, mine)
	just.Started = now.Add(-time.Second)
	elsewhere := running(2, mine)
	elsewhere.Process.Host += "x"
	early := running(1, mine)
	early.Process = nil
	for name, c := range map[string]struct {
		record *Record
		want   Status
	}{
		"its heartbeat is old":               {running(1, mine), Killed},
		"it has no live stage":               {running(1, "00000000000000000004"), Killed},
		"another process computes its stage": {running(1, mine, other), Running},
		"its process computes another stage": {running(2, mine), Running},
		"a process elsewhere has its number": {elsewhere, Killed},
		"its stage has just been finished":   {running(1, mine, third), Running},
		"it has just begun":                  {just, Running},
		"an earlier version does not tell":   {early, Running},
		"done":                               {&Record{Status: Done}, Done},
		"interrupted, which is not killed":   {&Record{Status: Interrupted, Pending: []string{mine}}, Interrupted},
	} {
		l, err := LookForLiving(root, now)
		if err != nil {
			t.Fatal(err)
		}
		if got := l.Status(c.record); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
	if l, err := LookForLiving(filepath.Join(root, "nowhere"), now); err != nil || l.Status(running(1, mine)) != Killed {
		t.Error("without stages a run is alive", err)
	}
}

// What killed processes have left is unneeded, also of a stage that will be computed; what lives is not.
func TestDeadLiveFoldersAreUnneeded(t *testing.T) {
	const dead, alive = "00000000000000000001", "00000000000000000002"
	root := t.TempDir()
	beat(t, root, dead, 1, time.Hour)
	beat(t, root, alive, 1, 0)
	put(t, filepath.Join(root, "stages", "walk-"+dead+".checkpoints"), map[string]string{"state": "3 3"})
	_, all := unneeded(t, root, Record{Status: Running, Pending: []string{dead, alive}, Started: time.Now()})
	if len(all) != 1 || all[0].Key() != dead {
		t.Fatalf("unneeded are %+v", all)
	}
	if kept, err := all[0].Remove(); len(kept) > 0 || err != nil {
		t.Error(kept, err)
	}
	left := tree(t, filepath.Join(root, "stages"))
	if !slices.Contains(left, "walk-"+dead+".checkpoints/state") || !slices.Contains(left, "walk-"+alive+".live/progress.json") || len(left) != 5 {
		t.Errorf("left are %q", left)
	}
}
