package stage

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"
)

// dated returns a stage whose file has another name each time, as those of checkpoints do, which hold the time.
func dated(name string, computed *atomic.Int64, inputs ...*Stage) *Stage {
	return &Stage{Name: name, Inputs: inputs, Run: func(_ context.Context, w *Work) error {
		file := fmt.Sprintf("result-%d.txt", computed.Add(1))
		return errors.Join(os.WriteFile(filepath.Join(w.Dir, file), []byte(name), 0o644),
			WriteMetrics(w.Dir, map[string]map[string]float64{name: {"value": 1}}))
	}}
}

// afresh computes a run anew, as another process would meanwhile.
func afresh(t *testing.T, root string, run Run) {
	t.Helper()
	e := engine(t, root)
	e.Fresh = true
	if result := execute(t, e, run)[0]; result.Record.Status != Done {
		t.Errorf("the other process: %+v", result.Record)
	}
}

func TestRunWhoseStagesAreComputedAnewIsRecorded(t *testing.T) {
	root := t.TempDir()
	var computed, linked atomic.Int64
	data := dated("data", &computed)
	e := engine(t, root)
	e.disk.link = func(from, to string) error {
		if linked.Add(1) == 1 {
			afresh(t, root, newRun("other", 0, data))
		}
		return os.Link(from, to)
	}
	result := execute(t, e, newRun("ebim", 0, data))[0]
	if result.Record.Status != Done || result.Record.Metrics["data"]["value"] == nil || !exists(result.Folder, "data",
		"result-2.txt") {
		t.Errorf("%+v; %q", result.Record, tree(t, root))
	}
}

// Who reads a stage's files misses none while another process computes the stage anew, and reads whole ones.
func TestNoFileIsMissingWhileAStageIsComputedAnew(t *testing.T) {
	root := t.TempDir()
	data := fake("data", new(counter))
	run := newRun("ebim", 0, data)
	folder := execute(t, engine(t, root), run)[0].Folder
	done := make(chan error)
	stop := make(chan struct{})
	go func() {
		var err error
		for err == nil {
			select {
			case <-stop:
				done <- nil
				return
			default:
			}
			for _, path := range []string{filepath.Join(stageFolder(root, "data", data.Key()), "result.txt"),
				filepath.Join(folder, "data", "result.txt")} {
				text, failure := os.ReadFile(path)
				if err = failure; err == nil && string(text) != "data" {
					err = fmt.Errorf("%s holds %q", path, text)
				}
			}
			if known, failure := readFinished(stageFolder(root, "data", data.Key())); err == nil && (failure != nil ||
				len(known.Files) != 1) {
				err = fmt.Errorf("%+v, %v", known, failure)
			}
		}
		done <- err
	}()
	for range 20 {
		afresh(t, root, run)
	}
	close(stop)
	if err := <-done; err != nil {
		t.Error(err)
	}
}
