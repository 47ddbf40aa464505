package model

import (
	"context"
	"math/rand/v2"

	"github.com/gomlx/gomlx/pkg/core/graph"

	"ebim/framework/backend"
	"ebim/framework/network"
	"ebim/framework/points"
	"ebim/framework/sampler"
	"ebim/framework/train"
)

// ChainTracer follows a model's Markov chains on their way.
type ChainTracer interface {
	// TraceChains starts independent chains at data, lets them run as long as those that samples are drawn from, and then
	// keeps draws of each. The error is an *EmptyError where there is no point to start at.
	TraceChains(ctx context.Context, rng *rand.Rand, count, draws int) (*Trace, error)
}

// Trace is the way of some chains. Between two draws lies one chain of a training step, so many steps.
type Trace struct {
	Points   []*points.Set // the draws of each chain, in order, in the space that it runs in
	Energies [][]float64   // of each chain, at its draws
	Figures  map[string]float64
}

// chains is what a model's Markov chains run on.
type chains struct {
	setting  train.Environment
	process  sampler.Process
	steps    int
	start    *points.Set
	networks []network.Trained // the energy first
	free     bool              // to leave the box, into which each chain is brought back at its end
}

// sample draws n points as the ends of independent chains, each of at least the given number of steps, from starting
// points taken at random. The figures are the steps and the means of the sampler's statistics.
func (c *chains) sample(ctx context.Context, rng *rand.Rand, n int) (*points.Set, map[string]float64, error) {
	const batch = 256
	m, err := c.begin(ctx, rng, batch)
	if err != nil {
		return nil, nil, err
	}
	drawn := points.New(0, c.start.Dim)
	for drawn.Len() < n {
		m.restart(rng)
		if err := m.walk(ctx, rng, c.steps); err != nil {
			return nil, nil, err
		}
		drawn.Data = append(drawn.Data, points.FromFloat32(m.x, c.start.Dim).Data...)
	}
	return drawn.Slice(0, n), m.figures(), nil
}

// trace is the way of count chains after as many steps as sample's have.
func (c *chains) trace(ctx context.Context, rng *rand.Rand, count, draws int) (*Trace, error) {
	m, err := c.begin(ctx, rng, count)
	if err != nil {
		return nil, err
	}
	m.restart(rng)
	if err := m.walk(ctx, rng, c.steps); err != nil {
		return nil, err
	}
	dim := c.start.Dim
	t := &Trace{Points: make([]*points.Set, count), Energies: make([][]float64, count)}
	for i := range t.Points {
		t.Points[i] = points.New(draws, dim)
	}
	for draw := range draws {
		if err := m.walk(ctx, rng, 1); err != nil {
			return nil, err
		}
		for i, v := range m.x {
			t.Points[i/dim].At(draw)[i%dim] = float64(v)
		}
	}
	for i, way := range t.Points {
		logs, err := negativeEnergy(ctx, c.setting, c.networks[0], way)
		if err != nil {
			return nil, err
		}
		for k := range logs {
			logs[k] = -logs[k]
		}
		t.Energies[i] = logs
	}
	t.Figures = m.figures()
	return t, nil
}

// ensemble is a batch of chains side by side, somewhere on their way.
type ensemble struct {
	*chains
	chain *sampler.Chain
	state backend.State
	x     []float32
	means []float64 // of the sampler's statistics
	runs  int
}

// begin compiles the chains and lets a batch warm up, in which the sampler finds its step size, if it looks for one.
func (c *chains) begin(ctx context.Context, rng *rand.Rand, batch int) (*ensemble, error) {
	state, dimensions := network.StateOf(c.networks)
	chain, err := sampler.NewChain(c.setting.Engine, c.process, batch, c.start.Dim, dimensions)
	if err != nil {
		return nil, err
	}
	m := &ensemble{chains: c, chain: chain, state: state, x: make([]float32, batch*c.start.Dim), means: make([]float64, len(chain.Columns))}
	if !chain.Warm() {
		m.restart(rng)
	}
	for !chain.Warm() {
		if err := m.walk(ctx, rng, 1); err != nil {
			return nil, err
		}
	}
	chain.Freeze()
	clear(m.means)
	m.runs = 0
	return m, nil
}

// restart puts every chain on a starting point.
func (m *ensemble) restart(rng *rand.Rand) {
	dim := m.start.Dim
	for i := 0; i < len(m.x); i += dim {
		for j, v := range m.start.At(rng.IntN(m.start.Len())) {
			m.x[i+j] = float32(v)
		}
	}
}

// walk does at least the given number of steps, in whole chains of a training step.
func (m *ensemble) walk(ctx context.Context, rng *rand.Rand, steps int) error {
	for done := 0; done < steps; done += m.process.Steps {
		if err := ctx.Err(); err != nil {
			return err
		}
		ends, statistics, err := m.chain.Run(m.state, m.x, rng)
		if err != nil {
			return err
		}
		copy(m.x, ends)
		if m.free {
			sampler.ClampToBox(m.x, m.setting.Box) // as in training, whose chains end in the box
		}
		m.runs++
		for i, v := range statistics {
			m.means[i] += (v - m.means[i]) / float64(m.runs)
		}
	}
	return nil
}

// figures are the steps and the means of the sampler's statistics, and what acceptance a warm-up was to reach.
func (m *ensemble) figures() map[string]float64 {
	figures := map[string]float64{"chain_steps": float64(m.steps)}
	if tuning := m.process.Tuning; tuning != nil && tuning.Warmup > 0 {
		figures["target_acceptance"] = tuning.Target
	}
	for i, name := range m.chain.Columns {
		figures[name] = m.means[i]
	}
	return figures
}

// chains start at projected data and stay on the manifold.
func (m *trainedEBIM) chains(ctx context.Context) (*chains, error) {
	s, err := newSurface(m.setting, m.network)
	if err != nil {
		return nil, err
	}
	start, err := s.project(ctx, m.setting.Data)
	if err != nil {
		return nil, err
	}
	if start.Points.Len() == 0 {
		return nil, &EmptyError{"no data point could be projected to the learned manifold to start a chain; " +
			"train the manifold-defining function longer, or with another seed or min_singular_value"}
	}
	networks := []network.Trained{m.energy, m.network}
	process := sampler.OnManifold(m.sampler, func(state []*graph.Node) sampler.System {
		f := network.Functions(networks, state)
		return sampler.System{Energy: f[0], Constraint: f[1]}
	})
	return &chains{setting: m.setting, process: process, steps: m.sampling.Steps, start: start.Points, networks: networks}, nil
}

// SampleByChains runs constrained chains that start at projected data.
func (m *trainedEBIM) SampleByChains(ctx context.Context, rng *rand.Rand, n int) (*points.Set, map[string]float64, error) {
	c, err := m.chains(ctx)
	if err != nil {
		return nil, nil, err
	}
	return c.sample(ctx, rng, n)
}

// TraceChains follows constrained chains that start at projected data.
func (m *trainedEBIM) TraceChains(ctx context.Context, rng *rand.Rand, count, draws int) (*Trace, error) {
	c, err := m.chains(ctx)
	if err != nil {
		return nil, err
	}
	return c.trace(ctx, rng, count, draws)
}

// freeChains are those of an energy without a constraint that start at the setting's data.
func freeChains(s train.Environment, e *boxEnergy, steps int, energy network.Trained) *chains {
	networks := []network.Trained{energy}
	process := sampler.Free(boxSampler(e, s), func(state []*graph.Node) network.Function { return network.Functions(networks, state)[0] })
	return &chains{setting: s, process: process, steps: steps, start: s.Data, networks: networks, free: true}
}

func (m *trainedEBM) chains() *chains {
	return freeChains(m.setting, &m.settings.Energy, m.settings.Sampling.Steps, m.energy)
}

// SampleByChains runs chains that start at data.
func (m *trainedEBM) SampleByChains(ctx context.Context, rng *rand.Rand, n int) (*points.Set, map[string]float64, error) {
	return m.chains().sample(ctx, rng, n)
}

// TraceChains follows chains that start at data.
func (m *trainedEBM) TraceChains(ctx context.Context, rng *rand.Rand, count, draws int) (*Trace, error) {
	return m.chains().trace(ctx, rng, count, draws)
}

func (m *trainedPushforward) chains() *chains {
	return freeChains(m.latent, &m.settings.Energy, m.settings.Sampling.Steps, m.energy)
}

// SampleByChains decodes the ends of latent chains that start at encoded data.
func (m *trainedPushforward) SampleByChains(ctx context.Context, rng *rand.Rand, n int) (*points.Set, map[string]float64, error) {
	z, statistics, err := m.chains().sample(ctx, rng, n)
	if err != nil {
		return nil, nil, err
	}
	return m.decoded(ctx, z, statistics)
}

// TraceChains follows latent chains that start at encoded data.
func (m *trainedPushforward) TraceChains(ctx context.Context, rng *rand.Rand, count, draws int) (*Trace, error) {
	return m.chains().trace(ctx, rng, count, draws)
}

var (
	_ ChainTracer = (*trainedEBIM)(nil)
	_ ChainTracer = (*trainedEBM)(nil)
	_ ChainTracer = (*trainedPushforward)(nil)
)
