package sampler

import (
	"fmt"
	"math/rand/v2"

	"github.com/gomlx/gomlx/backends"
	"github.com/gomlx/gomlx/pkg/core/graph"

	"ebim/framework/asking"
	"ebim/framework/backend"
)

// Chain runs a sampler's steps on a batch of chains side by side.
type Chain struct {
	Columns  []string
	batch    int
	dim      int
	segments []segment
	tuned    *tuned // of an Adjusted sampler
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

// NewChain compiles the sampler's steps for a batch of chains in R^dim. system builds the energy and the constraint from
// the nodes of the state arrays whose dimensions are given.
func NewChain(engine backends.Backend, s Sampler, batch, dim int, state [][]int, system func(state []*graph.Node) System) (*Chain, error) {
	c := &Chain{Columns: s.Columns(), batch: batch, dim: dim}
	total, unroll := s.StepCount(), max(s.UnrolledSteps(), 1)
	longest := min(unroll, total)
	c.normal = make([]float32, longest*batch*dim)
	unrolled := unrolledSteps
	if adjusted, ok := s.(Adjusted); ok {
		unrolled = unrolledTransitions
		c.tuned = &tuned{Tuning: adjusted.Tuning()}
		c.uniform, c.momentum = make([]float32, longest*batch), make([]float32, batch*dim)
	}
	for _, part := range []segment{{steps: longest, repeat: total / unroll}, {steps: total % unroll, repeat: 1}} {
		if part.steps == 0 || part.repeat == 0 {
			continue
		}
		program, err := backend.Compile(engine, fmt.Sprintf("%T of %d steps", s, part.steps), state, c.inputDimensions(part.steps),
			func(state, inputs []*graph.Node) (_, outputs []*graph.Node) {
				defer asking.For(s)
				return nil, unrolled(s, system(state), inputs)
			})
		if err != nil {
			return nil, err
		}
		part.program = program
		c.segments = append(c.segments, part)
	}
	return c, nil
}

// inputDimensions are those of the points and the noise, and of an adjusted sampler's momenta, logarithms and step size.
func (c *Chain) inputDimensions(steps int) [][]int {
	dimensions := [][]int{{c.batch, c.dim}, {steps * c.batch, c.dim}}
	if c.tuned != nil {
		dimensions = append(dimensions, []int{c.batch, c.dim}, []int{steps * c.batch}, nil)
	}
	return dimensions
}

// unrolledSteps are the ends of steps of noise [steps * batch, n] from x [batch, n], and the last one's statistics.
func unrolledSteps(s Sampler, system System, inputs []*graph.Node) []*graph.Node {
	x, noise := inputs[0], inputs[1]
	var statistics []*graph.Node
	batch := x.Shape().Dimensions[0]
	for from := 0; from < noise.Shape().Dimensions[0]; from += batch {
		x, statistics = s.(Unadjusted).Step(system, x, graph.SliceAxis(noise, 0, graph.AxisRange(from, from+batch)))
	}
	return append([]*graph.Node{x}, statistics...)
}

// unrolledTransitions are the ends of transitions, their momenta, and the mean statistics.
func unrolledTransitions(s Sampler, system System, inputs []*graph.Node) []*graph.Node {
	x, noise, momentum, logUniform, stepSize := inputs[0], inputs[1], inputs[2], inputs[3], inputs[4]
	at, batch, count := Phase{X: x, Momentum: momentum}, x.Shape().Dimensions[0], 0
	var sums []*graph.Node
	for from := 0; from < noise.Shape().Dimensions[0]; from += batch {
		rows := graph.AxisRange(from, from+batch)
		next, statistics := s.(Adjusted).Transition(system, at,
			Draws{Normal: graph.SliceAxis(noise, 0, rows), LogUniform: graph.SliceAxis(logUniform, 0, rows), StepSize: stepSize})
		for i := range sums {
			statistics[i] = graph.Add(sums[i], statistics[i])
		}
		at, sums, count = next, statistics, count+1
	}
	outputs := []*graph.Node{at.X, at.Momentum}
	for _, sum := range sums {
		outputs = append(outputs, graph.DivScalar(sum, float64(count)))
	}
	return outputs
}

// Run moves the chains that start at x [batch, dim] and returns their ends, valid until the next Run, and statistics in
// the order of Columns: the last step's, or the mean over the transitions of an adjusted sampler.
func (c *Chain) Run(state backend.State, x []float32, rng *rand.Rand) (ends []float32, statistics []float64, err error) {
	if len(x) != c.batch*c.dim {
		return nil, nil, fmt.Errorf("a chain of %d points in R^%d can't start from %d numbers", c.batch, c.dim, len(x))
	}
	if c.tuned != nil {
		Normal(c.momentum, rng)
	}
	run := runSoFar{x: x, momentum: c.momentum}
	for _, part := range c.segments {
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
	noise := c.normal[:part.steps*len(run.x)]
	Normal(noise, rng)
	c.inputs = append(c.inputs[:0], backend.Array{Data: run.x}, backend.Array{Data: noise})
	if c.tuned != nil {
		logs := c.uniform[:part.steps*c.batch]
		LogUniform(logs, rng)
		c.inputs = append(c.inputs, backend.Array{Data: run.momentum}, backend.Array{Data: logs}, backend.Array{Data: []float32{c.tuned.size()}})
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
	c.tuned.update(latest[0], latest[1]+latest[2], part.steps)
	if run.statistics == nil {
		run.statistics = make([]float64, len(latest))
	}
	run.steps += part.steps
	for i, v := range latest {
		run.statistics[i] += (v - run.statistics[i]) * float64(part.steps) / float64(run.steps)
	}
	return nil
}

func scalars(arrays []backend.Array) []float64 {
	values := make([]float64, len(arrays))
	for i, a := range arrays {
		values[i] = float64(a.Data[0])
	}
	return values
}

// Warm tells whether the step size needs no more adaptation before it can be frozen.
func (c *Chain) Warm() bool { return c.tuned == nil || c.tuned.warm() }

// Freeze ends the adaptation: from now on the step size is the mean one of the warm-up. A chain whose step size goes on
// adapting to where it is has not quite its stationary law.
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
		c.tuned.transitions, c.tuned.updates, c.tuned.shortfall, c.tuned.average = state[0], state[1], state[2], state[3]
	}
	return nil
}

// Normal fills values with independent standard normal numbers. They are drawn on the host: in a graph their cosines and
// logarithms cost more than the step that uses them.
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

// UniformPoint fills one point with a draw from a box.
func UniformPoint(point []float32, box [][2]float64, rng *rand.Rand) {
	for j := range point {
		point[j] = float32(box[j][0] + rng.Float64()*(box[j][1]-box[j][0]))
	}
}

// ClampToBox moves points that left the box to its boundary.
func ClampToBox(x []float32, box [][2]float64) {
	for i := range x {
		axis := box[i%len(box)]
		x[i] = min(max(x[i], float32(axis[0])), float32(axis[1]))
	}
}
