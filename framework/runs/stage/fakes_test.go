package stage

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"ebim/framework/runs/lease"
	"ebim/framework/runs/live"
)

// counter counts computations.
type counter struct{ n atomic.Int64 }

// fake returns a stage that writes one file, result.txt, from its name and its inputs' results, and counts its runs.
func fake(name string, count *counter, inputs ...*Stage) *Stage {
	s := &Stage{Name: name, Settings: []byte("kind: " + name), Inputs: inputs}
	s.Run = func(_ context.Context, w *Work) error {
		count.n.Add(1)
		text := name
		for _, input := range inputs {
			data, err := os.ReadFile(filepath.Join(w.Input(input.Name), "result.txt"))
			if err != nil {
				return err
			}
			text += "(" + string(data) + ")"
		}
		return os.WriteFile(filepath.Join(w.Dir, "result.txt"), []byte(text), 0o644)
	}
	return s
}

// walk returns a stage of n steps that saves its sum after each and goes on from it; before step stopAt it calls stop.
func walk(n int, stopAt int, stop func(ctx context.Context) error) *Stage {
	return &Stage{Name: "walk", Settings: fmt.Append(nil, n), Run: func(ctx context.Context, w *Work) error {
		step, sum := 0, 0
		saved := filepath.Join(w.Checkpoints, "state")
		if data, err := os.ReadFile(saved); err == nil {
			fmt.Sscan(string(data), &step, &sum)
		}
		first := step
		for ; step < n; step++ {
			if step == stopAt {
				if err := stop(ctx); err != nil {
					return err
				}
			}
			if ctx.Err() != nil {
				return ctx.Err()
			}
			sum += step
			if err := os.WriteFile(saved, fmt.Appendf(nil, "%d %d", step+1, sum), 0o644); err != nil {
				return err
			}
			w.Progress.Step(step+1, n)
		}
		return os.WriteFile(filepath.Join(w.Dir, "result.txt"), fmt.Appendf(nil, "%d from %d", sum, first), 0o644)
	}}
}

// engine returns an engine on a root with a clock that moves one second with every reading.
func engine(t *testing.T, root string) *Engine {
	var ticks atomic.Int64
	return &Engine{Root: root, Jobs: 2, poll: time.Millisecond, Log: func(line string) { t.Log(line) },
		Versions: map[string]string{"ebim": "test"},
		Clock: func() time.Time {
			return time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC).Add(time.Duration(ticks.Add(1)) * time.Second)
		}}
}

func newRun(model string, seed int, stages ...*Stage) Run {
	return Run{Experiment: "circle", Title: "Circle", Model: model, Seed: seed, Backend: "go", Stages: stages,
		Config: []byte("model: " + model + "\n")}
}

// folderOf is where a run is recorded.
func folderOf(root string, run Run) string { return run.Folder(root) }

// execute runs and fails the test on an error of Execute.
func execute(t *testing.T, e *Engine, runs ...Run) []Result {
	t.Helper()
	results, err := e.Execute(t.Context(), runs)
	if err != nil {
		t.Fatal(err)
	}
	return results
}

func read(t *testing.T, elements ...string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(elements...))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func exists(elements ...string) bool {
	_, err := os.Lstat(filepath.Join(elements...))
	return !errors.Is(err, fs.ErrNotExist)
}

// take has the lease of a stage as another process would.
func take(t *testing.T, root string, s *Stage) *lease.Lease {
	t.Helper()
	held, err := lease.New(stageFolder(root, s.Name, s.Key()), lease.Options{Now: func() time.Time {
		return time.Unix(0,
			0)
	}}).Try()
	if err != nil || held == nil {
		t.Fatal(held, err)
	}
	return held
}

// tree lists every path below a root.
func tree(t *testing.T, root string) []string {
	t.Helper()
	var paths []string
	err := filepath.WalkDir(root, func(path string, _ fs.DirEntry, err error) error {
		relative, _ := filepath.Rel(root, path)
		paths = append(paths, filepath.ToSlash(relative))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(paths)
	return paths
}

// leftovers lists leases, with the temporary folders in them, and replaced folders. That a killed process was one of
// those who execute runs shows until somebody deletes stages.
func leftovers(t *testing.T, root string) []string {
	return slices.DeleteFunc(tree(t, root), func(path string) bool {
		return strings.HasPrefix(path, "locks/") || !strings.Contains(path, ".lease") && !strings.Contains(path,
			".old") && !strings.Contains(path, live.Suffix) && !strings.Contains(path, ".tmp")
	})
}

// lines collects messages from several goroutines.
type lines struct {
	mutex sync.Mutex
	all   []string
}

func (l *lines) add(line string) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	l.all = append(l.all, line)
}

func (l *lines) list() []string {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	return slices.Clone(l.all)
}

var pid = strconv.Itoa(os.Getpid())
