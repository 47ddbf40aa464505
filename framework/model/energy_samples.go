package model

import (
	"context"
	"math/rand/v2"

	"github.com/gomlx/gomlx/pkg/core/graph"

	"ebim/framework/backend"
	"ebim/framework/network"
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
		fresh, err := newFreshPoints(ctx, t.Environment, manifold)
		if err != nil {
			return nil, err
		}
		s.fresh, s.bounded = fresh.next, true
		s.fixed = backend.NewState(manifold.net().Array())
		state = append(state, manifold.net().Array().Dimensions)
	}
	var err error
	s.chain, err = sampler.NewChain(t.Engine, e.Sampler, batch, t.Data.Dim, state, func(state []*graph.Node) sampler.System {
		system := sampler.System{Energy: n.Function(state[0])}
		if manifold != nil {
			system.Constraint = manifold.net().Function(state[1])
		}
		return system
	})
	s.buffer.chain = s.chain
	return s, err
}
