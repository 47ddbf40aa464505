package zeroset

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/autodiff"
	"ebim/framework/chains"
	"ebim/framework/network"
	"ebim/framework/points"
	"ebim/framework/sampler"
	"ebim/framework/support"
)

// Noise implements support.Domain. In a large codimension it is annealed draws, if the zero set has any.
func (z *ZeroSet) Noise(ctx context.Context, rng *rand.Rand, pool int) (func(rows []float32, rng *rand.Rand), error) {
	found, err := z.noisePool(ctx, rng, pool)
	if err != nil {
		return nil, err
	}
	numbers, dim := found.Float32(), z.Ambient()
	return func(rows []float32, rng *rand.Rand) {
		for i := 0; i < len(rows); i += dim {
			k := rng.IntN(len(numbers)/dim) * dim
			copy(rows[i:i+dim], numbers[k:k+dim])
		}
	}, nil
}

func (z *ZeroSet) noisePool(ctx context.Context, rng *rand.Rand, n int) (*points.Set, error) {
	if z.wide() && z.annealing != nil {
		drawn, _, err := z.Drawn(ctx, rng, n)
		return drawn, err
	}
	return z.Pool(ctx, rng, n)
}

// Pool implements support.Domain. In more than three dimensions, where hardly any point of the box is near to it, they
// are states of chains: they share their mass between the manifold's pieces as the data do.
func (z *ZeroSet) Pool(ctx context.Context, rng *rand.Rand, n int) (*points.Set, error) {
	if z.Ambient() <= support.MostCovered {
		return z.Uniform(ctx, rng, n)
	}
	return z.uniformByChains(ctx, rng, n)
}

// uniformByChains takes every tenth state or so of chains whose energy is 0, where it lies in the box. They start at data.
func (z *ZeroSet) uniformByChains(ctx context.Context, rng *rand.Rand, n int) (*points.Set, error) {
	const between, patience = 10, 10
	sampled, batch, settling := z.spreading(n)
	start, err := z.Onto(ctx, z.env.Data)
	if err != nil {
		return nil, err
	}
	process := sampler.OnManifold(sampled, func(state []*graph.Node) sampler.System {
		return sampler.System{Energy: flat{}, Constraint: z.function.Function(state[0])}
	})
	c := &chains.Chains{Environment: z.env, Process: process, Start: start, Networks: []network.Trained{z.function}}
	m, err := c.Begin(ctx, rng, batch)
	if err != nil {
		return nil, err
	}
	m.Restart(rng)
	found := points.New(0, start.Dim)
	for steps, round := settling, 0; found.Len() < n; steps, round = between, round+1 {
		if round > patience*(1+n/batch) {
			return nil, &support.EmptyError{Reason: fmt.Sprintf("only %d of %d states of chains on the learned manifold lie in the box; train the manifold "+
				"longer, or with another seed", found.Len(), round*batch)}
		}
		if err := m.Walk(ctx, rng, steps); err != nil {
			return nil, err
		}
		found.Data = append(found.Data, points.FromFloat32(z.env.Box.Inside(m.X), start.Dim).Data...)
	}
	return found.Slice(0, n), nil
}

// flat is the energy 0.
type flat struct{}

// Apply implements network.Function.
func (flat) Apply(x *graph.Node) *graph.Node {
	return graph.InsertAxes(graph.ReduceSum(graph.ZerosLike(x), 1), -1)
}

// Linearize implements network.Function.
func (f flat) Linearize(x *graph.Node) (*graph.Node, autodiff.Linear) {
	return f.Apply(x), autodiff.Linear{JVP: f.Apply, VJP: func(*graph.Node) *graph.Node { return graph.ZerosLike(x) }}
}
