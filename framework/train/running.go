package train

import (
	"context"
	"fmt"
	"io"
	"time"

	"ebim/framework/backend"
	"ebim/framework/points"
)

// Loop trains for a task.
type Loop struct {
	Task
	Training Training
}

// running is the state of a training between steps.
type running struct {
	*Loop
	problem     *Problem
	program     *backend.Program
	ahead       *ahead        // nil: the program is one step
	state       backend.State // the parameters, the optimizer's moments and, if wanted, the parameters' average
	best        *best         // nil without validation
	batches     *batches
	history     *table
	watch       *watch // nil where nobody watches
	step, total int
	end         int // step that the training goes on to now: total, or an earlier one at which it pauses
	saved       int // step of the newest checkpoint; -1 for none
	inputs      []backend.Array
	out         []backend.Array
	values      []float64 // of the current step: total, terms, statistics
	lastFinite  []float64
}

// scalars returns the numbers that a step takes beside the problem's inputs: the optimizer's and the average's.
func (l *Loop) scalars(step int, rate float64) []float32 {
	scalars := l.Training.Optimizer.Scalars(step, rate)
	if decay := l.Training.Average; decay > 0 {
		scalars = append(scalars, averageWeight(decay, step))
	}
	return scalars
}

// feed fills the inputs of a step.
func (r *running) feed(step int, inputs []backend.Array) (statistics []float64, err error) {
	own := len(r.problem.Inputs)
	statistics, err = r.problem.Feed(step, r.batches.at(step), r.state[:1], inputs[:own])
	if err != nil {
		return nil, fmt.Errorf("step %d: %w", step, err)
	}
	rate := r.Training.Optimizer.LearningRate() * r.Training.Schedule.Factor(step, r.total)
	for i, scalar := range r.scalars(step, rate) {
		inputs[own+i].Data = []float32{scalar}
	}
	return statistics, nil
}

// ahead are the steps of a program that makes many in a loop of its own.
type ahead struct {
	most       int             // steps that the program can make at once
	next       int             // steps to make at once now
	inputs     []backend.Array // of a step, one behind the other, then their number
	statistics [][]float64     // of each step
}

// best is what a training keeps of its validation. All of it follows from the history and the parameters, so values are
// single-precision numbers, as the history's.
type best struct {
	value      float64 // the lowest so far; infinite before the first look
	step       int     // steps that had been made when it was found
	parameters []float32
}

// watch is what those who watch a training have received.
type watch struct {
	history io.Writer // nil before the first rows
	text    []byte
	rows    int
	shown   time.Time
}

func (l *Loop) log(line string) {
	if l.Log != nil {
		l.Log(line)
	}
}

// Task is what the training of one part of a model gets.
type Task struct {
	Environment
	Validation  *points.Set              // points that the part is not trained on, to end its training by; nil for none
	Folder      string                   // for history.csv and parameters
	Checkpoints string                   // of the unfinished training
	Input       func(part string) string // folder of an earlier part
	Every       time.Duration            // between checkpoints; 0: only when interrupted
	KeepReplay  bool                     // keep the points of replay buffers with the trained parameters
	Now         func() time.Time
	Monitor     Monitor
	// receives messages about unusable checkpoints, and what takes long before the first step; may be nil
	Log  func(line string)
	Note func(line string) // receives what the run's record should keep; may be nil
	// History begins the history of one of the part's starts, for others to watch: what is written is the text of
	// history.csv as it grows, the header, then whole rows, those of a training that goes on from a checkpoint from the
	// first step on. It may be called from several goroutines, and be nil.
	History func(start int) io.Writer
	Start   int // which of the part's starts is trained, from 0
	Pause   int // step at which the training returns [ErrPaused]; 0 or one that is not before its end for none
	// Slot waits for a further slot, of those that compute at once, beside the task's own, and says how to leave it;
	// nil where there is none to be had. Log and Monitor may be called from several.
	Slot func(context.Context) (leave func(), err error)
}

// Loop returns the training loop of the task.
func (t Task) Loop(training Training) *Loop { return &Loop{t, training} }
