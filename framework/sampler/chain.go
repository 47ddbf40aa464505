package sampler

import (
	"fmt"
	"math/rand/v2"

	"github.com/gomlx/gomlx/backends"
	"github.com/gomlx/gomlx/pkg/core/graph"

	"ebim/framework/backend"
)

// Chain runs a sampler's steps on a batch of chains side by side.
type Chain struct {
	Columns  []string
	batch    int
	dim      int
	segments []segment
	noise    []float32
	inputs   [2]backend.Array
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
	for _, part := range []segment{{steps: min(unroll, total), repeat: total / unroll}, {steps: total % unroll, repeat: 1}} {
		if part.steps == 0 || part.repeat == 0 {
			continue
		}
		program, err := backend.Compile(engine, fmt.Sprintf("%T of %d steps", s, part.steps), state,
			[][]int{{batch, dim}, {part.steps * batch, dim}}, func(state, inputs []*graph.Node) (_, outputs []*graph.Node) {
				return nil, steps(s, system(state), inputs[0], inputs[1])
			})
		if err != nil {
			return nil, err
		}
		part.program = program
		c.segments = append(c.segments, part)
	}
	c.noise = make([]float32, min(unroll, total)*batch*dim)
	return c, nil
}

// steps unrolls the steps of noise [steps * batch, n] from x [batch, n] and reports the last one's statistics.
func steps(s Sampler, system System, x, noise *graph.Node) []*graph.Node {
	var statistics []*graph.Node
	batch := x.Shape().Dimensions[0]
	for from := 0; from < noise.Shape().Dimensions[0]; from += batch {
		x, statistics = s.Step(system, x, graph.SliceAxis(noise, 0, graph.AxisRange(from, from+batch)))
	}
	return append([]*graph.Node{x}, statistics...)
}

// Run moves the chains that start at x [batch, dim] and returns their ends, valid until the next Run, and the last
// step's statistics in the order of Columns.
func (c *Chain) Run(state backend.State, x []float32, rng *rand.Rand) (ends []float32, statistics []float64, err error) {
	if len(x) != c.batch*c.dim {
		return nil, nil, fmt.Errorf("a chain of %d points in R^%d can't start from %d numbers", c.batch, c.dim, len(x))
	}
	for _, part := range c.segments {
		for range part.repeat {
			noise := c.noise[:part.steps*len(x)]
			Normal(noise, rng)
			c.inputs = [2]backend.Array{{Data: x}, {Data: noise}}
			if c.out, err = part.program.Run(state, c.inputs[:], c.out); err != nil {
				return nil, nil, err
			}
			x = c.out[0].Data
		}
	}
	for _, column := range c.out[1:] {
		statistics = append(statistics, float64(column.Data[0]))
	}
	return x, statistics, nil
}

// Normal fills values with independent standard normal numbers. They are drawn on the host: in a graph their cosines and
// logarithms cost more than the step that uses them.
func Normal(values []float32, rng *rand.Rand) {
	for i := range values {
		values[i] = float32(rng.NormFloat64())
	}
}

// Uniform fills one point with a draw from a box.
func Uniform(point []float32, box [][2]float64, rng *rand.Rand) {
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
