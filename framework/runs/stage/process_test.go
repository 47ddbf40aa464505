package stage

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

func TestTwoEnginesComputeAStageOnce(t *testing.T) {
	root := t.TempDir()
	var count counter
	started, release := make(chan struct{}), make(chan struct{})
	slow := func() *Stage {
		return &Stage{Name: "manifold", Run: func(_ context.Context, w *Work) error {
			count.n.Add(1)
			close(started)
			<-release
			return os.WriteFile(filepath.Join(w.Dir, "result.txt"), []byte("m"), 0o644)
		}}
	}
	first := make(chan []Result)
	e := engine(t, root)
	go func() {
		results, _ := e.Execute(context.Background(), []Run{newRun("ebim", 0, slow())})
		first <- results
	}()
	<-started
	var said lines
	second := engine(t, root)
	second.Log = func(line string) {
		if said.add(line); len(said.list()) == 1 {
			close(release)
		}
	}
	result := execute(t, second, newRun("ebim", 0, slow()))[0]
	if before := <-first; before[0].Record.Status != Done {
		t.Errorf("first engine: %+v", before)
	}
	if result.Record.Status != Done || !result.Record.Stages[0].Reused || count.n.Load() != 1 {
		t.Errorf("second engine: %+v; %d computations", result.Record, count.n.Load())
	}
	want := regexp.MustCompile(`^ebim seed 0 manifold: waiting for another process \(pid ` + pid +
		`, since 2026-01-02 .*\)$`)
	if got := said.list(); len(got) != 1 || !want.MatchString(got[0]) {
		t.Errorf("said %q, want one line like %s", got, want)
	}
	if left := leftovers(t, root); len(left) > 0 {
		t.Errorf("left over: %q", left)
	}
}

func TestWaitingForAnotherProcessCanBeInterrupted(t *testing.T) {
	root := t.TempDir()
	s := fake("manifold", new(counter))
	defer take(t, root, s).Release()
	ctx, cancel := context.WithCancel(t.Context())
	e := engine(t, root)
	e.Log = func(string) { cancel() }
	results, err := e.Execute(ctx, []Run{newRun("ebim", 0, s)})
	if err != nil || results[0].Record.Status != Interrupted {
		t.Errorf("%v, %+v", err, results)
	}
}

// Another process finishes a run while this one, which computed a stage of it, waits.
func TestInterruptionLeavesWhatAnotherProcessFinished(t *testing.T) {
	root := t.TempDir()
	first := fake("first", new(counter))
	run := newRun("ebim", 0, first, fake("second", new(counter), first))
	held := take(t, root, run.Stages[1])
	ctx, cancel := context.WithCancel(t.Context())
	e := engine(t, root)
	e.poll = time.Hour
	e.Log = func(string) {
		held.Release()
		if other := execute(t, engine(t, root), run)[0]; other.Record.Status != Done {
			t.Errorf("the other process: %+v", other.Record)
		}
		cancel()
	}
	results, err := e.Execute(ctx, []Run{run})
	if err != nil || results[0].Record.Status != Interrupted {
		t.Fatalf("%v, %+v", err, results)
	}
	record, err := ReadRecord(filepath.Join(results[0].Folder, "record.json"))
	if err != nil || record.Status != Done || len(record.Stages) != 2 {
		t.Errorf("the record of the run that the other process finished: %v, %+v", err, record)
	}
}

// childRoot makes a copy of this test's program compute a stage below that folder until it is killed.
const childRoot = "EBIM_STAGE_TEST_CHILD_ROOT"

func TestKilledProcess(t *testing.T) {
	if root := os.Getenv(childRoot); root != "" {
		e := &Engine{Root: root}
		e.Execute(context.Background(), []Run{newRun("ebim", 0, walk(10, 7, func(context.Context) error {
			fmt.Println("computing")
			time.Sleep(time.Hour) // blocking for ever would end the child as deadlocked
			return nil
		}))})
		return
	}
	root := t.TempDir()
	child := exec.Command(os.Args[0], "-test.run=^TestKilledProcess$")
	child.Env = append(os.Environ(), childRoot+"="+root)
	out, err := child.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	for scanner := bufio.NewScanner(out); scanner.Scan() && scanner.Text() != "computing"; {
	}
	if len(leftovers(t, root)) == 0 {
		t.Fatal("the child has no temporary folder")
	}
	if record, err := ReadRecord(filepath.Join(folderOf(root, newRun("ebim", 0, walk(10, 7, nil))),
		"record.json")); err != nil || record.Status != Running {
		t.Errorf("while running: %v, %+v", err, record)
	}
	if s := liveStages(t, root)[0]; s.Progress.PID != child.Process.Pid || s.Progress.Stage != "walk" ||
		s.Progress.Model != "ebim" || !s.Alive(time.Now()) {
		t.Errorf("while running, its live folder says %+v", s.Progress)
	}
	e := engine(t, root)
	waited := make(chan string, 1)
	e.Log = func(line string) { waited <- line; child.Process.Kill() }
	result := execute(t, e, newRun("ebim", 0, walk(10, -1, nil)))[0]
	child.Wait()
	select {
	case line := <-waited:
		if !strings.Contains(line, fmt.Sprintf("(pid %d, since", child.Process.Pid)) {
			t.Errorf("while the child computed: %q", line)
		}
	default:
		t.Error("the engine did not wait for the child")
	}
	if got := read(t, result.Folder, "walk", "result.txt"); got != "45 from 7" {
		t.Errorf("%q, want the sum 45 from the killed process's step 7 on", got)
	}
	if left := leftovers(t, root); len(left) > 0 {
		t.Errorf("left over: %q", left)
	}
}

func TestFoldersThatAreNotWholeAreNotBelieved(t *testing.T) {
	for what, damage := range map[string]func(dir string) error{
		"no stage.json":    func(dir string) error { return os.Remove(filepath.Join(dir, "stage.json")) },
		"half stage.json":  func(dir string) error { return os.Truncate(filepath.Join(dir, "stage.json"), 40) },
		"truncated result": func(dir string) error { return os.Truncate(filepath.Join(dir, "result.txt"), 1) },
		"missing result":   func(dir string) error { return os.Remove(filepath.Join(dir, "result.txt")) },
		"changed result": func(dir string) error {
			return os.WriteFile(filepath.Join(dir, "result.txt"),
				[]byte("dada"), 0o644)
		},
		"another's": func(dir string) error {
			return os.WriteFile(filepath.Join(dir, "stage.json"), []byte(`{"format": 1, "name": "other", "key": "x"}`),
				0o644)
		},
		"path outside": func(dir string) error {
			path := filepath.Join(dir, "stage.json")
			data, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			return os.WriteFile(path, []byte(strings.Replace(string(data), "result.txt", "../../etc", 1)), 0o644)
		},
	} {
		root := t.TempDir()
		var count counter
		s := fake("data", &count)
		execute(t, engine(t, root), newRun("ebim", 0, s))
		dir := stageFolder(root, "data", s.Key())
		if err := damage(dir); err != nil {
			t.Fatal(err)
		}
		result := execute(t, engine(t, root), newRun("ebim", 0, s))[0]
		if count.n.Load() != 2 || read(t, result.Folder, "data", "result.txt") != "data" {
			t.Errorf("%s: computed %d times, want 2", what, count.n.Load())
		}
		if left := leftovers(t, root); len(left) > 0 {
			t.Errorf("%s: left over %q", what, left)
		}
	}
}
