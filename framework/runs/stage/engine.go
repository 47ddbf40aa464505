package stage

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"ebim/framework/runs/lease"
	"ebim/framework/runs/progress"
)

// Run is one model of an experiment with one seed.
type Run struct {
	Experiment, Title, Model string
	Seed                     int
	Backend                  string
	Stages                   []*Stage // each after its inputs, each name once
	Config                   []byte   // resolved settings, kept as config.yaml
	Data                     *Data    // for the record; nil where nothing is known
	Overrides                []string // for the record
}

// Result is what became of a run.
type Result struct {
	Record Record
	Folder string
	Err    error // the record could not be written; nil for a run that merely failed
}

// Engine executes runs. Its fields are set before Execute and not changed afterward.
type Engine struct {
	Root     string            // folder of stages and runs; made when missing
	Jobs     int               // stages computed side by side, at least 1
	Fresh    bool              // compute the runs' stages anew, each once per Execute
	Clock    func() time.Time  // safe for concurrent use; time.Now when nil
	Versions map[string]string // of the program and its parts, for the records
	Progress progress.Reporter // nothing is shown when nil
	Log      func(line string) // messages to the user, such as a wait for another process; Progress.Message when nil

	disk fileSystem    // replaced in tests
	poll time.Duration // between two looks at another process's lease

	leases lease.Options // replaced in tests
}

// Execute computes the runs' stages and writes their records and folders. It returns one result per run, in the order of
// runs, also for runs that failed or were interrupted by the cancellation of ctx; one run's failure doesn't stop the
// others. It waits for every stage it started. A panic of the engine itself continues in the caller's goroutine once the other
// runs have ended.
//
// The error is about what could not be recorded: runs that contradict each other, a root that can't be written, or a run
// folder of another format (unless Fresh); in these cases nothing was started. It also joins the results' errors.
func (e *Engine) Execute(ctx context.Context, runs []Run) ([]Result, error) {
	if err := checkRuns(runs); err != nil {
		return nil, err
	}
	x := e.begin(ctx, runs)
	if err := x.makeRoot(); err != nil {
		return nil, err
	}
	defer x.use()()
	x.adopt(runs)
	if err := x.checkFolders(runs); err != nil {
		return nil, err
	}
	results := make([]Result, len(runs))
	tell := x.overall(len(runs))
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
			tell(&results[i])
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
	return results, errors.Join(problems...)
}

// begin fills in the defaults of the engine's fields.
func (e *Engine) begin(ctx context.Context, runs []Run) *execution {
	x := &execution{Engine: *e, ctx: ctx, gate: &gate{free: max(e.Jobs, 1)}, memory: newMemory(), calls: map[string]*call{}}
	if x.Clock == nil {
		x.Clock = time.Now
	}
	if x.Progress == nil {
		x.Progress = progress.NewQuiet(nil)
	}
	if x.Log == nil {
		x.Log = x.Progress.Message
	}
	if x.disk.rename == nil {
		x.disk = realDisk()
	}
	if x.poll == 0 {
		x.poll = 200 * time.Millisecond
	}
	for _, run := range runs {
		x.several = x.several || run.Experiment != runs[0].Experiment
	}
	return x
}

// overall tells the progress of all runs, now and, by the function that it returns, of each that has ended.
func (x *execution) overall(total int) func(ended *Result) {
	shown, ok := x.Progress.(progress.Overall)
	if !ok {
		return func(*Result) {}
	}
	w := progress.Whole{Total: total, Running: min(max(x.Jobs, 1), total)}
	shown.Overall(w)
	var mutex sync.Mutex
	return func(ended *Result) {
		mutex.Lock()
		defer mutex.Unlock()
		if ended.Record.Status == Interrupted {
			return
		}
		w.Done++
		if slices.ContainsFunc(ended.Record.Stages, func(s StageRecord) bool { return !s.Reused }) || ended.Record.Status == Failed {
			w.Computed++
		}
		w.Running = min(max(x.Jobs, 1), total-w.Done)
		shown.Overall(w)
	}
}

// execution is one call of Execute.
type execution struct {
	Engine
	ctx     context.Context
	gate    *gate
	memory  *memory
	several bool // whether there are several experiments, so that a model's name alone does not identify a run

	mutex sync.Mutex
	calls map[string]*call // by stage key
}

func (x *execution) store() store { return store{x.Root, x.disk} }

// run takes a run through its stages and writes its folder.
func (x *execution) run(order int, run *Run) Result {
	r := newRunFolder(x, run)
	for _, stage := range run.Stages {
		if r.lacks(stage) {
			continue
		}
		known, err := x.ensure(order, run, stage, r.mark)
		if err == nil {
			err = r.add(stage, *known)
		}
		if err != nil {
			r.stop(x.ctx, stage, err)
		}
		if r.record.Status != Running {
			break
		}
	}
	if r.record.Status == Running {
		r.record.Status = Done
	}
	if r.record.Status == Interrupted && !r.marked {
		return Result{Record: r.record, Folder: r.path} // nothing of it was computed: its earlier record stays
	}
	if r.current() {
		return Result{Record: r.record, Folder: r.path}
	}
	err := r.publish()
	if err != nil && !r.marked && r.finished() {
		x.Log(fmt.Sprintf("%s: left as it was: %v", r.path, explain(err)))
		err = nil // nothing was computed, and its record has the same numbers
	}
	if err != nil {
		err = fmt.Errorf("the run %s could not be recorded: %w", r.path, explain(err))
	}
	return Result{Record: r.record, Folder: r.path, Err: err}
}

// makeRoot makes the folder of runs and those of its own that it needs.
func (x *execution) makeRoot() error {
	if x.Root == "" {
		return errors.New("the folder of runs has no name")
	}
	for _, dir := range []string{stagesFolder, "locks"} {
		if err := os.MkdirAll(filepath.Join(x.Root, dir), 0o777); err != nil {
			return explain(fmt.Errorf("the folder of runs can't be made: %w", err))
		}
	}
	return nil
}

// checkFolders refuses to overwrite what is not a run folder of this format.
func (x *execution) checkFolders(runs []Run) error {
	var problems []error
	for i := range runs {
		if x.Fresh {
			continue
		}
		r := newRunFolder(x, &runs[i])
		if _, err := r.read(); err != nil && !(errors.Is(err, os.ErrNotExist) && isEmpty(r.path)) {
			problems = append(problems, foreign(r.path, err))
		}
	}
	return errors.Join(problems...)
}

func foreign(path string, err error) error {
	if errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("the folder %s holds no run record, so it is not overwritten: %s", path, wayOut)
	}
	return err
}
