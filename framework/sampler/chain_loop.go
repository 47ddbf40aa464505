package sampler

import (
	"fmt"
	"slices"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/backend"
	"ebim/framework/component"
)

// mostLoopedNumbers bounds the normal numbers that a loop takes at once.
const mostLoopedNumbers = 1 << 21

// looped is a chain whose transitions are the turns of a loop.
type looped struct {
	program *backend.Program
	steps   int // of the chain
	unroll  int // transitions between adaptations of the step size
	most    int // transitions of one run of the loop
}

// parts are the runs that make a chain. A step size that is still adapted stays for as many transitions as it would
// without loops.
func (c *Chain) parts() []segment {
	l := c.looped
	if l == nil {
		return c.segments
	}
	length := l.most
	if c.tuned != nil && c.tuned.Warmup > 0 && !c.tuned.frozen {
		length = l.unroll
	}
	parts := []segment{{program: l.program, steps: length, repeat: l.steps / length}}
	if rest := l.steps % length; rest > 0 {
		parts = append(parts, segment{program: l.program, steps: rest, repeat: 1})
	}
	return parts
}

// compileLoop compiles a loop of transitions, whose number is its last input.
func (c *Chain) compileLoop(engine compute.Backend, p Process, state [][]int) error {
	inputs := append(c.inputDimensions(c.looped.most), nil)
	program, err := backend.Compile(engine, fmt.Sprintf("%T of up to %d steps", p.sampler, c.looped.most),
		state, inputs, func(state, inputs []*graph.Node) (_, outputs []*graph.Node) {
			defer component.Blame(p.sampler)
			count := graph.ConvertDType(inputs[len(inputs)-1], dtypes.Int32)
			return nil, c.loop(p, state, inputs, count)
		})
	c.looped.program = program
	return err
}

// loop has the outputs of unrolled, after a number of transitions as backend.Repeat takes it.
func (c *Chain) loop(p Process, state, inputs []*graph.Node, count *graph.Node) []*graph.Node {
	last := len(inputs) - 1
	steps, x := inputs[last], inputs[0]
	begin := []*graph.Node{x}
	fixed := append(slices.Clone(state), inputs[1])
	if c.tuned != nil {
		begin, fixed = append(begin, inputs[2]), append(fixed, inputs[3:last]...)
	}
	phase := len(begin)
	for range c.Columns {
		begin = append(begin, graph.ScalarZero(x.Graph(), x.DType()))
	}
	outputs := backend.RepeatShort(count, c.looped.most, fixed, begin,
		func(turn *graph.Node, fixed, now []*graph.Node) []*graph.Node {
			drawn := fixed[len(state):]
			at, draws := Phase{X: now[0]}, Draws{Normal: backend.Turn(drawn[0], turn, c.batch)}
			if c.tuned != nil {
				at.Momentum = now[1]
				draws.LogUniform, draws.StepSize = backend.Turn(drawn[1], turn, c.batch), drawn[2]
			}
			at, reported := c.turn(p.bind(fixed[:len(state)]), at, draws)
			if c.tuned == nil {
				return append([]*graph.Node{at.X}, reported...)
			}
			for i, sum := range now[phase:] {
				reported[i] = graph.Add(sum, reported[i])
			}
			return append([]*graph.Node{at.X, at.Momentum}, reported...)
		})
	if c.tuned != nil {
		for i, sum := range outputs[phase:] {
			outputs[phase+i] = graph.Div(sum, steps)
		}
	}
	return outputs
}

// Inner is a batch of chains that run inside of a larger program.
type Inner struct {
	Columns []string // what Move reports
	chain   *Chain
	process Process
}

// NewInner returns the chains of a process, or nil where these have to be run by the host: where what a chain reports
// tunes its step size, and where it takes more numbers than a program is given at once.
func NewInner(p Process, batch, dim int) *Inner {
	numbers := p.Steps * batch * dim
	if p.Tuning != nil || p.Steps < 1 || numbers > mostLoopedNumbers {
		return nil
	}
	c := &Chain{Columns: p.Columns, batch: batch, dim: dim, looped: &looped{steps: p.Steps, most: p.Steps}}
	return &Inner{Columns: c.Columns, chain: c, process: p}
}

// Numbers is how many normal numbers one run takes.
func (n *Inner) Numbers() int { return n.process.Steps * n.chain.batch * n.chain.dim }

// Move returns the ends of the chains that start at x [batch, n], and the last step's statistics, in the order of
// Columns.
func (n *Inner) Move(state []*graph.Node, x, numbers *graph.Node) (ends *graph.Node, statistics []*graph.Node) {
	defer component.Blame(n.process.sampler)
	c := n.chain
	noise := graph.Reshape(numbers, n.process.Steps*c.batch, c.dim)
	outputs := c.loop(n.process, state, []*graph.Node{x, noise, graph.Const(x.Graph(), float32(n.process.Steps))}, nil)
	return outputs[0], slices.Clone(outputs[1:])
}
