// Package chains runs Markov chains of trained energies: batches of them side by side, from which points are drawn or
// whose trajectories are followed.
package chains

import (
	"context"
	"math"
	"math/rand/v2"

	"ebim/framework/backend"
	"ebim/framework/config"
	"ebim/framework/network"
	"ebim/framework/points"
	"ebim/framework/sampler"
	"ebim/framework/train"
)

// Trace is the trajectories of some chains. Between two draws lies one chain of a training step.
type Trace struct {
	Points  []*points.Set // the draws of each chain, in order, in the space that it runs in
	Figures map[string]float64
}

// Chains is what Markov chains run on.
type Chains struct {
	Environment train.Environment
	Process     sampler.Process
	Steps       int               // that chains have, at least, before a point is drawn
	Start       *points.Set       // where chains begin
	InOrder     bool              // the k-th chain begins at the k-th of these, and not at a random one
	Networks    []network.Trained // whose parameters are the state of the process
	Free        bool              // to leave the box, into which each chain is brought back at its end
}

// Sample draws n points as the ends of independent chains, each of at least the given number of steps, from starting
// points taken at random or, if InOrder, one after the other. The figures are the steps and the means of the sampler's
// statistics.
func (c *Chains) Sample(ctx context.Context, rng *rand.Rand, n int) (*points.Set, map[string]float64, error) {
	batch := 256
	if c.InOrder {
		batch = min(batch, c.Start.Len())
	}
	m, err := c.Begin(ctx, rng, batch)
	if err != nil {
		return nil, nil, err
	}
	drawn := points.New(0, c.Start.Dim)
	for drawn.Len() < n {
		m.restart(rng, drawn.Len())
		if err := m.Walk(ctx, rng, c.Steps); err != nil {
			return nil, nil, err
		}
		drawn.Data = append(drawn.Data, points.FromFloat32(m.X, c.Start.Dim).Data...)
	}
	return drawn.Slice(0, n), m.figures(), nil
}

// Trace returns the trajectories of count chains after as many steps as Sample's have.
func (c *Chains) Trace(ctx context.Context, rng *rand.Rand, count, draws int) (*Trace, error) {
	m, err := c.Begin(ctx, rng, count)
	if err != nil {
		return nil, err
	}
	m.restart(rng, 0)
	if err := m.Walk(ctx, rng, c.Steps); err != nil {
		return nil, err
	}
	dim := c.Start.Dim
	t := &Trace{Points: make([]*points.Set, count)}
	for i := range t.Points {
		t.Points[i] = points.New(draws, dim)
	}
	for draw := range draws {
		if err := m.Walk(ctx, rng, 1); err != nil {
			return nil, err
		}
		for i, v := range m.X {
			t.Points[i/dim].At(draw)[i%dim] = float64(v)
		}
	}
	t.Figures = m.figures()
	return t, nil
}

// Ensemble is a batch of chains side by side.
type Ensemble struct {
	*Chains
	chain *sampler.Chain
	state backend.State
	X     []float32 // where they are, [batch, n]
	means []float64 // of the sampler's statistics
	runs  int
}

// Begin compiles the chains and lets a batch warm up, in which the sampler finds its step size, if it looks for one.
func (c *Chains) Begin(ctx context.Context, rng *rand.Rand, batch int) (*Ensemble, error) {
	state, dimensions := network.StateOf(c.Networks)
	chain, err := sampler.NewChain(c.Environment.Engine, c.Process, batch, c.Start.Dim, dimensions)
	if err != nil {
		return nil, err
	}
	m := &Ensemble{Chains: c, chain: chain, state: state, X: make([]float32, batch*c.Start.Dim),
		means: make([]float64, len(chain.Columns))}
	if !chain.Warm() {
		m.Restart(rng)
	}
	for !chain.Warm() {
		if err := m.Walk(ctx, rng, 1); err != nil {
			return nil, err
		}
	}
	chain.Freeze()
	clear(m.means)
	m.runs = 0
	return m, nil
}

// restart is Restart or, if InOrder, puts the k-th chain on the k-th starting point behind an index, and after the
// last on the first.
func (m *Ensemble) restart(rng *rand.Rand, from int) {
	if !m.InOrder {
		m.Restart(rng)
		return
	}
	m.start(func(chain int) int { return (from + chain) % m.Start.Len() })
}

// Restart puts every chain on a starting point that is taken at random.
func (m *Ensemble) Restart(rng *rand.Rand) { m.start(func(int) int { return rng.IntN(m.Start.Len()) }) }

func (m *Ensemble) start(at func(chain int) int) {
	dim := m.Start.Dim
	for i := range len(m.X) / dim {
		for j, v := range m.Start.At(at(i)) {
			m.X[i*dim+j] = float32(v)
		}
	}
}

// Walk does at least the given number of steps, in whole chains of a training step.
func (m *Ensemble) Walk(ctx context.Context, rng *rand.Rand, steps int) error {
	for done := 0; done < steps; done += m.Process.Steps {
		if err := ctx.Err(); err != nil {
			return err
		}
		ends, statistics, err := m.chain.Run(m.state, m.X, rng)
		if err != nil {
			return err
		}
		copy(m.X, ends)
		if m.Free {
			m.Environment.Box.Clamp(m.X) // as in training, whose chains end in the box
		}
		m.runs++
		for i, v := range statistics {
			m.means[i] += (v - m.means[i]) / float64(m.runs)
		}
	}
	return nil
}

// figures are the steps and the means of the sampler's statistics, and what acceptance a warm-up was to reach.
func (m *Ensemble) figures() map[string]float64 {
	figures := map[string]float64{"chain_steps": float64(m.Steps)}
	if tuning := m.Process.Tuning; tuning != nil && tuning.Warmup > 0 {
		figures["target_acceptance"] = tuning.Target
	}
	for i, name := range m.chain.Columns {
		figures[name] = m.means[i]
	}
	return figures
}

// stepShare is the steps of chains whose sampler is not declared, as a share of the box's diagonal.
const stepShare = 1. / 40

// DefaultInBox returns the sampler of energies in a box that are trained without one: proper Langevin dynamics.
func DefaultInBox(box points.Box) sampler.Ambient {
	langevin := config.Default[sampler.Langevin]()
	langevin.Noise = stepShare * box.Diagonal()
	return langevin
}

// DefaultOnLevels returns the sampler of points of a manifold of a large codimension around data of a scale:
// constrained Langevin dynamics along the levels of F where chains start, without Jacobians.
func DefaultOnLevels(scale float64) sampler.Constrained {
	share, solver := 0., config.Default[sampler.ConjugateGradients]()
	solver.Iterations = 1
	langevin := config.Default[sampler.ConstrainedLangevin]()
	langevin.Noise, langevin.Tolerance, langevin.Solver, langevin.ReturnShare = scale/10, scale, solver, &share
	return langevin
}

// DefaultOnManifold returns the sampler of energies on a manifold that are trained without one: Hamiltonian Monte
// Carlo, which tunes its steps.
func DefaultOnManifold(box points.Box) sampler.Constrained {
	hamiltonian := config.Default[sampler.ConstrainedHMC]()
	hamiltonian.StepSize, hamiltonian.Solver = stepShare*box.Diagonal(), config.Default[sampler.Newton]()
	return hamiltonian
}

// Demand adds a sampler's chains and its replay buffer.
func Demand(f *train.Ledger, field string, s sampler.ChainSettings, n network.Network, in, out,
	codimension int, points int) {
	batch := float64(f.Training.BatchOf(points))
	steps := float64(max(s.Unroll, 1))
	f.Add(field+".unroll", train.Bytes32*batch*steps*float64(in), "noise of %.4g steps of %.4g chains in R^%d",
		steps, batch, in)
	if codimension > 0 {
		f.Rows("energy.training.batch", n, in, out, batch*float64(sampler.JacobianRows(codimension)))
	}
	// Kept in single precision, and copied twice for a checkpoint.
	kept := math.Min(float64(s.Buffer.Size), batch*float64(f.Training.StepsFor(points)))
	f.Add(field+".buffer.size", (2*train.Bytes32+train.Bytes64)*kept*float64(in),
		"a replay buffer of %.4g points in R^%d", kept, in)
}
