package energy

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"

	"ebim/framework/chains"
	"ebim/framework/kernels"
	"ebim/framework/mesh"
	"ebim/framework/network"
	"ebim/framework/points"
	"ebim/framework/support"
)

// Density is that of a trained energy E: exp(-E)/Z on the domain of a support, carried to the support.
type Density struct {
	Support  support.Carrier
	Energy   network.Trained
	Moves    Moves // of chains; nil in a box: those of chains.DefaultInBox, whose steps grow with it
	Sampling Sampling
	Begin    *Initialization // nil: chains take Moves, and begin at data unless the domain or Sampling say otherwise
	// NearData says that the density's mass lies around the data, in detail that may be finer than a mesh: it is
	// integrated, and drawn from, from there where the domain can do so.
	NearData bool
	// Relative says that the density is exp(-E)/Z with respect to the distribution of diffusion samples, not to its
	// measure.
	Relative bool

	known *remembered // of an energy that stays as it was loaded; nil for others
}

// Initialization is that of chains which do not begin at data.
type Initialization struct {
	// Points gives count points of the domain at which as many chains begin.
	Points func(ctx context.Context, rng *rand.Rand, count int) (*points.Set, error)
	// Moves are those of chains in a box.
	Moves func(box points.Box) Moves
}

// moved is the initialization in the moved domain.
func (b *Initialization) moved(by support.Similarity) *Initialization {
	if b == nil {
		return nil
	}
	return &Initialization{Moves: b.Moves, Points: func(ctx context.Context, rng *rand.Rand,
		count int) (*points.Set, error) {
		begin, err := b.Points(ctx, rng, count)
		if err != nil {
			return nil, err
		}
		return by.Points(begin), nil
	}}
}

// near is the domain, if it and the density are of that kind, or nil.
func (d *Density) near() support.NearData {
	if !d.NearData {
		return nil
	}
	domain, _ := d.Support.Domain().(support.NearData)
	return domain
}

// kernels are those of an energy that is made of some where the domain's points are their own, or nil.
func (d *Density) kernels() *kernels.Mixture {
	if placed, ok := d.Energy.Network.(*network.Kernels); ok {
		return placed.Mixture(d.Energy.Parameters)
	}
	return nil
}

// logIntegral is that of the density over the domain.
func (d *Density) logIntegral(ctx context.Context, rng *rand.Rand) (support.Integral, error) {
	if near := d.near(); near != nil {
		return near.IntegrateNearData(ctx, rng, d.Log, d.kernels())
	}
	domain, err := support.As[support.Integrator](d.Support.Domain(),
		"has no volume, so that no density on it can be integrated")
	if err != nil {
		return support.Integral{}, err
	}
	return domain.LogIntegral(ctx, rng, d.Log)
}

// Log returns -E at points of the domain.
func (d *Density) Log(ctx context.Context, z *points.Set) ([]float64, error) {
	values, err := d.energies(ctx, z)
	floats.Scale(-1, values)
	return values, err
}

// Energies returns E at points of the data's space, on the support and off it. Where the energy lives in another space
// the error is errors.ErrUnsupported.
func (d *Density) Energies(ctx context.Context, x *points.Set) ([]float64, error) {
	if d.Support != support.Carrier(d.Support.Domain()) {
		return nil, fmt.Errorf("the energy lives in a latent space: %w", errors.ErrUnsupported)
	}
	return d.energies(ctx, x)
}

// energies are E at points of the domain.
func (d *Density) energies(ctx context.Context, z *points.Set) ([]float64, error) {
	return d.known.at(z.Float32(), func(x []float32) ([]float64, error) {
		env := d.Support.Domain().Environment()
		energy, err := network.ForValues(env.Engine, d.Energy)
		if err != nil {
			return nil, err
		}
		e, err := newEnergies(env, energy, z.Dim)
		if err != nil {
			return nil, err
		}
		return energiesAt(ctx, e, x)
	})
}

// Spread implements support.Density: uniform points of the domain, on the support.
func (d *Density) Spread(ctx context.Context, rng *rand.Rand, n int) (*points.Set, []float64, error) {
	if d.Relative {
		return nil, nil, errRelative
	}
	z, logs, err := d.spread(ctx, rng, n)
	if err != nil {
		return nil, nil, err
	}
	carried, err := support.Carry(ctx, d.Support, z)
	if err != nil {
		return nil, nil, err
	}
	return carried.Points, carried.Density(logs), nil
}

// spread is uniform points of the domain with the logarithm of its density.
func (d *Density) spread(ctx context.Context, rng *rand.Rand, n int) (*points.Set, []float64, error) {
	z, err := d.Support.Domain().Uniform(ctx, rng, n)
	if err != nil {
		return nil, nil, err
	}
	logs, err := d.Log(ctx, z)
	return z, logs, err
}

// Sample implements support.Density, in the way that the settings say. Unlike a chain, exact draws reach every part of
// the support in the right proportion.
func (d *Density) Sample(ctx context.Context, rng *rand.Rand, n int) (*points.Set, map[string]float64, error) {
	return d.carried(ctx, func() (*points.Set, map[string]float64, error) { return d.sample(ctx, rng, n) })
}

// sample draws from the domain.
func (d *Density) sample(ctx context.Context, rng *rand.Rand, n int) (*points.Set, map[string]float64, error) {
	domain := d.Support.Domain()
	if d.Relative {
		return d.chosen(ctx, rng, n)
	}
	if near := d.near(); near != nil && d.Sampling.Sampler == Automatic {
		return near.DrawNearData(ctx, rng, d.Log, d.kernels(), n)
	}
	if d.Sampling.exactly() && support.CheckDraw(domain) == nil {
		drawn, figures, err := support.Draw(ctx, rng, domain, d.Log, n)
		var unmeshable *mesh.UnmeshableError
		var undrawable *support.UndrawableError
		switch {
		case errors.As(err, &unmeshable):
			return nil, nil, &support.EmptyError{Reason: unmeshable.Reason}
		case !errors.As(err, &undrawable) || d.Sampling.Sampler != Automatic:
			return drawn, figures, err
		}
	}
	if d.Sampling.byChains(domain.Ambient()) {
		return d.sampleByChains(ctx, rng, n)
	}
	return d.importance(ctx, rng, n)
}

// DrawsByChains reports whether Sample draws by Markov chains, as far as is known before it does.
func (d *Density) DrawsByChains() bool {
	domain := d.Support.Domain()
	switch {
	case d.Relative, d.near() != nil && d.Sampling.Sampler == Automatic, d.Sampling.exactly() &&
		support.CheckDraw(domain) == nil:
		return false
	}
	return d.Sampling.byChains(domain.Ambient())
}

// SampleExactly returns n independent points by the domain's own draws, however the density is sampled otherwise. The
// error is a *mesh.UnmeshableError where that needs a mesh and there is none, and a *support.UndrawableError where the
// density is too steep.
func (d *Density) SampleExactly(ctx context.Context, rng *rand.Rand, n int) (*points.Set, map[string]float64, error) {
	return d.carried(ctx, func() (*points.Set, map[string]float64, error) {
		return support.Draw(ctx, rng, d.Support.Domain(), d.Log, n)
	})
}

// SampleByChains returns the ends of n independent chains, however the density is sampled otherwise, and figures of
// them. They start at data unless Begin, the domain or the sampling method fresh_chains say otherwise. The error is a
// *support.EmptyError where there is no point to start at.
func (d *Density) SampleByChains(ctx context.Context, rng *rand.Rand, n int) (*points.Set, map[string]float64, error) {
	return d.carried(ctx, func() (*points.Set, map[string]float64, error) { return d.sampleByChains(ctx, rng, n) })
}

// carried takes draws from the domain to the support.
func (d *Density) carried(ctx context.Context, draw func() (*points.Set, map[string]float64, error)) (*points.Set,
	map[string]float64, error) {
	z, figures, err := draw()
	if err != nil {
		return nil, nil, err
	}
	x, err := d.points(ctx, z)
	return x, figures, err
}

// points are those of the domain on the support.
func (d *Density) points(ctx context.Context, z *points.Set) (*points.Set, error) {
	if short, ok := d.Support.(interface {
		CarryPoints(ctx context.Context, z *points.Set) (*points.Set, error)
	}); ok {
		return short.CarryPoints(ctx, z)
	}
	carried, err := support.Carry(ctx, d.Support, z)
	if err != nil {
		return nil, err
	}
	return carried.Points, nil
}

func (d *Density) sampleByChains(ctx context.Context, rng *rand.Rand, n int) (*points.Set, map[string]float64, error) {
	c, figures, err := d.chains(ctx, rng, n)
	if err != nil {
		return nil, nil, err
	}
	drawn, further, err := c.Sample(ctx, rng, n)
	if err != nil {
		return nil, nil, err
	}
	maps.Copy(further, figures)
	return drawn, further, nil
}

// Trace starts independent chains where those that samples are drawn from start, lets them run as long as those that
// samples are drawn from, and then keeps draws of each, in the domain, and their energies. The error is a
// *support.EmptyError where there is no point to start at.
func (d *Density) Trace(ctx context.Context, rng *rand.Rand, count, draws int) (trace *chains.Trace,
	energies [][]float64, err error) {
	c, _, err := d.chains(ctx, rng, count)
	if err != nil {
		return nil, nil, err
	}
	if trace, err = c.Trace(ctx, rng, count, draws); err != nil {
		return nil, nil, err
	}
	for _, trajectory := range trace.Points {
		values, err := d.energies(ctx, trajectory)
		if err != nil {
			return nil, nil, err
		}
		energies = append(energies, values)
	}
	return trace, energies, nil
}

// chains start at the training points, taken to the domain, at draws or uniform points of it, or where count of them
// begin. The figures are those of the draws.
func (d *Density) chains(ctx context.Context, rng *rand.Rand, count int) (*chains.Chains, map[string]float64, error) {
	if d.Relative {
		return nil, nil, errRelative
	}
	domain := d.Support.Domain()
	networks, box := networksOn(domain, d.Energy), domain.Environment().Box
	c := &chains.Chains{Environment: domain.Environment(), Steps: d.Sampling.Steps, InOrder: true, Networks: networks,
		Free: support.ConstraintOf(domain) == nil}
	if d.Begin != nil {
		begin, err := d.Begin.Points(ctx, rng, count)
		c.Start, c.Process = begin, d.Begin.Moves(box)(networks)
		return c, nil, err
	}
	moves := d.Moves
	if moves == nil {
		moves = Free(chains.DefaultInBox(box))
	}
	c.Process = moves(networks)
	var figures map[string]float64
	var err error
	if drawing, ok := domain.(support.Diffused); ok {
		c.Start, figures, err = drawing.Drawn(ctx, rng, count)
	}
	switch {
	case err != nil || c.Start != nil:
	case d.Sampling.Sampler == ByFreshChains:
		c.Start, err = domain.Uniform(ctx, rng, count)
	default:
		var starter support.Starter
		if starter, err = support.As[support.Starter](domain, "has no points where chains start"); err == nil {
			c.Start, err = starter.Starts(ctx)
		}
		c.InOrder = false
	}
	return c, figures, err
}

// LogDensity implements support.Density.
func (d *Density) LogDensity(ctx context.Context, rng *rand.Rand, x *points.Set) (*support.LogDensity, error) {
	return d.logDensity(ctx, x, support.Together,
		func() (support.Integral, error) { return d.logIntegral(ctx, rng) })
}

// Logger implements support.Prepared.
func (d *Density) Logger(ctx context.Context, rng *rand.Rand) (support.Logger, error) {
	normalizer, err := d.logIntegral(ctx, rng)
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context, x *points.Set) (*support.LogDensity, error) {
		return d.logDensity(ctx, x, support.EachByItself,
			func() (support.Integral, error) { return normalizer, nil })
	}, nil
}

func (d *Density) logDensity(ctx context.Context, x *points.Set, stop support.Stop,
	integrate func() (support.Integral, error)) (*support.LogDensity, error) {
	fibers, err := support.FibersOf(ctx, d.Support, x, stop)
	if err != nil {
		return nil, err
	}
	logs, err := d.Log(ctx, fibers.Domain)
	if err != nil {
		return nil, err
	}
	normalizer, err := integrate()
	if err != nil {
		return nil, err
	}
	values, err := support.Normalized(fibers.Density(logs), normalizer.Log)
	return &support.LogDensity{Values: values, Nearest: fibers.Nearest, LogNormalizer: normalizer.Log,
		NormalizerError: normalizer.Error, Sheets: fibers.Sheets}, err
}

// Mesh implements support.Density.
func (d *Density) Mesh(ctx context.Context, resolution int) (*mesh.Mesh, error) {
	made, vertices, err := support.CarriedMesh(ctx, d.Support, resolution)
	if err != nil {
		return nil, err
	}
	energies, err := d.energies(ctx, vertices.Domain)
	if err != nil {
		return nil, err
	}
	unnormalized := vertices.Density(floats.ScaleTo(make([]float64, len(energies)), -1, energies))
	densities, err := support.Normalized(unnormalized, made.LogIntegrateExp(unnormalized))
	if err != nil {
		return nil, err
	}
	made.Values = map[string][]float64{mesh.Energy: energies, mesh.LogDensity: densities}
	return made, nil
}

// Moved implements support.Density.
func (d *Density) Moved(by support.Similarity) support.Density { return d.MovedEnergy(by) }

// MovedEnergy returns the density on the moved support. All of the support is scaled alike, so the density of the
// moved energy is the moved one.
func (d *Density) MovedEnergy(by support.Similarity) *Density {
	energy := d.Energy
	if _, deformed := d.Support.(support.Deformed); !deformed {
		energy = by.Before(energy)
	}
	return &Density{Support: d.Support.Moved(by).(support.Carrier), Energy: energy, Moves: d.Moves,
		Sampling: d.Sampling, Begin: d.Begin.moved(by), NearData: d.NearData, Relative: d.Relative}
}

var (
	_ support.Density  = (*Density)(nil)
	_ support.Prepared = (*Density)(nil)
)
