package sampler

import (
	"math/rand/v2"
	"slices"

	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/component"
)

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

// Numbers is how many Draw fills.
func (n *Inner) Numbers() int { return n.process.Steps * n.chain.batch * n.chain.dim }

// Draw fills in what one run takes, the numbers that Chain.Run would draw.
func (n *Inner) Draw(numbers []float32, rng *rand.Rand) { Normal(numbers, rng) }

// Move returns the ends of the chains that start at x [batch, n], and the last step's statistics, in the order of
// Columns.
func (n *Inner) Move(state []*graph.Node, x, numbers *graph.Node) (ends *graph.Node, statistics []*graph.Node) {
	defer component.Blame(n.process.sampler)
	c := n.chain
	noise := graph.Reshape(numbers, n.process.Steps*c.batch, c.dim)
	outputs := c.loop(n.process, state, []*graph.Node{x, noise, graph.Const(x.Graph(), float32(n.process.Steps))})
	return outputs[0], slices.Clone(outputs[1:])
}
