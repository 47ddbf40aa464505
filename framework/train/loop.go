package train

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/gomlx/compute"
	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/asking"
	"ebim/framework/backend"
	"ebim/framework/network"
	"ebim/framework/points"
	"ebim/framework/runs/shutdown"
)

// Problem is what a training minimizes: a loss over parameters, fed step by step from the host.
type Problem struct {
	Name       string              // of the stage: manifold, energy, autoencoder, latent_energy
	Parameters []network.Parameter // with their initial values; replaced by the trained ones
	Size       int                 // number of training points
	Inputs     [][]int             // dimensions of the arrays that Feed gives
	Terms      []string            // names of the loss terms, after the total
	Statistics []string            // names of what Feed reports
	// Loss is the total and its terms, as scalars.
	Loss func(parameters, inputs []*graph.Node) (total *graph.Node, terms []*graph.Node)
	// Feed fills the inputs of a step from its points' indices. parameters is the flat vector before the step.
	Feed func(step int, indices []int, parameters backend.State, inputs []backend.Array) (statistics []float64, err error)
	// Ahead says that Feed takes nothing from the parameters and remembers nothing, so that engines with loops are fed many steps at once; what
	// the Drawing takes and remembers does not count.
	Ahead bool
	// Drawing gives one of the inputs, and the statistics; nil for none. It needs an engine with loops.
	Drawing    Drawing
	DrawnInput int // index of the input whose place its points take
	// Validate returns what the training is judged by, the lower the better, on points that it does not see; nil for none.
	// parameters is the flat vector after a step, or its moving average, which it leaves alone.
	Validate func(parameters backend.State) (float64, error)
	// Memory is what Feed remembers between steps (replay buffers), for checkpoints.
	Memory Memory
	// Hint says why the loss may have become NaN.
	Hint   string
	Bounds []Bound // of terms, above which the training is given up
	// Estimate gives one of these terms, which the loss leaves out; nil for none.
	Estimate *Estimate
}

// Memory is host data that lives as long as a training.
type Memory interface {
	// Arrays is the content, by name.
	Arrays() map[string]backend.Array
	// Restore replaces the content.
	Restore(arrays map[string]backend.Array) error
}

// Monitor watches a training.
type Monitor interface {
	// Report is called after every step; names and values are the history's columns. The value on the validation points is
	// NaN between looks at them.
	Report(done, total int, names []string, values []float64)
}

// Loop trains. Its folder receives history.csv and, at the end, the trained parameters.
type Loop struct {
	Engine          compute.Backend
	Training        Training
	Seed            uint64
	Folder          string        // history.csv is written here when the training ends
	Checkpoints     string        // checkpoints of an unfinished training
	CheckpointEvery time.Duration // 0: only when interrupted
	Now             func() time.Time
	Monitor         Monitor
	Log             func(line string) // is told of checkpoints that can't be used; nil for nobody
	Watcher         Watcher           // nil for nobody
	Start           int               // which of a part's starts it trains, as the watcher is told
}

// DivergedError says that a loss stopped being a number, or that a term left its bound.
type DivergedError struct {
	Step   int
	Term   string
	Last   float64 // its last finite value; NaN if there was none
	Likely string
	Seen   string // of a term that left its bound, what that stands for; Last is its mean then, and Likely says what to do
}

func (e *DivergedError) Error() string {
	if e.Seen != "" {
		return fmt.Sprintf("the training is given up at step %d: %s (%s %.4g); %s", e.Step, e.Seen, e.Term, e.Last, e.Likely)
	}
	last := ""
	if !math.IsNaN(e.Last) {
		last = fmt.Sprintf(" (its last finite value was %.4g)", e.Last)
	}
	return fmt.Sprintf("%s is no longer a finite number at step %d%s; likely cause: %s", e.Term, e.Step, last, e.Likely)
}

// Run trains to the end or until ctx is canceled, from the newest whole checkpoint if there is one. It returns ctx's error
// after an interruption, with a checkpoint saved.
func (l *Loop) Run(ctx context.Context, p *Problem) error {
	run, err := l.prepare(p)
	if err != nil {
		return err
	}
	defer run.program.Finalize()
	if backend.IsDraft(l.Engine) { // of which only the graphs are wanted
		return nil
	}
	run.beginWatch()
	last := l.Now()
	for run.step < run.total && !run.impatient() {
		if ctx.Err() != nil {
			return errors.Join(ctx.Err(), run.keep())
		}
		if err := run.proceed(); err != nil {
			return err
		}
		now := l.Now()
		run.tell(now, false)
		run.look(ctx)
		if l.CheckpointEvery > 0 && now.Sub(last) >= l.CheckpointEvery {
			last = now
			if err := run.keep(); err != nil {
				return err
			}
		}
	}
	if !points.AllFinite(run.state[:1].Arrays()[0].Data) { // after the last step no loss would show it
		return &DivergedError{Step: run.step - 1, Term: "a parameter", Last: math.NaN(), Likely: p.Hint}
	}
	network.Fill(p.Parameters, run.result())
	run.tell(l.Now(), true)
	return run.history.write(l.Folder)
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
	history     *history
	watch       *watch // nil without a watcher
	step, total int
	saved       int // step of the newest checkpoint; -1 for none
	inputs      []backend.Array
	out         []backend.Array
	values      []float64 // of the current step: total, terms, statistics
	lastFinite  []float64
}

// keep saves a checkpoint that Ctrl-C does not cut short.
func (r *running) keep() error {
	defer shutdown.Hold()()
	return r.save()
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
			return nil, fmt.Errorf("the training of the %s has no points to look at every %d epochs; set data.validation above 0, or "+
				"validate_every to 0", p.Name, l.Training.ValidateEvery)
		}
		columns, kept = append(columns, validationColumn), &best{value: math.Inf(1)}
	}
	run := &running{
		Loop: l, problem: p, program: program, ahead: steps, state: backend.NewState(state...), best: kept,
		batches: newBatches(&l.Training, p.Size, l.Seed, p.Name),
		history: newHistory(columns), total: l.Training.StepsFor(p.Size), saved: -1,
		inputs: make([]backend.Array, len(inputs)), values: make([]float64, len(columns)), lastFinite: make([]float64, len(columns)),
	}
	for i, d := range p.Inputs {
		run.inputs[i] = backend.Array{Dimensions: d, Data: make([]float32, product(d))}
	}
	for i := range run.lastFinite {
		run.lastFinite[i] = math.NaN()
	}
	return run, run.restore()
}

// compile returns the program of one step or, where there are loops and nothing of a step is needed for the next one's inputs, of
// many.
func (l *Loop) compile(p *Problem, state, inputs [][]int) (*backend.Program, *ahead, error) {
	batch := l.Training.BatchOf(p.Size)
	if err := CheckBatch(batch, backend.Devices(l.Engine)); err != nil {
		return nil, nil, fmt.Errorf("the training of the %s: %w", p.Name, err)
	}
	if (p.Ahead || p.Drawing != nil) && backend.HasLoops(l.Engine) {
		return l.compileAhead(p, state, inputs)
	}
	program, err := backend.CompileSplit(l.Engine, p.Name+" step", backend.Batch{Rows: batch}, state, inputs, l.stepGraph(p))
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
	defer asking.For(l.Training.Optimizer)
	return l.Training.Optimizer.Update(state[0], gradient, state[1:], scalars)
}

// columns are those of the history.
func (p *Problem) columns() []string { return slices.Concat([]string{"loss"}, p.Terms, p.Statistics) }

// checkTerms panics unless the loss tells a scalar for each of its names, and no two columns of the history have one name.
func (p *Problem) checkTerms(terms []*graph.Node) {
	checkScalars("the loss", "term", p.Terms, terms)
	taken := []string{"step", validationColumn}
	for _, name := range p.columns() {
		if slices.Contains(taken, name) {
			panic(fmt.Errorf("the history has a column %s already; call the loss's term or the sampler's statistic otherwise", name))
		}
		taken = append(taken, name)
	}
}

// checkScalars panics unless there is a scalar for each name.
func checkScalars(who, what string, names []string, told []*graph.Node) {
	if len(told) != len(names) {
		panic(fmt.Errorf("%s tells %d %ss for the names %v", who, len(told), what, names))
	}
	for i, one := range told {
		if one == nil || !one.IsScalar() {
			panic(fmt.Errorf("%s tells %v as its %s %s, which must be a scalar", who, one, what, names[i]))
		}
	}
}

// scalars returns the numbers that a step takes beside the problem's inputs: the optimizer's and the average's.
func (l *Loop) scalars(step int, rate float64) []float32 {
	scalars := l.Training.Optimizer.Scalars(step, rate)
	if decay := l.Training.Average; decay > 0 {
		scalars = append(scalars, averageWeight(decay, step))
	}
	return scalars
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

// conclude ends the step whose values are there.
func (r *running) conclude() error {
	for i, v := range r.values[:1+len(r.problem.Terms)] {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return &DivergedError{Step: r.step, Term: r.history.columns[i], Last: r.lastFinite[i], Likely: r.problem.Hint}
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

func product(dimensions []int) int {
	size := 1
	for _, d := range dimensions {
		size *= d
	}
	return size
}
