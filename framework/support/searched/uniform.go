package searched

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/chains"
	"ebim/framework/network"
	"ebim/framework/points"
	"ebim/framework/random"
	"ebim/framework/sampler"
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

// Walk implements support.Walker.
func (z *Set) Walk(ctx context.Context, x *points.Set, s support.Steps) (*points.Set, error) {
	return z.WalkBy(ctx, x, s, z.newReturn)
}

// newReturn brings points back to the zero set by projection.
func (z *Set) newReturn(batch int) (implicit.Return, error) {
	project, err := network.NewEvaluatorOf(batch, z.Env.Engine, "return of walks", []network.Trained{z.F},
		[]int{z.Ambient()}, func(f []network.Function, in []*graph.Node) []*graph.Node {
			projected, _ := sampler.Project(f[0], in[0], nearestSteps, z.Env.Box.Diagonal()/20)
			return []*graph.Node{projected}
		})
	return func(ctx context.Context, x *points.Set, _ int) (*points.Set, error) { return project.At(ctx, x) }, err
}

// Start implements support.Starter: points of the box projected to the manifold, or the data where none of the box's
// points arrive, or where only the data show what belongs to the support. A chain takes one of those that are
// projected once, before the training, at random.
func (z *Set) Start(ctx context.Context) (func(point []float32, rng *rand.Rand), error) {
	found, err := z.freshPoints(ctx)
	return implicit.RowsOf(found), err
}

// freshCount is the number of fresh starting points that are projected once, before the training.
const freshCount = 1024

// freshPoints projects uniform points of the box until there are enough. Where none of the first 4096 arrives, as in
// many dimensions, where the box's points are too far away, it projects the training points; it fails when none of
// these arrives.
func (z *Set) freshPoints(ctx context.Context) (*points.Set, error) {
	if given, err := z.Given(ctx); given != nil || err != nil {
		return given, err
	}
	surface, err := z.surface()
	if err != nil {
		return nil, err
	}
	found := points.New(0, z.Env.Data.Dim)
	const rounds, patience = 40, 4
	for round := 0; round < rounds && found.Len() < freshCount && !z.fromData(); round++ {
		proposals := z.Env.Box.Uniform(freshCount, random.New(z.Env.Seed, "manifold/fresh", round))
		projected, err := surface.project(ctx, proposals)
		if err != nil {
			return nil, err
		}
		found.Data = append(found.Data, projected.Points.Data...)
		if found.Len() == 0 && round+1 == patience {
			break
		}
	}
	if found.Len() == 0 {
		projected, err := surface.project(ctx, z.Env.Data)
		if err != nil {
			return nil, err
		}
		found = projected.Points
	}
	if found.Len() == 0 {
		return nil, fmt.Errorf("the learned manifold has no point in the box: none of %d points of the box and %d "+
			"of the data reached F = 0; "+
			"train the manifold longer, or with a wider network, another seed or min_singular_value",
			patience*freshCount, z.Env.Data.Len())
	}
	return found, nil
}

// mostStarts is the largest number of data points that are taken to the manifold as starts.
const mostStarts = 20000

// Starts implements support.Starter: the data on the manifold, mostStarts of them at most, drawn at random.
func (z *Set) Starts(ctx context.Context) (*points.Set, error) {
	z.starts.lock.Lock()
	defer z.starts.lock.Unlock()
	if z.starts.found == nil {
		found, err := z.findStarts(ctx)
		if err != nil {
			return nil, err
		}
		z.starts.found = found
	}
	return &points.Set{Dim: z.starts.found.Dim, Data: slices.Clone(z.starts.found.Data)}, nil
}

func (z *Set) findStarts(ctx context.Context) (*points.Set, error) {
	s, err := z.surface()
	if err != nil {
		return nil, err
	}
	start, err := s.project(ctx, z.Env.Data.AtMost(mostStarts, random.New(z.Env.Seed, "searched/starts", 0)))
	if err != nil {
		return nil, err
	}
	if start.Points.Len() == 0 {
		return nil,
			&support.EmptyError{Reason: "no data point could be projected to the learned manifold to start a chain; " +
				"train the manifold-defining function longer, or with another seed or min_singular_value"}
	}
	return start.Points, nil
}

// Onto implements support.Domain.
func (z *Set) Onto(ctx context.Context, x *points.Set) (*points.Set, error) {
	near, err := z.Nearest(ctx, x)
	if err != nil {
		return nil, err
	}
	return Arrived(near)
}

// Arrived is the nearest points that lie on the manifold.
func Arrived(near *support.Projection) (*points.Set, error) {
	var found []int
	for i, residual := range near.Residual {
		if residual <= support.OnManifold {
			found = append(found, i)
		}
	}
	if len(found) == 0 {
		return nil, fmt.Errorf("none of %d data points reached the learned manifold; "+
			"train the manifold longer, or with another seed or min_singular_value", len(near.Residual))
	}
	return near.Points.Select(found), nil
}
