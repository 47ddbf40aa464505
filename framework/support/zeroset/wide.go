package zeroset

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"

	"ebim/framework/chains"
	"ebim/framework/network"
	"ebim/framework/points"
	"ebim/framework/random"
	"ebim/framework/sampler"
	"ebim/framework/support"
)

// In a codimension above support.MostSearched, as of images, points are not searched for on F = 0. Learned of real data F need not have a zero
// near each of them (|F| at the data is what is left of the noise that it was trained with), and a search takes a thousand products with J a point.
// The data count as points of the support where they are, or, where points are drawn by annealing, where its last step leads them; chains start at
// them or at annealed draws, and what needs nearest points, a volume or Jacobians of all points is not to be had.

// wide tells whether the codimension is so large.
func (z *ZeroSet) wide() bool { return z.codimension > support.MostSearched }

// checkWide is errors.ErrUnsupported, with what is lacking, in a large codimension.
func (z *ZeroSet) checkWide(lacking string) error {
	if !z.wide() {
		return nil
	}
	return fmt.Errorf("%s of a manifold of codimension %d can't be had (it is searched for up to %d): %w", lacking, z.codimension, support.MostSearched, errors.ErrUnsupported)
}

// Annealed is the zero set, on which chains start at points that are drawn by annealed denoising.
func (z *ZeroSet) Annealed(by Annealing) *ZeroSet {
	kept := *z
	kept.annealing = &by
	return &kept
}

// Overlapping is the zero set of functions of manifolds that have a part in common, of the given dimension at most: their equations there are not
// independent, so that F has more outputs than it has normals.
func (z *ZeroSet) Overlapping(dimension int) *ZeroSet {
	kept := *z
	kept.dimension = &dimension
	return &kept
}

// Drawn is n starting points for chains by annealing, and figures of how they were drawn; nil where the zero set has none.
func (z *ZeroSet) Drawn(ctx context.Context, rng *rand.Rand, n int) (*points.Set, map[string]float64, error) {
	if z.annealing == nil {
		return nil, nil, nil
	}
	return (&Law{z, *z.annealing}).Sample(ctx, rng, n)
}

// cleaned are points x after what annealed draws end with: noise of the last level, which is taken away, and corrections. So data come to the
// manifold where the draws do, and an energy can't tell them by what annealing does to all points alike.
func (l *Law) cleaned(ctx context.Context, rng *rand.Rand, x *points.Set) (*points.Set, error) {
	denoise, err := l.newDenoising(network.BatchOf(l.Ambient()))
	if err != nil {
		return nil, err
	}
	levels := l.levels(l.env.Data.Scale())
	deviation := float32(levels[len(levels)-1])
	made := points.New(0, x.Dim)
	for first := 0; first < x.Len(); first += network.EvaluationBatch {
		rows := x.Slice(first, min(first+network.EvaluationBatch, x.Len())).Float32()
		for i := range rows {
			rows[i] += deviation * float32(rng.NormFloat64())
		}
		out, err := denoise.Run(ctx, rows)
		if err != nil {
			return nil, err
		}
		for i, step := range out[0] {
			rows[i] -= step
		}
		if rows, err = corrected(ctx, denoise, rows, x.Dim, l.Corrections, 0); err != nil {
			return nil, err
		}
		made.Data = append(made.Data, points.FromFloat32(rows, x.Dim).Data...)
	}
	return made, nil
}

// annealedCount is the number of annealed draws that are made once, before a training, for its chains to start at.
const annealedCount = 512

// given is points that are known without a search, at which a training's chains can start; nil where there are none.
func (z *ZeroSet) given(ctx context.Context) (*points.Set, error) {
	switch {
	case z.annealing != nil:
		drawn, _, err := z.Drawn(ctx, random.New(z.env.Seed, "manifold/annealed", 0), annealedCount)
		return drawn, err
	case z.wide():
		return z.env.Data, nil
	}
	return nil, nil
}

// spreading are the steps of chains of the energy 0 for n points, how many chains run at once, and how many steps are made before a state
// is taken.
func (z *ZeroSet) spreading(n int) (steps sampler.Constrained, batch, settling int) {
	const most, least = 256, 32
	if z.wide() { // where a step is dear
		return chains.DefaultOnLevels(z.env.Data.Scale()), min(most, max(least, n)), 50
	}
	return chains.DefaultOnManifold(z.env.Box), most, 500
}
