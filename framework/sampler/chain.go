package sampler

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/gomlx/compute"
	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/backend"
	"ebim/framework/component"
	"ebim/framework/network"
	"ebim/framework/points"
)

// Process is a sampler bound to what it samples.
type Process struct {
	ChainSettings
	sampler any
	bind    func(state []*graph.Node) transition
}

// transition is that of a batch of chains.
type transition func(from Phase, draws Draws) (Phase, Info)

// Free binds a sampler to the energy that nodes of state arrays make.
func Free(s Ambient, energy func(state []*graph.Node) network.Function) Process {
	return Process{s.ChainSettings(), s, func(state []*graph.Node) transition {
		e := energy(state)
		return func(from Phase, draws Draws) (Phase, Info) { return s.Move(e, from, draws) }
	}}
}

// OnManifold binds a sampler to the energy and the constraint that nodes of state arrays make.
func OnManifold(s Constrained, system func(state []*graph.Node) System) Process {
	return Process{s.ChainSettings(), s, func(state []*graph.Node) transition {
		of := system(state)
		return func(from Phase, draws Draws) (Phase, Info) { return s.Move(of, from, draws) }
	}}
}

// Chain runs a process on a batch of chains side by side.
type Chain struct {
	Columns  []string // what Run reports
	batch    int
	dim      int
	segments []segment
	looped   *looped // nil: the segments are all there is
	tuned    *tuned  // nil: no step size is tuned
	normal   []float32
	uniform  []float32 // logarithms
	momentum []float32
	inputs   []backend.Array
	out      []backend.Array
}

// segment is a compiled run of steps.
type segment struct {
	program *backend.Program
	steps   int
	repeat  int
}

// The columns of a sampler with a Metropolis test come before its own, as their outputs do: Info's means, and the step
// size.
var metropolisColumns = []string{"acceptance", "failed", "non_reversible", "step_size"}

// NewChain compiles a process for a batch of chains in R^dim. The state arrays have the given dimensions.
func NewChain(engine compute.Backend, p Process, batch, dim int, state [][]int) (*Chain, error) {
	if p.Steps < 1 { // as a mistake in a graph, which is found before any training
		_, err := backend.Compile(engine, fmt.Sprintf("%T", p.sampler), nil, nil,
			func(_, _ []*graph.Node) (_, _ []*graph.Node) {
				defer component.Blame(p.sampler)
				panic(fmt.Errorf("its chains have %d steps; at least 1 is needed", p.Steps))
			})
		return nil, err
	}
	c := &Chain{Columns: p.Columns, batch: batch, dim: dim}
	unroll := max(p.Unroll, 1)
	longest := min(unroll, p.Steps)
	if backend.HasLoops(engine) {
		c.looped = &looped{steps: p.Steps, unroll: longest,
			most: min(p.Steps, max(longest, mostLoopedNumbers/(batch*dim)))}
		longest = c.looped.most
	}
	c.normal = make([]float32, longest*batch*dim)
	if p.Tuning != nil {
		c.Columns = append(slices.Clip(metropolisColumns), p.Columns...)
		c.tuned = &tuned{Tuning: *p.Tuning}
		c.uniform, c.momentum = make([]float32, longest*batch), make([]float32, batch*dim)
	}
	if c.looped != nil {
		return c, c.compileLoop(engine, p, state)
	}
	for _, part := range []segment{{steps: longest, repeat: p.Steps / unroll}, {steps: p.Steps % unroll, repeat: 1}} {
		if part.steps == 0 || part.repeat == 0 {
			continue
		}
		program, err := backend.Compile(engine, fmt.Sprintf("%T of %d steps", p.sampler, part.steps), state,
			c.inputDimensions(part.steps),
			func(state, inputs []*graph.Node) (_, outputs []*graph.Node) {
				defer component.Blame(p.sampler)
				return nil, c.unrolled(p.bind(state), inputs)
			})
		if err != nil {
			return nil, err
		}
		part.program = program
		c.segments = append(c.segments, part)
	}
	return c, nil
}

// inputDimensions are those of the points and the noise, and of momenta, logarithms and step size where that is tuned.
func (c *Chain) inputDimensions(steps int) [][]int {
	dimensions := [][]int{{c.batch, c.dim}, {steps * c.batch, c.dim}}
	if c.tuned != nil {
		dimensions = append(dimensions, []int{c.batch, c.dim}, []int{steps * c.batch}, nil)
	}
	return dimensions
}

// unrolled are the ends of transitions with noise [steps * batch, n] from x [batch, n]: the points and the last one's
// statistics or, where the step size is tuned, the points, momenta and mean statistics.
func (c *Chain) unrolled(move transition, inputs []*graph.Node) []*graph.Node {
	at, noise := Phase{X: inputs[0]}, inputs[1]
	if c.tuned != nil {
		at.Momentum = inputs[2]
	}
	var reported []*graph.Node
	count := 0
	for from := 0; from < noise.Shape().Dimensions[0]; from += c.batch {
		rows := graph.AxisRange(from, from+c.batch)
		draws := Draws{Normal: graph.SliceAxis(noise, 0, rows)}
		if c.tuned != nil {
			draws.LogUniform, draws.StepSize = graph.SliceAxis(inputs[3], 0, rows), inputs[4]
		}
		var latest []*graph.Node
		at, latest = c.turn(move, at, draws)
		if c.tuned != nil {
			for i := range reported {
				latest[i] = graph.Add(reported[i], latest[i])
			}
		}
		reported, count = latest, count+1
	}
	if c.tuned == nil {
		return append([]*graph.Node{at.X}, reported...)
	}
	outputs := []*graph.Node{at.X, at.Momentum}
	for _, sum := range reported {
		outputs = append(outputs, graph.DivScalar(sum, float64(count)))
	}
	return outputs
}

// turn is one transition and what it reports.
func (c *Chain) turn(move transition, at Phase, draws Draws) (Phase, []*graph.Node) {
	at, info := move(at, draws)
	reported := info.Statistics
	if c.tuned != nil {
		reported = append([]*graph.Node{info.Acceptance, info.Failed, info.NonReversible, draws.StepSize}, reported...)
	}
	c.check(at, reported)
	return at, reported
}

// check panics unless a transition leads to a batch of points and reports a scalar for each column.
func (c *Chain) check(at Phase, reported []*graph.Node) {
	if len(reported) != len(c.Columns) {
		panic(fmt.Errorf("the sampler returned %d statistics for the columns %v", len(reported), c.Columns))
	}
	for i, statistic := range reported {
		if statistic == nil || !statistic.IsScalar() {
			panic(fmt.Errorf("the sampler returned %v as its statistic %s, which must be a scalar", statistic,
				c.Columns[i]))
		}
	}
	if !c.batched(at.X) || c.tuned != nil && !c.batched(at.Momentum) {
		panic(fmt.Errorf("a transition leads to the points %v and the momenta %v; both must be [%d, %d], without "+
			"Tuning the points alone", at.X, at.Momentum, c.batch, c.dim))
	}
}

func (c *Chain) batched(x *graph.Node) bool {
	return x != nil && slices.Equal(x.Shape().Dimensions, []int{c.batch, c.dim})
}

// Run moves the chains that start at x [batch, dim] and returns their ends, valid until the next Run, and statistics in
// the order of Columns: the last step's, or the mean over the transitions where the step size is tuned.
func (c *Chain) Run(state backend.State, x []float32, rng *rand.Rand) (ends []float32,
	statistics []float64, err error) {
	if len(x) != c.batch*c.dim {
		return nil, nil, fmt.Errorf("a chain of %d points in R^%d can't start from %d numbers", c.batch, c.dim, len(x))
	}
	if c.tuned != nil {
		Normal(c.momentum, rng)
	}
	run := runSoFar{x: x, momentum: c.momentum}
	for _, part := range c.parts() {
		for range part.repeat {
			if err := c.advance(&run, part, state, rng); err != nil {
				return nil, nil, err
			}
		}
	}
	return run.x, run.statistics, nil
}

// runSoFar is what one segment of a run hands to the next.
type runSoFar struct {
	x, momentum []float32
	steps       int
	statistics  []float64
}

// advance runs one segment.
func (c *Chain) advance(run *runSoFar, part segment, state backend.State, rng *rand.Rand) (err error) {
	noise, logs := c.draw(part.steps, rng)
	c.inputs = append(c.inputs[:0], backend.Array{Data: run.x}, backend.Array{Data: noise})
	if c.tuned != nil {
		c.inputs = append(c.inputs, backend.Array{Data: run.momentum}, backend.Array{Data: logs},
			backend.Array{Data: []float32{c.tuned.size()}})
	}
	if c.looped != nil {
		c.inputs = append(c.inputs, backend.Array{Data: []float32{float32(part.steps)}})
	}
	if c.out, err = part.program.Run(state, c.inputs, c.out); err != nil {
		return err
	}
	run.x = c.out[0].Data
	if c.tuned == nil {
		run.statistics = scalars(c.out[1:])
		return nil
	}
	run.momentum = c.out[1].Data
	latest := scalars(c.out[2:])
	acceptance, failed, nonReversible := latest[0], latest[1], latest[2] // as in metropolisColumns
	c.tuned.update(acceptance, failed+nonReversible, part.steps)
	if run.statistics == nil {
		run.statistics = make([]float64, len(latest))
	}
	run.steps += part.steps
	for i, v := range latest {
		run.statistics[i] += (v - run.statistics[i]) * float64(part.steps) / float64(run.steps)
	}
	return nil
}

// draw returns the normal numbers of some transitions and, where the step size is tuned, the logarithms of uniform
// ones. A loop takes the same numbers as transitions that are written out, though all at once, and arrays of its
// largest number of turns.
func (c *Chain) draw(steps int, rng *rand.Rand) (normal, logs []float32) {
	unit := steps
	if c.looped != nil {
		unit = c.looped.unroll
	}
	for from := 0; from < steps; from += unit {
		to := min(from+unit, steps)
		Normal(c.normal[from*c.batch*c.dim:to*c.batch*c.dim], rng)
		if c.tuned != nil {
			LogUniform(c.uniform[from*c.batch:to*c.batch], rng)
		}
	}
	if c.looped != nil {
		steps = c.looped.most
	}
	if c.tuned != nil {
		logs = c.uniform[:steps*c.batch]
	}
	return c.normal[:steps*c.batch*c.dim], logs
}

func scalars(arrays []backend.Array) []float64 {
	values := make([]float64, len(arrays))
	for i, a := range arrays {
		values[i] = float64(a.Data[0])
	}
	return values
}

// Warm reports whether the step size needs no more adaptation before it can be frozen.
func (c *Chain) Warm() bool { return c.tuned == nil || c.tuned.warm() }

// Freeze ends the adaptation: from now on the step size is the mean one of the warm-up. A chain whose step size goes on
// adapting to where it is has not quite its stationary distribution.
func (c *Chain) Freeze() {
	if c.tuned != nil {
		c.tuned.frozen = true
	}
}

// Tuned is the state of the adaptation for a checkpoint; empty where there is none.
func (c *Chain) Tuned() []float32 {
	if c.tuned == nil {
		return nil
	}
	return []float32{c.tuned.transitions, c.tuned.updates, c.tuned.shortfall, c.tuned.average}
}

// RestoreTuned goes on from the state of another chain's adaptation.
func (c *Chain) RestoreTuned(state []float32) error {
	if len(state) != len(c.Tuned()) {
		return fmt.Errorf("the state of a step size's adaptation has %d numbers, not %d", len(c.Tuned()), len(state))
	}
	if c.tuned != nil {
		c.tuned.transitions, c.tuned.updates, c.tuned.shortfall, c.tuned.average = state[0], state[1],
			state[2], state[3]
	}
	return nil
}

// Normal fills values with independent standard normal numbers. They are drawn on the host: in a graph their cosines
// and logarithms cost more than the step that uses them.
func Normal(values []float32, rng *rand.Rand) {
	for i := range values {
		values[i] = float32(rng.NormFloat64())
	}
}

// LogUniform fills values with logarithms of independent uniform numbers between 0 and 1.
func LogUniform(values []float32, rng *rand.Rand) {
	for i := range values {
		values[i] = -float32(rng.ExpFloat64())
	}
}

// ClampedToBox is points.Box.Clamp of points [batch, n] in a graph.
func ClampedToBox(x *graph.Node, box points.Box) *graph.Node {
	low, high, alike := make([]float64, len(box)), make([]float64, len(box)), true
	for j, axis := range box {
		low[j], high[j] = axis[0], axis[1]
		alike = alike && axis == box[0]
	}
	if alike {
		return graph.MaxScalar(graph.MinScalar(x, box[0][1]), box[0][0])
	}
	rows := func(bound []float64) *graph.Node {
		return graph.BroadcastPrefix(graph.ConstAsDType(x.Graph(), x.DType(), bound), x.Shape().Dimensions[0])
	}
	return graph.Max(graph.Min(x, rows(high)), rows(low))
}
