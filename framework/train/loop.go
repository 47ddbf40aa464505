package train

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/backend"
	"ebim/framework/component"
	"ebim/framework/network"
	"ebim/framework/points"
	"ebim/framework/runs/history"
)

// ErrPaused says that a training has come to its pause. Its history so far is in its folder, and it goes on from there
// when it is run without the pause.
var ErrPaused = errors.New("the training pauses")

// Run trains to the end, to the task's pause or until ctx is canceled, from the newest whole checkpoint if there is
// one. It returns ErrPaused at the pause, and ctx's error after an interruption, with a checkpoint saved.
func (l *Loop) Run(ctx context.Context, p *Problem) error {
	run, err := l.prepare(p)
	if err != nil {
		return err
	}
	defer run.program.Finalize()
	if backend.IsDraft(l.Engine) { // only the graphs are wanted
		return nil
	}
	if l.History != nil {
		run.watch = &watch{}
	}
	last := l.Now()
	for run.step < run.end && !run.impatient() {
		if ctx.Err() != nil {
			return errors.Join(ctx.Err(), run.keep())
		}
		if err := run.proceed(); err != nil {
			return err
		}
		now := l.Now()
		run.show(now, false)
		if l.Every > 0 && now.Sub(last) >= l.Every {
			last = now
			if err := run.keep(); err != nil {
				return err
			}
		}
	}
	if !points.AllFinite(run.state[:1].Arrays()[0].Data) { // after the last step no loss would show it
		return &DivergedError{Step: run.step - 1, Term: "a parameter", Last: math.NaN(), Likely: p.Hint}
	}
	if run.pausing() {
		return cmp.Or(errors.Join(run.keep(), run.history.write(l.Folder)), ErrPaused)
	}
	network.Fill(p.Parameters, run.result())
	run.show(l.Now(), true)
	return run.history.write(l.Folder)
}

func (l *Loop) prepare(p *Problem) (*running, error) {
	size := network.Size(p.Parameters)
	state := []backend.Array{{Dimensions: []int{size}, Data: network.Flatten(p.Parameters)}}
	for range l.Training.Optimizer.Moments() {
		state = append(state, backend.Array{Dimensions: []int{size}, Data: make([]float32, size)})
	}
	if l.Training.Average > 0 {
		state = append(state, state[0])
	}
	dimensions := slices.Repeat([][]int{{size}}, len(state))
	inputs := append([][]int(nil), p.Inputs...)
	for range l.scalars(0, 1) {
		inputs = append(inputs, nil)
	}
	program, steps, err := l.compile(p, dimensions, inputs)
	if err != nil {
		return nil, err
	}
	columns := p.columns()
	var kept *best
	if l.Training.ValidateEvery > 0 {
		if p.Validate == nil && !backend.IsDraft(l.Engine) { // drafts have no points to look at
			return nil, fmt.Errorf("the training of the %s has no points to look at every %d epochs; set "+
				"data.validation above 0, or validate_every to 0", p.Name, l.Training.ValidateEvery)
		}
		columns, kept = append(columns, history.Validation), &best{value: math.Inf(1)}
	}
	run := &running{
		Loop: l, problem: p, program: program, ahead: steps, state: backend.NewState(state...), best: kept,
		batches: newBatches(&l.Training, p.Size, l.Seed, p.Name),
		history: &table{columns: columns}, total: l.Training.StepsFor(p.Size), saved: -1,
		inputs: make([]backend.Array, len(inputs)), values: make([]float64, len(columns)),
		lastFinite: make([]float64, len(columns)),
	}
	run.end = run.total
	if l.Pause > 0 {
		run.end = min(l.Pause, run.total)
	}
	for i, d := range p.Inputs {
		run.inputs[i] = NewArray(d)
	}
	for i := range run.lastFinite {
		run.lastFinite[i] = math.NaN()
	}
	return run, run.restore()
}

// pausing reports whether the training has come to its pause, and has not ended early.
func (r *running) pausing() bool { return r.end < r.total && r.step >= r.end && !r.impatient() }

// compile returns the program of one step or, where there are loops and nothing of a step is needed for the next one's
// inputs, of many.
func (l *Loop) compile(p *Problem, state, inputs [][]int) (*backend.Program, *ahead, error) {
	if (p.Ahead || p.Drawing != nil) && backend.HasLoops(l.Engine) {
		return l.compileAhead(p, state, inputs)
	}
	program, err := backend.Compile(l.Engine, p.Name+" step", state, inputs, l.stepGraph(p))
	return program, nil, err
}

// stepGraph returns one step: loss, gradient, clipping and update.
func (l *Loop) stepGraph(p *Problem) backend.Build {
	return func(state, inputs []*graph.Node) (newState, outputs []*graph.Node) {
		parameters := network.Unflatten(state[0], p.Parameters)
		total, terms := p.Loss(parameters, inputs[:len(p.Inputs)])
		gradient := l.Training.clip(network.FlattenNodes(graph.Gradient(total, parameters...)))
		scalars := inputs[len(p.Inputs):]
		next, moments := l.update(state, gradient, scalars)
		if trained := network.Trainable(p.Parameters); slices.Contains(trained, false) {
			next = graph.Where(graph.Const(next.Graph(), trained), next, state[0])
		}
		newState = append([]*graph.Node{next}, moments...)
		if l.Training.Average > 0 {
			newState = append(newState, average(state[len(state)-1], next, scalars[len(scalars)-1]))
		}
		p.checkTerms(terms)
		return newState, append([]*graph.Node{total}, terms...)
	}
}

func (l *Loop) update(state []*graph.Node, gradient *graph.Node, scalars []*graph.Node) (*graph.Node, []*graph.Node) {
	defer component.Blame(l.Training.Optimizer)
	return l.Training.Optimizer.Update(state[0], gradient, state[1:], scalars)
}

// checkTerms panics unless the loss returns a scalar for each of its names, and no two columns of the history have one
// name.
func (p *Problem) checkTerms(terms []*graph.Node) {
	checkScalars("the loss", "term", p.Terms, terms)
	taken := []string{"step", history.Validation}
	for _, name := range p.columns() {
		if slices.Contains(taken, name) {
			panic(fmt.Errorf("the history has a column %s already; call the loss's term or the sampler's statistic "+
				"otherwise", name))
		}
		taken = append(taken, name)
	}
}

// proceed does one step, or as many as there is no need to look at in between.
func (r *running) proceed() error {
	if r.ahead != nil {
		return r.proceedAhead()
	}
	statistics, err := r.feed(r.step, r.inputs)
	if err != nil {
		return err
	}
	if r.out, err = r.program.Run(r.state, r.inputs, r.out); err != nil {
		return fmt.Errorf("step %d: %w", r.step, err)
	}
	for i, array := range r.out {
		r.values[i] = float64(array.Data[0])
	}
	copy(r.values[len(r.out):], statistics)
	return r.conclude()
}

// conclude ends the step whose values are there.
func (r *running) conclude() error {
	for i, v := range r.values[:1+len(r.problem.Terms)] {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return &DivergedError{Step: r.step, Term: r.history.columns[i], Last: r.lastFinite[i],
				Likely: r.problem.Hint}
		}
	}
	copy(r.lastFinite, r.values)
	r.step++
	if err := r.estimate(); err != nil {
		return err
	}
	if err := r.validate(); err != nil {
		return err
	}
	r.history.append(r.values)
	if err := r.astray(); err != nil {
		return err
	}
	if r.Monitor != nil {
		r.Monitor.Report(r.step, r.total, r.history.columns, r.values)
	}
	return nil
}
