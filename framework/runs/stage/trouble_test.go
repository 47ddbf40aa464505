package stage

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"ebim/framework/runs/disk"
	"ebim/framework/runs/progress"
)

// full returns a disk that is full from the moment a file with this name is written.
func full(name string) fileSystem {
	return fileSystem{write: func(path string, data []byte) error {
		if strings.Contains(filepath.Base(path), name) {
			return &os.PathError{Op: "write", Path: path, Err: syscall.ENOSPC}
		}
		return disk.WriteDurable(path, data)
	}}
}

func TestFullDiskLeavesNothingBelieved(t *testing.T) {
	for _, name := range []string{"stage.json"} {
		root := t.TempDir()
		e := engine(t, root)
		e.disk = full(name)
		s := walk(10, -1, nil)
		result := execute(t, e, newRun("ebim", 0, s))[0]
		failure := result.Record.Failure
		if failure == nil || !strings.Contains(failure.Reason, "no space left") || !strings.Contains(failure.Cause,
			"free some space") {
			t.Fatalf("full at %s: %+v", name, result.Record)
		}
		if _, ok := whole(stageFolder(root, "walk", s.Key()), "walk", s.Key()); ok {
			t.Errorf("full at %s: the stage is believed", name)
		}
		result = execute(t, engine(t, root), newRun("ebim", 0, s))[0]
		if got := read(t, result.Folder, "walk", "result.txt"); got != "45 from 10" {
			t.Errorf("full at %s: later %q, want 45 from the checkpoint of step 10", name, got)
		}
		if left := leftovers(t, root); len(left) > 0 {
			t.Errorf("full at %s: left over %q", name, left)
		}
	}
}

func TestFullDiskWhileRecording(t *testing.T) {
	root := t.TempDir()
	s := fake("data", new(counter))
	execute(t, engine(t, root), newRun("ebim", 0, s))
	e := engine(t, root)
	e.disk, e.Fresh = full("record.json"), true
	results, err := e.Execute(t.Context(), []Run{newRun("ebim", 0, s)})
	if err == nil || results[0].Err == nil || !strings.Contains(err.Error(), "free some space") {
		t.Errorf("recording on a full disk: %v", err)
	}
	record, err := ReadRecord(filepath.Join(results[0].Folder, "record.json"))
	if err != nil || record.Stages[0].Key != s.Key() {
		t.Errorf("the earlier record isn't what it was: %v, %+v", err, record)
	}
	if left := leftovers(t, root); len(left) > 0 {
		t.Errorf("left over %q", left)
	}
}

func TestRealFullDisk(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("needs /dev/full")
	}
	s := &Stage{Name: "data", Run: func(context.Context, *Work) error {
		file, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
		if err != nil {
			return err
		}
		defer file.Close()
		_, err = file.Write([]byte("x"))
		return err
	}}
	result := execute(t, engine(t, t.TempDir()), newRun("ebim", 0, s))[0]
	if f := result.Record.Failure; f == nil || !strings.Contains(f.Cause, "the disk is full") {
		t.Errorf("%+v", result.Record)
	}
}

func TestFilesAreCopiedWhereLinksAreImpossible(t *testing.T) {
	root := t.TempDir()
	e := engine(t, root)
	e.disk.link = func(string, string) error { return errors.ErrUnsupported }
	s := fake("data", new(counter))
	result := execute(t, e, newRun("ebim", 0, s))[0]
	copied := filepath.Join(result.Folder, "data", "result.txt")
	if err := os.WriteFile(copied, []byte("edited"), 0o644); err != nil {
		t.Fatal(err)
	}
	if got := read(t, stageFolder(root, "data", s.Key()), "result.txt"); got != "data" {
		t.Errorf("the stage's own file holds %q", got)
	}
}

// A record of another format is left alone. A damaged one is written anew from the stages, whatever stands in its
// place.
func TestRecordsThatCannotBeRead(t *testing.T) {
	for what, damage := range map[string]func(path string) error{
		"format 2": func(path string) error { return os.WriteFile(path, []byte(`{"format": 2, "seed": {}}`), 0o644) },
		"half":     func(path string) error { return os.Truncate(path, 100) },
		"empty":    func(path string) error { return os.Truncate(path, 0) },
		"wrong type": func(path string) error {
			return os.WriteFile(path, []byte(`{"format": 1, "seed": "zero"}`),
				0o644)
		},
		"no record": os.Remove,
		"a link to itself": func(path string) error {
			return errors.Join(os.Remove(path), os.Symlink(RecordFile, path))
		},
		"a folder": func(path string) error {
			return errors.Join(os.Remove(path), os.Mkdir(path, 0o755), os.WriteFile(filepath.Join(path, "mine"), nil,
				0o644))
		},
	} {
		root := t.TempDir()
		var count counter
		run := newRun("ebim", 0, fake("data", &count))
		folder := execute(t, engine(t, root), run)[0].Folder
		put(t, folder, own)
		if err := damage(filepath.Join(folder, RecordFile)); err != nil {
			t.Fatal(err)
		}
		results, err := engine(t, root).Execute(t.Context(), []Run{newRun("other", 0, fake("data", &count)), run})
		if count.n.Load() != 1 {
			t.Errorf("%s: something was computed again", what)
		}
		kept(t, what, folder, own)
		if what == "format 2" {
			if err == nil || !strings.Contains(err.Error(), "format 2") || !strings.Contains(err.Error(), folder) {
				t.Errorf("%s: %v", what, err)
			}
			continue
		}
		if record := recordIn(folder); err != nil || record == nil || record.Status != Done ||
			results[1].Record.Status != Done {
			t.Errorf("%s: %v, %+v", what, err, record)
		}
		if what == "a folder" && !exists(folder, RecordFile+".kept-1", "mine") {
			t.Errorf("the user's folder is gone: %q", tree(t, folder))
		}
	}
}

func TestRootThatCannotBeMade(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	os.WriteFile(file, nil, 0o644)
	for _, root := range []string{filepath.Join(file, "runs"), ""} {
		if _, err := engine(t, root).Execute(t.Context(), []Run{newRun("ebim", 0, fake("data",
			new(counter)))}); err == nil {
			t.Errorf("no error for root %q", root)
		}
	}
	if err := explain(&os.PathError{Op: "mkdir", Path: "/x", Err: syscall.EACCES}); !strings.Contains(err.Error(),
		"--runs") {
		t.Errorf("no way out in %q", err)
	}
}

func TestContradictoryRuns(t *testing.T) {
	data := fake("data", new(counter))
	energy := fake("energy", new(counter), data)
	empty := &Stage{Name: "empty"}
	for want, runs := range map[string][]Run{
		"more than one":        {newRun("ebim", 0, data), newRun("EBIM", 0, data)},
		"must come before":     {newRun("ebim", 0, energy, data)},
		"two stages are":       {newRun("ebim", 0, data, fake("data", new(counter)))},
		"nothing to run":       {newRun("ebim", 0, empty)},
		"0 or more":            {newRun("ebim", -1, data)},
		`must not hold "/"`:    {newRun("a/b", 0, data)},
		"must have 1 to":       {newRun("", 0, data)},
		"start or end":         {newRun("..", 0, data)},
		"engine's own folders": {{Experiment: "stages", Model: "m", Stages: []*Stage{data}}},
	} {
		if _, err := engine(t, t.TempDir()).Execute(t.Context(), runs); err == nil || !strings.Contains(err.Error(),
			want) {
			t.Errorf("want an error with %q, got %v", want, err)
		}
	}
}

func TestTwoStagesWithTheSameMetric(t *testing.T) {
	measure := func(name string) *Stage {
		return &Stage{Name: name, Run: func(_ context.Context, w *Work) error {
			return WriteMetrics(w.Dir, map[string]map[string]float64{"distance": {"value": 1}})
		}}
	}
	result := execute(t, engine(t, t.TempDir()), newRun("ebim", 0, measure("one"), measure("two")))[0]
	if f := result.Record.Failure; f == nil || f.Reason != "two stages measure distance" || f.Stage != "two" {
		t.Errorf("%+v", result.Record)
	}
}

func TestMemoryOfStagesSideBySide(t *testing.T) {
	var high, now uint64
	use := func(bytes uint64) { now = bytes; high = max(high, bytes) }
	m := newMemory()
	m.peak, m.reset = func() uint64 { return high }, func() { high = now }
	use(500) // before any stage
	use(10)
	a := m.start()
	use(100)
	use(20)
	b := m.start()
	use(60)
	use(5)
	if got := m.stop(b); got != 60 {
		t.Errorf("second stage: peak %d, want 60", got)
	}
	use(80)
	if got := m.stop(a); got != 100 {
		t.Errorf("first stage: peak %d, want 100", got)
	}
}

func TestPeakResidentSeesAnAllocation(t *testing.T) {
	if runtime.GOOS != "linux" && runtime.GOOS != "darwin" {
		t.Skip("the system doesn't tell")
	}
	m := newMemory()
	u := m.start()
	block := make([]byte, 64<<20)
	for i := range block {
		block[i] = byte(i)
	}
	peak := m.stop(u)
	runtime.KeepAlive(block)
	if peak < 64<<20 || peak > 64<<30 {
		t.Errorf("peak %d bytes with 64 MiB in use", peak)
	}
}

func FuzzReadRecord(f *testing.F) {
	f.Add([]byte(`{"format": 1, "experiment": "circle", "metrics": {"w": {"value": null}}, "stages": [{"name": "a"}]}`))
	f.Add([]byte(`{"format": 2}`))
	f.Add([]byte(`[[[[`))
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 160 { // longer ones take Go seconds each to minimize, in which it tries nothing new
			return
		}
		const path = "runs/record.json"
		record, err := decodeRecord(path, data)
		if err != nil && !strings.Contains(err.Error(), path) {
			t.Errorf("the error doesn't name the file: %v", err)
		}
		if err != nil {
			return
		}
		if record.Format != Format {
			t.Errorf("a record of format %d was read", record.Format)
		}
		if again, err := decodeRecord(path, jsonLines(record)); err != nil || !bytes.Equal(jsonLines(again),
			jsonLines(record)) {
			t.Errorf("the record %s is read again as %+v, %v", jsonLines(record), again, err)
		}
	})
}

// broken is a progress reporter that stands for a fault of the program in a run's goroutine.
type broken struct{ progress.Reporter }

func (broken) Start(progress.Label) progress.Task { panic("index out of range") }

func TestPanicOfTheEngineGoesOnInTheCaller(t *testing.T) {
	e := engine(t, t.TempDir())
	e.Progress = broken{progress.NewQuiet(nil)}
	defer func() {
		caught, ok := recover().(*panicked)
		if !ok || caught.Error() != "index out of range" || !strings.Contains(string(caught.Stack()),
			"trouble_test.go") {
			t.Errorf("%v", caught)
		}
	}()
	e.Execute(t.Context(), []Run{newRun("ebim", 0, fake("data", new(counter)))})
}
