package stage

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"ebim/framework/runs/disk"
	"ebim/framework/runs/shutdown"
)

// runFolder collects what a run's folder will hold and writes it, whole, in one go.
type runFolder struct {
	x      *execution
	run    *Run
	path   string
	record Record
	stages []known
	logs   map[string][]byte  // file name -> text
	marked bool               // a computation of the run has begun
	lost   map[*Stage]Failure // optional stages that failed, or need one that did
}

func newRunFolder(x *execution, run *Run) *runFolder {
	return &runFolder{x: x, run: run, logs: map[string][]byte{}, lost: map[*Stage]Failure{},
		path: run.Folder(x.Root),
		record: Record{Format: Format, Experiment: run.Experiment, Title: run.Title, Model: run.Model, Seed: run.Seed,
			Backend: run.Backend, Data: run.Data, Overrides: run.Overrides, Status: Running, Key: run.Key(), Settings: run.SettingsKey(),
			Versions: x.Versions, Started: x.Clock().UTC().Truncate(time.Second), Stages: []StageRecord{}},
	}
}

// Key returns the hash of the keys of the run's stages, as its record has it.
func (r *Run) Key() string {
	var keys []string
	for _, stage := range r.Stages {
		keys = append(keys, stage.Key())
	}
	return combine(keys)
}

// Recorded returns the record of a run with the same stages, or nil where there is none.
func Recorded(root string, run *Run) *Record {
	record, err := ReadRecord(filepath.Join(run.Folder(root), recordFile))
	if err != nil || record.Key != run.Key() {
		return nil
	}
	return record
}

const recordFile = "record.json"

func (r *runFolder) read() (*Record, error) { return ReadRecord(filepath.Join(r.path, recordFile)) }

// mark records once, before the run's first computation, that it is running.
func (r *runFolder) mark() {
	if r.marked {
		return
	}
	r.marked = true
	r.record.Started = r.x.Clock().UTC().Truncate(time.Second)
	if err := r.publish(); err != nil {
		r.x.Log(fmt.Sprintf("%s: not yet recorded: %v", r.path, explain(err)))
	}
}

// add takes a finished stage into the run, as the run has it.
func (r *runFolder) add(s *Stage, stage known) error {
	stage.record.Name, stage.record.Training = s.label(), s.Training
	r.stages = append(r.stages, stage)
	r.record.Stages = append(r.record.Stages, stage.record)
	r.record.Seconds += stage.record.Seconds
	var metrics Metrics
	var notes []string
	err := r.steady(r.stages[len(r.stages)-1:], func() (err error) {
		metrics, notes, err = r.stages[len(r.stages)-1].says()
		return err
	})
	if err != nil {
		return err
	}
	r.record.Notes = append(r.record.Notes, notes...)
	for metric, numbers := range metrics {
		if r.record.Metrics[metric] != nil {
			return fmt.Errorf("two stages measure %s", metric)
		}
		if r.record.Metrics == nil {
			r.record.Metrics = Metrics{}
		}
		r.record.Metrics[metric] = s.renamed(numbers)
		if len(notes) > 0 { // those of a stage that measures are about its numbers
			if r.record.Caveats == nil {
				r.record.Caveats = map[string]string{}
			}
			r.record.Caveats[metric] = strings.Join(notes, "; ")
		}
	}
	return nil
}

// lacks reports whether a stage needs one that failed; if so, the run is completed without it.
func (r *runFolder) lacks(stage *Stage) bool {
	for _, input := range stage.Inputs {
		if failure, lost := r.lost[input]; lost {
			r.lose(stage, failure)
			return true
		}
	}
	return false
}

// lose records that an optional stage is missing.
func (r *runFolder) lose(stage *Stage, failure Failure) {
	r.lost[stage] = failure
	if failure.Metric = stage.Metric; failure.Metric != "" || failure.Stage == stage.label() { // not each stage on the way
		r.record.Failures = append(r.record.Failures, failure)
	}
}

// stop records why a stage has no result, which ends the run unless the stage is optional.
func (r *runFolder) stop(ctx context.Context, stage *Stage, err error) {
	if interruption(ctx, err) {
		r.record.Status = Interrupted
		return
	}
	failure := asFailure(stage.label(), err)
	var panicking *panicked
	if errors.As(err, &panicking) {
		name := panicLog(stage.label())
		r.logs[name] = fmt.Appendf(nil, "%v\n\n%s", panicking.value, panicking.stack)
		failure.Cause = "the stack is in " + filepath.Join(r.path, name)
	}
	if stage.optional() {
		r.lose(stage, failure)
		return
	}
	r.record.Status, r.record.Failure = Failed, &failure
}

// publish builds the run's folder beside its place and moves it in, under a lease that is held for that moment only. A run
// that has not finished does not replace a finished one with the same key, be it another process's. What the engine did not
// write into the folder stays.
func (r *runFolder) publish() error {
	defer shutdown.Hold()()
	const attempts = 3 // of a process that slept during one, and lost its lease
	var err error
	for range attempts {
		if err = r.publishOnce(); !errors.Is(err, errFenced) {
			break
		}
	}
	return err
}

func (r *runFolder) publishOnce() error {
	held, err := r.x.lockFolder(r.path)
	if err != nil {
		return err
	}
	defer held.Release()
	if (r.record.Status == Running || r.record.Status == Interrupted) && r.finished() {
		return nil
	}
	fresh, old, written := filepath.Join(held.Folder(), "fresh"), beside(r.path, oldMark), r.x.written(r.run.Stages)
	if err := r.x.disk.putBack(r.path, old, written); err != nil {
		return err
	}
	err = r.steady(r.stages, func() error { return errors.Join(os.RemoveAll(fresh), r.build(fresh)) })
	if err == nil {
		err = disk.FlushTree(fresh)
	}
	if err == nil && held.Held() {
		err = r.x.disk.replace(fresh, r.path, old, written)
	}
	if !held.Held() {
		return errors.Join(errFenced, os.RemoveAll(held.Folder()))
	}
	return err
}

// finished reports whether the run is recorded as done with the same stages.
func (r *runFolder) finished() bool {
	there, err := r.read()
	return err == nil && there.Key == r.record.Key && there.Status == Done
}

const samplesFile = "samples.npy"

// jsonLines writes values that can always be written: records and metrics hold no NaN, channel or function.
func jsonLines(value any) []byte {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(value); err != nil {
		panic(err)
	}
	return out.Bytes()
}
