// Package denoised is the zero set of a manifold-defining function of a large codimension, as of images, that was
// learned by denoising.
//
// Points are not searched for on F = 0: learned of real data F need not have a zero near each of them (|F| at the data
// is what is left of the noise that it was trained with), and a search takes a thousand products with J a point. The
// data count as points of the support where they are or, where there are diffusion samples, where their last step
// leads them; chains start at them or at samples. So there are no nearest points and no volume.
package denoised

import (
	"context"
	"fmt"
	"math/rand/v2"

	"ebim/framework/chains"
	"ebim/framework/points"
	"ebim/framework/random"
	"ebim/framework/support"
	"ebim/framework/support/implicit"
)

// Set is a denoised zero set.
type Set struct{ implicit.Function }

// New is the zero set of a function.
func New(f implicit.Function) *Set { return &Set{f} }

// String implements fmt.Stringer.
func (z *Set) String() string {
	return fmt.Sprintf("a learned manifold of codimension %d (points are searched for up to %d)", z.Codimension,
		support.MostSearched)
}

// Domain implements support.Carrier.
func (z *Set) Domain() support.Domain { return z }

// Moved implements support.Support: the zero set of F(s^-1(x)).
func (z *Set) Moved(by support.Similarity) support.Support { return New(z.After(by)) }

// Onto implements support.Domain: x, or what the end of a diffusion makes of it.
func (z *Set) Onto(ctx context.Context, x *points.Set) (*points.Set, error) {
	if z.Annealing == nil {
		return x, nil
	}
	return z.Cleaned(ctx, random.New(z.Env.Seed, "manifold/cleaned", 0), x)
}

// Start implements support.Starter: diffusion samples, or the data where there are none.
func (z *Set) Start(ctx context.Context) (func(point []float32, rng *rand.Rand), error) {
	given, err := z.Given(ctx)
	if given == nil && err == nil {
		given = z.Env.Data
	}
	return implicit.RowsOf(given), err
}

// Starts implements support.Starter.
func (z *Set) Starts(context.Context) (*points.Set, error) { return z.Env.Data, nil }

// Uniform implements support.Support, by chains that start at the data.
func (z *Set) Uniform(ctx context.Context, rng *rand.Rand, n int) (*points.Set, error) {
	const most, least, settling = 256, 32, 50 // few, as a step is dear
	start, err := z.Onto(ctx, z.Env.Data)
	if err != nil {
		return nil, err
	}
	return z.UniformByChains(ctx, rng, n, implicit.Spreading{Start: start,
		Steps: chains.DefaultOnLevels(z.Env.Data.Scale()), Batch: min(most, max(least, n)), Settling: settling})
}

// Pool implements support.Pooled.
func (z *Set) Pool(ctx context.Context, rng *rand.Rand, n int) (*points.Set, error) {
	return z.Uniform(ctx, rng, n)
}

// Noise implements support.Noiser: diffusion samples, or a pool of uniform points where there are none.
func (z *Set) Noise(ctx context.Context, rng *rand.Rand, pool int) (func(rows []float32, rng *rand.Rand), error) {
	found, _, err := z.Drawn(ctx, rng, pool)
	if found == nil && err == nil {
		found, err = z.Pool(ctx, rng, pool)
	}
	return implicit.RowsOf(found), err
}

// Walk implements support.Walker.
func (z *Set) Walk(ctx context.Context, x *points.Set, s support.Steps) (*points.Set, error) {
	return z.WalkBy(ctx, x, s, z.NewReturn)
}

var (
	_ implicit.Set     = (*Set)(nil)
	_ support.Starter  = (*Set)(nil)
	_ support.Noiser   = (*Set)(nil)
	_ support.Pooled   = (*Set)(nil)
	_ support.Diffused = (*Set)(nil)
	_ support.Walker   = (*Set)(nil)
)
