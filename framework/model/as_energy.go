package model

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"

	"ebim/framework/mesh"
	"ebim/framework/points"
	"ebim/framework/support"
	"ebim/framework/support/zeroset"
	"ebim/framework/train"
)

// AsEnergy draws points by chains under a norm of F as an energy (paper, section 4.2): they lie near the manifold, not on it.
type AsEnergy struct {
	Steps int `yaml:"steps" default:"400" range:"[1, 10000000]" doc:"steps of the chains, from uniform points of the box: 20 a training step and a reuse of 0.95 have made about 400"`
}

// nearby is the distribution of what is so drawn, whose density is not known: that of the energy is no density where F = 0 is unbounded,
// and chains of a few steps don't have it.
type nearby struct {
	on   *zeroset.ZeroSet
	draw func(ctx context.Context, rng *rand.Rand, n int) (*points.Set, map[string]float64, error)
}

func (m *ImplicitManifold) asEnergy(env train.Environment, on *zeroset.ZeroSet, folder func(string) string) (*Trained, error) {
	f, err := m.Manifold.Load(env, folder("manifold"))
	if err != nil {
		return nil, err
	}
	law := &nearby{on, func(ctx context.Context, rng *rand.Rand, n int) (*points.Set, map[string]float64, error) {
		c, ok := m.Manifold.AsEnergy(env, f, m.AsEnergy.Steps, env.Box.Uniform(n, rng))
		if !ok {
			return nil, nil, fmt.Errorf("negative points have no chains: %w", errors.ErrUnsupported)
		}
		return c.Sample(ctx, rng, n)
	}}
	return (&Trained{Support: on, Density: law}).withReplay(folder("manifold"), nil), nil
}

// Sample implements support.Density.
func (l *nearby) Sample(ctx context.Context, rng *rand.Rand, n int) (*points.Set, map[string]float64, error) {
	return l.draw(ctx, rng, n)
}

// Spread implements support.Density.
func (*nearby) Spread(context.Context, *rand.Rand, int) (*points.Set, []float64, error) {
	return nil, nil, errUnknownDensity
}

// LogDensity implements support.Density.
func (*nearby) LogDensity(context.Context, *rand.Rand, *points.Set) (*support.LogDensity, error) {
	return nil, errUnknownDensity
}

var errUnknownDensity = fmt.Errorf("the density of what is drawn near the manifold is not known: %w", errors.ErrUnsupported)

// Mesh implements support.Density: the manifold's, without densities.
func (l *nearby) Mesh(ctx context.Context, resolution int) (*mesh.Mesh, error) {
	return l.on.Mesh(ctx, resolution)
}

// Moved implements support.Density.
func (l *nearby) Moved(by support.Similarity) support.Density {
	return &nearby{l.on.Moved(by).(*zeroset.ZeroSet), func(ctx context.Context, rng *rand.Rand, n int) (*points.Set, map[string]float64, error) {
		drawn, figures, err := l.draw(ctx, rng, n)
		if err != nil {
			return nil, nil, err
		}
		return by.Points(drawn), figures, nil
	}}
}

var _ support.Density = (*nearby)(nil)
