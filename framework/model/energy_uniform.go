package model

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/gomlx/gomlx/pkg/core/graph"

	"ebim/framework/autodiff"
	"ebim/framework/network"
	"ebim/framework/points"
	"ebim/framework/sampler"
)

// uniform draws n points of the support. Those of a manifold in more than three dimensions, where hardly any point of the box
// is near to it, are states of chains: they share their mass between the manifold's pieces as the data do.
func (s support) uniform(ctx context.Context, rng *rand.Rand, n int) (*points.Set, error) {
	switch {
	case s.manifold == nil:
		return uniformPoints(s.Box, n, rng), nil
	case len(s.Box) <= exactDimension:
		return s.manifold.uniform(ctx, rng, n)
	}
	return s.uniformByChains(ctx, rng, n)
}

// uniformByChains takes every tenth state or so of chains whose energy is 0, where it lies in the box. They start at data.
func (s support) uniformByChains(ctx context.Context, rng *rand.Rand, n int) (*points.Set, error) {
	const batch, settling, between, patience = 256, 500, 10, 10
	start, err := s.onto(ctx, s.Data)
	if err != nil {
		return nil, err
	}
	c := &chains{setting: s.Environment, start: start, networks: []network.Trained{s.manifold.network}}
	c.process = sampler.OnManifold(manifoldSampler(new(manifoldEnergy), s.Environment), func(state []*graph.Node) sampler.System {
		return sampler.System{Energy: flat{}, Constraint: network.Functions(c.networks, state)[0]}
	})
	m, err := c.begin(ctx, rng, batch)
	if err != nil {
		return nil, err
	}
	m.restart(rng)
	found := points.New(0, start.Dim)
	for steps, round := settling, 0; found.Len() < n; steps, round = between, round+1 {
		if round > patience*(1+n/batch) {
			return nil, &EmptyError{fmt.Sprintf("only %d of %d states of chains on the learned manifold lie in the box; train the manifold "+
				"longer, or with another seed", found.Len(), round*batch)}
		}
		if err := m.walk(ctx, rng, steps); err != nil {
			return nil, err
		}
		found.Data = append(found.Data, points.FromFloat32(inside(m.x, s.Box), start.Dim).Data...)
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
