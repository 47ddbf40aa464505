package model

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"

	"ebim/framework/points"
	"ebim/framework/support"
	"ebim/framework/support/implicit"
	"ebim/framework/train"
)

// AsEnergy draws points by chains under a norm of F as an energy (paper, section 4.2): they lie near the manifold, not
// on it.
type AsEnergy struct {
	Steps int `yaml:"steps" default:"400" range:"[1, 10000000]" doc:"steps of the chains, from uniform points of the box: 20 a training step and a reuse of 0.95 have made about 400"`
}

// nearby is the distribution of what is so drawn, whose density is not known: that of the energy is no density where F
// = 0 is unbounded, and chains of a few steps don't have it.
type nearby struct {
	support.Unknown
	draw func(ctx context.Context, rng *rand.Rand, n int) (*points.Set, map[string]float64, error)
}

func (m *ImplicitManifold) asEnergy(env train.Environment, on implicit.Set,
	folder func(string) string) (*Trained, error) {
	f, err := m.Manifold.Load(env, folder("manifold"))
	if err != nil {
		return nil, err
	}
	distribution := &nearby{support.Unknown{On: on}, func(ctx context.Context, rng *rand.Rand, n int) (*points.Set,
		map[string]float64, error) {
		c, ok := m.Manifold.AsEnergy(env, f, m.AsEnergy.Steps, env.Box.Uniform(n, rng))
		if !ok {
			return nil, nil, fmt.Errorf("negative points have no chains: %w", errors.ErrUnsupported)
		}
		return c.Sample(ctx, rng, n)
	}}
	return (&Trained{Support: on, Density: distribution}).withReplay(folder("manifold"), nil), nil
}

func (n *nearby) Sample(ctx context.Context, rng *rand.Rand, count int) (*points.Set, map[string]float64, error) {
	return n.draw(ctx, rng, count)
}

func (n *nearby) Moved(by support.Similarity) support.Density {
	return &nearby{support.Unknown{On: n.On.Moved(by)}, func(ctx context.Context, rng *rand.Rand,
		count int) (*points.Set, map[string]float64, error) {
		drawn, figures, err := n.draw(ctx, rng, count)
		if err != nil {
			return nil, nil, err
		}
		return by.Points(drawn), figures, nil
	}}
}

var _ support.Density = (*nearby)(nil)
