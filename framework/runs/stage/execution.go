package stage

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"runtime/debug"
	"slices"
	"sync"
	"time"

	"ebim/framework/runs/lease"
	"ebim/framework/runs/live"
	"ebim/framework/runs/progress"
	"ebim/framework/runs/shutdown"
)

// Engine executes runs. Its fields are set before Execute and not changed afterward.
type Engine struct {
	Root     string            // folder of stages and runs; made when missing
	Jobs     int               // stages computed side by side, at least 1
	Fresh    bool              // compute the runs' stages anew, each once per Execute
	Clock    func() time.Time  // safe for concurrent use; time.Now when nil
	Versions map[string]string // of the program and its parts, for the records
	Progress progress.Reporter // nothing is shown when nil
	Log      func(line string) // messages to the user, such as a wait for another process; Progress.Message when nil

	disk   fileSystem    // replaced in tests
	poll   time.Duration // between two looks at another process's lease
	leases lease.Options // replaced in tests
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

// call is one stage's computation in an execution; later runs that need the stage wait for it and share its outcome.
type call struct {
	done  chan struct{}
	stage *known
	err   error
}

// watch returns a watch over the lease of a place, by the engine's own clock.
func (x *execution) watch(place string) *lease.Watch { return lease.New(place, x.leases) }

// ensure returns a finished stage, computing it if need be. The error is a Failure, errInterrupted or a panicked.
func (x *execution) ensure(order int, run *Run, stage *Stage, starting func()) (*known, error) {
	key := stage.Key()
	x.mutex.Lock()
	c, exists := x.calls[key]
	if !exists {
		c = &call{done: make(chan struct{}), err: errors.New("the stage's goroutine ended without a result")}
		x.calls[key] = c
	}
	x.mutex.Unlock()
	if exists {
		select {
		case <-c.done:
			return c.stage, c.err
		case <-x.ctx.Done():
			return nil, errInterrupted
		}
	}
	defer close(c.done)
	c.stage, c.err = x.obtain(order, run, stage, key, starting)
	return c.stage, c.err
}

// obtain reuses a finished stage or computes it once no other process does.
func (x *execution) obtain(order int, run *Run, stage *Stage, key string, starting func()) (*known, error) {
	watch, poll := x.watch(stageFolder(x.Root, stage.Name, key)), x.poll
	for announced := false; ; {
		if f, ok := fresh(x.Root, stage.Name, key); ok && !x.Fresh {
			_, _ = watch.Free() // of who was killed after it had put the stage in place
			return x.known(f, true), nil
		}
		found, err := x.attempt(order, run, stage, key, starting, watch)
		switch {
		case errors.Is(err, errFenced):
			x.Log(fmt.Sprintf("%s: %v; its result will be taken", x.label(run, stage), errFenced))
			continue
		case found != nil || err != nil:
			return found, err
		}
		if !announced {
			announced = true
			x.Log(fmt.Sprintf("%s: waiting for %v", x.label(run, stage), watch))
		}
		select {
		case <-time.After(poll):
			poll = min(poll+poll/4, seldom*x.poll) // many may wait for one
		case <-x.ctx.Done():
			return nil, errInterrupted
		}
	}
}

// seldom is how many times longer the pauses of who waits for another process become.
const seldom = 10

// attempt computes a stage, or finds it, if it can have its lease; nothing otherwise.
func (x *execution) attempt(order int, run *Run, stage *Stage, key string, starting func(), watch *lease.Watch) (*known,
	error) {
	if err := x.gate.enter(x.ctx, order); err != nil {
		return nil, err
	}
	defer x.gate.leave()
	held, err := watch.Try()
	if held == nil {
		return nil, err
	}
	defer held.Release()
	if f, ok := fresh(x.Root, stage.Name, key); ok && !x.Fresh {
		return x.known(f, true), nil // finished by another process between the two looks
	}
	starting()
	return x.compute(order, run, stage, key, held)
}

// compute runs a stage under its lease and puts its folder in place. The error is errFenced where the lease was lost.
func (x *execution) compute(order int, run *Run, stage *Stage, key string, held *lease.Lease) (*known, error) {
	label := x.label(run, stage)
	task := x.Progress.Start(label)
	a := &attempt{fileSystem: x.disk, base: stageFolder(x.Root, stage.Name, key), stage: stage, key: key, held: held,
		dir: filepath.Join(held.Folder(), "result"), checkpoints: filepath.Join(held.Folder(), "checkpoints")}
	if err := a.begin(x.Fresh); err != nil {
		task.End("failed")
		return nil, fmt.Errorf("the stage's folder can't be made: %w", err)
	}
	view, err := live.Create(x.Root, live.Progress{Stage: stage.Name, Key: key, Experiment: run.Experiment,
		Model: run.Model, Seed: run.Seed}, func(line string) { x.Log(fmt.Sprintf("%s: %s", label, line)) })
	if err != nil {
		x.Log(fmt.Sprintf("%s: no live view: %v", label, err)) // which is no concern of the stage's
	}
	work := &Work{Dir: a.dir, Checkpoints: a.checkpoints, Input: x.inputs(stage),
		Progress: shownTask{task, view}, Live: view,
		Slot: func(ctx context.Context) (leave func(), err error) { return x.gate.leave, x.gate.enter(ctx, order) }}
	used, start := x.memory.start(), x.Clock()
	ctx, end := context.WithCancel(x.ctx)
	defer end()
	go func() {
		select {
		case <-held.Lost():
			view.Leave()
			end()
		case <-ctx.Done():
		}
	}()
	err = protected(ctx, stage, work)
	defer shutdown.Hold()()
	cost := spent{Seconds: x.Clock().Sub(start).Seconds()}
	cost.PeakMemory = x.memory.stop(used)
	var f *finished
	if err == nil {
		f, err = x.finish(a, view, cost)
	}
	if err == nil {
		task.End(progress.Done)
		return x.known(f, false), nil
	}
	return nil, x.unfinished(a, view, task, cost, label, err)
}

// finish puts what a stage has made in its place.
func (x *execution) finish(a *attempt, view *live.Writer, cost spent) (*finished, error) {
	if _, err := readMetrics(a.dir); err != nil {
		return nil, err
	}
	f, err := a.finish(cost, x.Clock())
	if err != nil {
		return nil, fmt.Errorf("its files could not be put in place: %w", err)
	}
	if err := view.Close(); err != nil {
		x.Log(fmt.Sprintf("%s: leftovers of its live view: %v", a.stage.label(), err))
	}
	return f, nil
}

// unfinished tidies up after a stage without a result, and returns why it has none.
func (x *execution) unfinished(a *attempt, view *live.Writer, task progress.Task, cost spent, label progress.Label,
	err error) error {
	lost := !a.held.Held()
	var left error
	if lost {
		view.Leave()
	} else {
		left = view.Close()
	}
	if left = errors.Join(left, a.abandon(cost)); left != nil {
		x.Log(fmt.Sprintf("%s: leftovers in %s: %v", label, a.dir, left))
	}
	switch {
	case interruption(x.ctx, err):
		task.End("interrupted")
	case lost:
		task.End("taken over by another process")
		return errFenced
	default:
		task.End("failed: " + asFailure(a.stage.label(), err).Reason)
	}
	return err
}

// protected turns a panic of the stage into an error.
func protected(ctx context.Context, stage *Stage, work *Work) (err error) {
	defer func() {
		if value := recover(); value != nil {
			err = &panicked{value, debug.Stack()}
		}
	}()
	return stage.Run(ctx, work)
}

// inputs returns the folders of a stage's inputs, which are finished by now.
func (x *execution) inputs(stage *Stage) func(name string) string {
	folders := map[string]string{}
	var names []string
	for _, input := range stage.Inputs {
		folders[input.label()] = stageFolder(x.Root, input.Name, input.Key())
		names = append(names, input.label())
	}
	// an input of the stage goes by its own name as well, unless another has that name
	for _, input := range stage.Inputs {
		if _, taken := folders[input.Name]; !taken {
			folders[input.Name] = folders[input.label()]
		}
	}
	return func(name string) string {
		folder, ok := folders[name]
		if !ok {
			panic(fmt.Sprintf("stage %s requested the stage %q; its inputs are %q", stage.Name, name, names))
		}
		return folder
	}
}

func (x *execution) known(f *finished, reused bool) *known {
	return &known{
		record:   StageRecord{Name: f.Name, Key: f.Key, Seconds: f.Seconds, PeakMemory: f.PeakMemory, Reused: reused},
		dir:      stageFolder(x.Root, f.Name, f.Key),
		finished: f,
	}
}

func (x *execution) label(run *Run, stage *Stage) progress.Label {
	label := progress.Label{Model: run.Model, Seed: run.Seed, Stage: stage.label()}
	if x.several {
		label.Model = run.Experiment + " " + run.Model
	}
	return label
}

// shownTask shows the progress of a stage to the user and to those who read its live folder.
type shownTask struct {
	progress.Task
	live *live.Writer
}

// Due implements progress.Task.
func (t shownTask) Due() bool { return t.Task.Due() || t.live.Due() }

// Step implements progress.Task.
func (t shownTask) Step(done, total int, values ...progress.Value) {
	t.Task.Step(done, total, values...)
	if !t.live.Due() && done < total {
		return
	}
	names, numbers := make([]string, len(values)), make([]float64, len(values))
	for i, value := range values {
		names[i], numbers[i] = value.Name, value.Value
	}
	t.live.Step(done, total, names, numbers)
}

// gate lets a number of stages compute at once. Among those waiting the one with the lowest order goes first, so that
// the first runs are finished first instead of all runs being half done.
type gate struct {
	mutex   sync.Mutex
	free    int
	waiting []*ticket
}

type ticket struct {
	order   int
	granted chan struct{}
}

// enter waits for a place; the caller leaves it with leave.
func (g *gate) enter(ctx context.Context, order int) error {
	if ctx.Err() != nil {
		return errInterrupted
	}
	g.mutex.Lock()
	if g.free > 0 {
		g.free--
		g.mutex.Unlock()
		return nil
	}
	mine := &ticket{order, make(chan struct{})}
	g.waiting = append(g.waiting, mine)
	g.mutex.Unlock()
	select {
	case <-mine.granted:
		return nil
	case <-ctx.Done():
	}
	g.mutex.Lock()
	defer g.mutex.Unlock()
	if i := slices.Index(g.waiting, mine); i >= 0 {
		g.waiting = slices.Delete(g.waiting, i, i+1)
	} else {
		g.pass() // granted at the same moment
	}
	return errInterrupted
}

func (g *gate) leave() {
	g.mutex.Lock()
	defer g.mutex.Unlock()
	g.pass()
}

// pass hands a place to the first in order, or keeps it free.
func (g *gate) pass() {
	if len(g.waiting) == 0 {
		g.free++
		return
	}
	first := 0
	for i, t := range g.waiting {
		if t.order < g.waiting[first].order {
			first = i
		}
	}
	close(g.waiting[first].granted)
	g.waiting = slices.Delete(g.waiting, first, first+1)
}
