package stage

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"reflect"
	"runtime/debug"
	"time"

	"ebim/framework/runs/lease"
	"ebim/framework/runs/progress"
	"ebim/framework/runs/shutdown"
)

// call is one stage's computation in an execution; later runs that need the stage wait for it and share its outcome.
type call struct {
	done  chan struct{}
	stage *known
	err   error
}

// known is a finished stage as a run sees it.
type known struct {
	record   StageRecord
	dir      string
	finished *finished
}

// says reads what the stage has measured and noted.
func (k *known) says() (metrics Metrics, notes []string, err error) {
	metrics, err = readMetrics(k.dir)
	if err != nil {
		return nil, nil, err
	}
	if notes, err = ReadNotes(k.dir); err != nil {
		return nil, nil, err
	}
	for _, file := range k.finished.Files { // which are there, unless the folder is being replaced
		if file.Path == metricsFile && metrics == nil || file.Path == notesFile && notes == nil {
			return nil, nil, &fs.PathError{Op: "read", Path: filepath.Join(k.dir, file.Path), Err: fs.ErrNotExist}
		}
	}
	return metrics, notes, nil
}

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
	watch, poll := x.watch(x.store().base(stage.Name, key)), x.poll
	for announced := false; ; {
		if f, ok := x.store().fresh(stage.Name, key); ok && !x.Fresh {
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
func (x *execution) attempt(order int, run *Run, stage *Stage, key string, starting func(), watch *lease.Watch) (*known, error) {
	if err := x.gate.enter(x.ctx, order); err != nil {
		return nil, err
	}
	defer x.gate.leave()
	held, err := watch.Try()
	if held == nil {
		return nil, explain(err)
	}
	defer held.Release()
	if f, ok := x.store().fresh(stage.Name, key); ok && !x.Fresh {
		return x.known(f, true), nil // finished by another process between the two looks
	}
	starting()
	return x.compute(order, run, stage, key, held)
}

// compute runs a stage under its lease and puts its folder in place. The error is errFenced where the lease was lost.
func (x *execution) compute(order int, run *Run, stage *Stage, key string, held *lease.Lease) (*known, error) {
	task := x.Progress.Start(x.label(run, stage))
	a, err := x.store().begin(stage, key, x.Fresh, held)
	if err != nil {
		task.End("failed")
		return nil, fmt.Errorf("the stage's folder can't be made: %w", err)
	}
	watched := x.watched(run, stage, a)
	defer watched.close()
	work := &Work{Dir: a.dir, Checkpoints: a.checkpoints, Input: x.inputs(stage), Progress: shownTask{task, watched.Writer}, Live: watched.Writer,
		Slot: func(ctx context.Context) (leave func(), err error) { return x.gate.leave, x.gate.enter(ctx, order) }}
	inputs := x.store().listings(stage.Inputs)
	used, start := x.memory.start(), x.Clock()
	ctx, end := x.withLease(held, watched.Leave)
	defer end()
	err = protected(ctx, stage, work)
	release := shutdown.Hold()
	defer release()
	cost := spent{Seconds: x.Clock().Sub(start).Seconds()}
	cost.PeakMemory = x.memory.stop(used)
	if err == nil {
		if _, err = readMetrics(a.dir); err == nil {
			var f *finished
			if held.Held() {
				watched.keep(filepath.Join(a.dir, TrainingFolder))
			}
			if f, err = a.finish(cost, x.Clock()); err == nil {
				task.End(progress.Done)
				return x.known(f, false), nil
			}
			err = fmt.Errorf("its files could not be put in place: %w", err)
		}
	}
	lost := !held.Held()
	if lost {
		watched.Leave()
	} else {
		watched.keepBeside(a.checkpoints)
	}
	if left := a.abandon(cost); left != nil {
		x.Log(fmt.Sprintf("%s: leftovers in %s: %v", x.label(run, stage), a.dir, left))
	}
	switch {
	case interruption(x.ctx, err):
		task.End("interrupted")
	case lost:
		task.End("taken over by another process")
		return nil, errFenced
	case !reflect.DeepEqual(inputs, x.store().listings(stage.Inputs)):
		task.End("starting again: another process has computed anew what it was reading")
		watched.close()
		release()
		return x.compute(order, run, stage, key, held)
	default:
		task.End("failed: " + asFailure(stage.label(), err).Reason)
	}
	return nil, err
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
		folders[input.label()] = x.store().base(input.Name, input.Key())
		names = append(names, input.label())
	}
	for _, input := range stage.Inputs { // an input of the stage goes by its own name as well, unless another has that name
		if _, taken := folders[input.Name]; !taken {
			folders[input.Name] = folders[input.label()]
		}
	}
	return func(name string) string {
		folder, ok := folders[name]
		if !ok {
			panic(fmt.Sprintf("stage %s asks for the stage %q; its inputs are %q", stage.Name, name, names))
		}
		return folder
	}
}

func (x *execution) known(f *finished, reused bool) *known {
	return &known{
		record:   StageRecord{Name: f.Name, Key: f.Key, Seconds: f.Seconds, PeakMemory: f.PeakMemory, Reused: reused},
		dir:      x.store().base(f.Name, f.Key),
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
