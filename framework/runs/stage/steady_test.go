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

func TestStageWhoseInputIsComputedAnewStartsAgain(t *testing.T) {
	root := t.TempDir()
	var computed, attempts atomic.Int64
	data := dated("data", &computed)
	reader := &Stage{Name: "energy", Inputs: []*Stage{data}, Run: func(_ context.Context, w *Work) error {
		listed, err := filepath.Glob(filepath.Join(w.Input("data"), "result-*.txt"))
		if err != nil || len(listed) != 1 {
			return fmt.Errorf("%v, %v", listed, err)
		}
		if attempts.Add(1) == 1 {
			afresh(t, root, newRun("other", 0, data))
		}
		text, err := os.ReadFile(listed[0])
		if err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(w.Dir, "result.txt"), text, 0o644)
	}}
	result := execute(t, engine(t, root), newRun("ebim", 0, data, reader))[0]
	if result.Record.Status != Done || attempts.Load() != 2 || read(t, result.Folder, "energy", "result.txt") != "data" {
		t.Errorf("%+v after %d attempts", result.Record, attempts.Load())
	}
	if !exists(result.Folder, "data", "result-2.txt") {
		t.Errorf("the run holds %q", tree(t, result.Folder))
	}
}

func TestRunWhoseStagesAreComputedAnewIsRecorded(t *testing.T) {
	root := t.TempDir()
	var computed, linked atomic.Int64
	data := dated("data", &computed)
	e := engine(t, root)
	e.disk = realDisk()
	e.disk.link = func(from, to string) error {
		if linked.Add(1) == 1 {
			afresh(t, root, newRun("other", 0, data))
		}
		return os.Link(from, to)
	}
	result := execute(t, e, newRun("ebim", 0, data))[0]
	if result.Record.Status != Done || result.Record.Metrics["data"]["value"] == nil || !exists(result.Folder, "data", "result-2.txt") {
		t.Errorf("%+v; %q", result.Record, tree(t, root))
	}
}

// Between the two renamings of a replacement there is no folder: no metrics at that moment are not none at all.
func TestMetricsOfAStageThatIsBeingReplaced(t *testing.T) {
	root := t.TempDir()
	var computed atomic.Int64
	data := dated("data", &computed)
	e := engine(t, root)
	execute(t, e, newRun("ebim", 0, data))
	run := newRun("ebim", 0, data)
	x := e.begin(t.Context(), []Run{run})
	found, ok := x.store().find("data", data.Key())
	if !ok {
		t.Fatal("the stage is not there")
	}
	r := newRunFolder(x, &run)
	if err := os.Rename(x.store().base("data", data.Key()), filepath.Join(root, "aside")); err != nil {
		t.Fatal(err)
	}
	if err := r.add(data, *x.known(found, true)); err == nil {
		t.Errorf("the run has the metrics %v", r.record.Metrics)
	}
}

func TestSteadyReadsAgainWhatWasReplaced(t *testing.T) {
	root := t.TempDir()
	var computed atomic.Int64
	data := dated("data", &computed)
	run := newRun("ebim", 0, data)
	execute(t, engine(t, root), run)
	broken := errors.New("half of it is gone")
	reads := 0
	err := Steady(root, run.Stages, func() error {
		if reads++; reads == 1 {
			afresh(t, root, run)
			return broken
		}
		return nil
	})
	if err != nil || reads != 2 {
		t.Errorf("%v after %d reads", err, reads)
	}
	if err := Steady(root, run.Stages, func() error { reads++; return broken }); err != broken || reads != 3 {
		t.Errorf("nothing was replaced: %v after %d reads", err, reads)
	}
}
