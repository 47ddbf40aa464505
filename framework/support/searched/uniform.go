package searched

import (
	"context"
	"math/rand/v2"

	"ebim/framework/chains"
	"ebim/framework/points"
	"ebim/framework/support"
	"ebim/framework/support/implicit"
)

// fromData reports whether only the data show what belongs to the support: there is no mesh by which pieces are
// distinguished.
func (z *Set) fromData() bool { return z.Ambient() > support.MostCovered && z.Restricted }

// Uniform implements support.Support. Where only the data show what belongs to the support, points come from chains
// that start there.
func (z *Set) Uniform(ctx context.Context, rng *rand.Rand, n int) (*points.Set, error) {
	if z.fromData() {
		return z.uniformByChains(ctx, rng, n)
	}
	s, err := z.surface()
	if err != nil {
		return nil, err
	}
	return s.uniform(ctx, rng, n)
}

// Pool implements support.Pooled. In more than three dimensions, where hardly any point of the box is near to it, they
// are states of chains: they share their mass between the manifold's pieces as the data do.
func (z *Set) Pool(ctx context.Context, rng *rand.Rand, n int) (*points.Set, error) {
	if z.Ambient() <= support.MostCovered {
		return z.Uniform(ctx, rng, n)
	}
	return z.uniformByChains(ctx, rng, n)
}

// Noise implements support.Noiser.
func (z *Set) Noise(ctx context.Context, rng *rand.Rand, pool int) (func(rows []float32, rng *rand.Rand), error) {
	found, err := z.Pool(ctx, rng, pool)
	return implicit.RowsOf(found), err
}

// uniformByChains starts chains at the data.
func (z *Set) uniformByChains(ctx context.Context, rng *rand.Rand, n int) (*points.Set, error) {
	const chainsAtOnce, settling = 256, 500
	start, err := z.Onto(ctx, z.Env.Data)
	if err != nil {
		return nil, err
	}
	return z.UniformByChains(ctx, rng, n, implicit.Spreading{Start: start, Steps: chains.DefaultOnManifold(z.Env.Box),
		Batch: chainsAtOnce, Settling: settling})
}
