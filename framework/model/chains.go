package model

import (
	"context"
	"math/rand/v2"

	"github.com/gomlx/gomlx/pkg/core/graph"

	"ebim/framework/network"
	"ebim/framework/points"
	"ebim/framework/sampler"
)

// runChains draws n points as the ends of independent chains of a sampler, each of at least the given number of steps,
// from starting points taken at random.
func runChains(ctx context.Context, s Setting, how sampler.Sampler, steps int, start *points.Set, rng *rand.Rand, n int,
	networks []trainedNetwork, system func(f []network.Function) sampler.System) (*points.Set, map[string]float64, error) {
	const batch = 256
	state, dimensions := stateOf(networks)
	chain, err := sampler.NewChain(s.Engine, how, batch, start.Dim, dimensions,
		func(state []*graph.Node) sampler.System { return system(bindAll(networks, state)) })
	if err != nil {
		return nil, nil, err
	}
	drawn := points.New(0, start.Dim)
	x := make([]float32, batch*start.Dim)
	for drawn.Len() < n {
		for i := range batch {
			for j, v := range start.At(rng.IntN(start.Len())) {
				x[i*start.Dim+j] = float32(v)
			}
		}
		for done := 0; done < steps; done += how.StepCount() {
			if err := ctx.Err(); err != nil {
				return nil, nil, err
			}
			ends, _, err := chain.Run(state, x, rng)
			if err != nil {
				return nil, nil, err
			}
			copy(x, ends)
			if !how.Constrained() {
				sampler.ClampToBox(x, s.Box) // as in training, whose chains end in the box
			}
		}
		drawn.Data = append(drawn.Data, points.FromFloat32(x, start.Dim).Data...)
	}
	return drawn.Slice(0, n), map[string]float64{"chain_steps": float64(steps)}, nil
}
