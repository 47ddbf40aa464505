package stage

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"ebim/framework/runs/disk"
	"ebim/framework/runs/progress"
)

// Result is what became of a run.
type Result struct {
	Record Record
	Folder string
	Err    error // the record could not be written; nil for a run that merely failed
}

// Execute computes the runs' stages and writes their records and folders. It returns one result per run, in the order
// of runs, also for runs that failed or were interrupted by the cancellation of ctx; one run's failure doesn't stop the
// others. It waits for every stage it started. A panic of the engine itself continues in the caller's goroutine once
// the other runs have ended.
//
// The error is about what could not be recorded: runs that contradict each other, a root that can't be written, or a
// run folder of another format (unless Fresh); in these cases nothing was started. It also joins the results' errors.
func (e *Engine) Execute(ctx context.Context, runs []Run) ([]Result, error) {
	if err := checkRuns(runs); err != nil {
		return nil, err
	}
	x := e.begin(ctx, runs)
	if err := x.makeRoot(); err != nil {
		return nil, explain(fmt.Errorf("the folder of runs can't be made: %w", err))
	}
	defer x.use()()
	if err := x.checkFolders(runs); err != nil {
		return nil, err
	}
	results := make([]Result, len(runs))
	report := x.overall(len(runs))
	var group sync.WaitGroup
	var broken atomic.Pointer[panicked]
	for i := range runs {
		group.Go(func() {
			defer func() {
				if value := recover(); value != nil {
					broken.CompareAndSwap(nil, &panicked{value, debug.Stack()})
				}
			}()
			results[i] = x.run(i, &runs[i])
			report(&results[i])
		})
	}
	group.Wait()
	if panicking := broken.Load(); panicking != nil {
		panic(panicking)
	}
	var problems []error
	for _, result := range results {
		problems = append(problems, result.Err)
	}
	return results, explain(errors.Join(problems...))
}

// begin fills in the defaults of the engine's fields.
func (e *Engine) begin(ctx context.Context, runs []Run) *execution {
	x := &execution{Engine: *e, ctx: ctx, gate: &gate{free: max(e.Jobs, 1)}, memory: newMemory(),
		calls: map[string]*call{}}
	if x.Clock == nil {
		x.Clock = time.Now
	}
	if x.Progress == nil {
		x.Progress = progress.NewQuiet(nil)
	}
	if x.Log == nil {
		x.Log = x.Progress.Message
	}
	if x.disk.link == nil {
		x.disk.link = os.Link
	}
	if x.disk.write == nil {
		x.disk.write = disk.WriteDurable
	}
	x.poll = cmp.Or(x.poll, 200*time.Millisecond)
	x.leases.Now = x.Clock
	for _, run := range runs {
		x.several = x.several || run.Experiment != runs[0].Experiment
	}
	return x
}

// overall shows the progress of all runs, now and, by the function that it returns, of each that has ended.
func (x *execution) overall(total int) func(ended *Result) {
	w := progress.Whole{Total: total, Running: min(max(x.Jobs, 1), total)}
	x.Progress.Overall(w)
	var mutex sync.Mutex
	return func(ended *Result) {
		mutex.Lock()
		defer mutex.Unlock()
		if ended.Record.Status == Interrupted {
			return
		}
		w.Done, w.Ended = w.Done+1, ""
		if slices.ContainsFunc(ended.Record.Stages, func(s StageRecord) bool { return !s.Reused }) ||
			ended.Record.Status == Failed {
			w.Computed, w.Ended = w.Computed+1, x.ended(&ended.Record)
		}
		w.Running = min(max(x.Jobs, 1), total-w.Done)
		x.Progress.Overall(w)
	}
}

// ended says what became of a run: its verdict, or its status.
func (x *execution) ended(record *Record) string {
	label := fmt.Sprintf("%s seed %d", record.Model, record.Seed)
	if x.several {
		label = record.Experiment + " " + label
	}
	return fmt.Sprintf("%s: %s after %s", label, cmp.Or(record.Verdict(), string(record.Status)),
		progress.Seconds(record.Seconds))
}

// run takes a run through its stages and writes its folder.
func (x *execution) run(order int, run *Run) Result {
	r := x.folder(run)
	if run.Ended != nil {
		defer run.Ended()
	}
	for _, stage := range run.Stages {
		if r.lacks(stage) {
			continue
		}
		known, err := x.ensure(order, run, stage, func() { x.mark(r) })
		if err == nil {
			err = r.add(stage, *known)
		}
		switch {
		case err == nil:
		case interruption(x.ctx, err):
			r.record.Status = Interrupted
		default:
			r.fail(stage, err)
		}
		if r.record.Status != Running {
			break
		}
	}
	if r.record.Status == Running {
		r.record.Status = Done
	}
	// nothing of it was computed: its earlier record stays
	if r.record.Status == Interrupted && !r.marked || r.current() {
		return Result{Record: r.record, Folder: r.path}
	}
	err := r.publish()
	if err != nil && !r.marked && r.finished() {
		x.Log(fmt.Sprintf("%s: left as it was: %v", r.path, explain(err)))
		err = nil // nothing was computed, and its record has the same numbers
	}
	if err != nil {
		err = fmt.Errorf("the run %s could not be recorded: %w", r.path, err)
	}
	return Result{Record: r.record, Folder: r.path, Err: err}
}

// folder returns a run's folder, with a record that says nothing yet.
func (x *execution) folder(run *Run) *runFolder {
	return &runFolder{fileSystem: x.disk, run: run, logs: map[string][]byte{}, lost: map[*Stage]Failure{}, root: x.Root,
		path: run.Folder(x.Root),
		record: Record{Format: Format, Experiment: run.Experiment, Title: run.Title, Model: run.Model, Seed: run.Seed,
			Backend: run.Backend, Data: run.Data, Overrides: run.Overrides, Status: Running, Key: run.Key(),
			Settings: run.SettingsKey(),
			Versions: maps.Clone(x.Versions), Started: x.Clock().UTC().Truncate(time.Second), Stages: []StageRecord{}},
	}
}

// mark records once, before a run's first computation, that it is running.
func (x *execution) mark(r *runFolder) {
	if r.marked {
		return
	}
	r.marked = true
	r.record.Started = x.Clock().UTC().Truncate(time.Second)
	if err := r.publish(); err != nil {
		x.Log(fmt.Sprintf("%s: not yet recorded: %v", r.path, explain(err)))
	}
}

// makeRoot makes the folder of runs and those of its own that it needs.
func (x *execution) makeRoot() error {
	if x.Root == "" {
		return errors.New("it has no name")
	}
	var errs []error
	for _, folder := range []string{stagesFolder, "locks"} {
		errs = append(errs, os.MkdirAll(filepath.Join(x.Root, folder), 0o777))
	}
	return errs[0]
}

// use waits until nobody deletes below the root, and keeps others from it.
func (x *execution) use() (leave func()) {
	leave, nobody := join(x.Root, x.leases)
	for alone := x.watch(alonePlace(x.Root)); !nobody && x.ctx.Err() == nil; {
		select {
		case <-time.After(x.poll):
		case <-x.ctx.Done():
		}
		nobody = isFree(alone)
	}
	return leave
}

// checkFolders refuses to overwrite records of another format. Damaged ones are written anew, from the stages.
func (x *execution) checkFolders(runs []Run) error {
	var problems []error
	for i := range runs {
		if x.Fresh {
			continue
		}
		_, err := ReadRecord(filepath.Join(runs[i].Folder(x.Root), RecordFile))
		switch {
		case err == nil || errors.Is(err, os.ErrNotExist):
		case errors.Is(err, errFormat):
			problems = append(problems, err)
		default:
			x.Log(fmt.Sprintf("rewriting the record: %v", err))
		}
	}
	return errors.Join(problems...)
}
