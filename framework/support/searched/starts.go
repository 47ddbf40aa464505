package searched

import (
	"context"
	"fmt"
	"math/rand/v2"

	"ebim/framework/points"
	"ebim/framework/random"
	"ebim/framework/support"
	"ebim/framework/support/implicit"
)

// Start implements support.Starter: points of the box projected to the manifold, or the data where none of the box's
// points arrive, or where only the data show what belongs to the support. A chain takes one of those that are
// projected once, before the training, at random.
func (z *Set) Start(ctx context.Context) (func(point []float32, rng *rand.Rand), error) {
	found, err := z.freshPoints(ctx)
	return implicit.OneOf(found), err
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

// Starts implements support.Starter.
func (z *Set) Starts(ctx context.Context) (*points.Set, error) {
	s, err := z.surface()
	if err != nil {
		return nil, err
	}
	start, err := s.project(ctx, z.Env.Data)
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
