package model

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/gomlx/gomlx/pkg/core/graph"

	"ebim/framework/backend"
	"ebim/framework/network"
	"ebim/framework/points"
	"ebim/framework/random"
	"ebim/framework/sampler"
	"ebim/framework/train"
)

// samples are the ends of chains that a loss contrasts with the data. On a manifold, fresh points come from projecting the
// box, or the data where none of the box's points arrive.
func (e *Energy) samples(ctx context.Context, t train.Task, name string, n network.Trained, batch int, manifold *learnedManifold) (*negativeSamples, error) {
	s := &negativeSamples{purpose: name + "/samples", seed: t.Seed, buffer: newReplayMemory(e.Sampler, t.Data.Dim), box: t.Box,
		fresh: func(point []float32, rng *rand.Rand) error { sampler.UniformPoint(point, t.Box, rng); return nil }}
	state := [][]int{n.Array().Dimensions}
	if manifold != nil {
		fresh, err := newFreshPoints(ctx, t.Environment, manifold.network)
		if err != nil {
			return nil, err
		}
		s.fresh, s.bounded = fresh.next, true
		s.fixed = backend.NewState(manifold.network.Array())
		state = append(state, manifold.network.Array().Dimensions)
	}
	var err error
	s.chain, err = sampler.NewChain(t.Engine, e.Sampler, batch, t.Data.Dim, state, func(state []*graph.Node) sampler.System {
		system := sampler.System{Energy: n.Function(state[0])}
		if manifold != nil {
			system.Constraint = manifold.network.Function(state[1])
		}
		return system
	})
	s.buffer.chain = s.chain
	return s, err
}

// freshCount is the number of fresh starting points that are projected once, before the training: a chain that does not
// start from the replay buffer takes one of them at random.
const freshCount = 1024

// freshPoints are points of the box projected to a learned manifold.
type freshPoints struct{ points *points.Set }

// newFreshPoints projects uniform points of the box until there are enough. Where none of the first 4096 arrives, as in many
// dimensions, where the box's points are too far away, it projects the training points; it fails when none of these arrives.
func newFreshPoints(ctx context.Context, s train.Environment, manifold network.Trained) (*freshPoints, error) {
	surface, err := newSurface(s, manifold)
	if err != nil {
		return nil, err
	}
	found := points.New(0, s.Data.Dim)
	const rounds, patience = 40, 4
	for round := 0; round < rounds && found.Len() < freshCount; round++ {
		proposals := uniformPoints(s.Box, freshCount, random.New(s.Seed, "manifold/fresh", round))
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
		projected, err := surface.project(ctx, s.Data)
		if err != nil {
			return nil, err
		}
		found = projected.Points
	}
	if found.Len() == 0 {
		return nil, fmt.Errorf("the learned manifold has no point in the box: none of %d points of the box and %d of the data reached F = 0; "+
			"train the manifold longer, or with a wider network, another seed or min_singular_value", patience*freshCount, s.Data.Len())
	}
	return &freshPoints{found}, nil
}

func (f *freshPoints) next(point []float32, rng *rand.Rand) error {
	for j, v := range f.points.At(rng.IntN(f.points.Len())) {
		point[j] = float32(v)
	}
	return nil
}

func uniformPoints(box [][2]float64, n int, rng *rand.Rand) *points.Set {
	set := points.New(n, len(box))
	for i := range n {
		x := set.At(i)
		for j := range x {
			x[j] = box[j][0] + rng.Float64()*(box[j][1]-box[j][0])
		}
	}
	return set
}
