package implicit

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/autodiff"
	"ebim/framework/chains"
	"ebim/framework/network"
	"ebim/framework/points"
	"ebim/framework/random"
	"ebim/framework/sampler"
	"ebim/framework/support"
)

// drawnCount is the number of diffusion samples that are drawn once, before a training, for its chains to start at.
const drawnCount = 512

// Given is diffusion samples at which a training's chains start; nil where the set has none.
func (z *Function) Given(ctx context.Context) (*points.Set, error) {
	drawn, _, err := z.Drawn(ctx, random.New(z.Env.Seed, "manifold/annealed", 0), drawnCount)
	return drawn, err
}

// RowsOf fills rows, one or more, with some points, at random; nil for nil.
func RowsOf(found *points.Set) func(rows []float32, rng *rand.Rand) {
	if found == nil {
		return nil
	}
	numbers, dim := found.Float32(), found.Dim
	return func(rows []float32, rng *rand.Rand) {
		for i := 0; i < len(rows); i += dim {
			k := rng.IntN(len(numbers)/dim) * dim
			copy(rows[i:i+dim], numbers[k:k+dim])
		}
	}
}

// Spreading is of chains of the energy 0.
type Spreading struct {
	Start    *points.Set
	Steps    sampler.Constrained
	Batch    int // chains at once
	Settling int // steps before a state is taken
}

// UniformByChains takes every tenth state or so of chains whose energy is 0, where it lies in the box.
func (z *Function) UniformByChains(ctx context.Context, rng *rand.Rand, n int, by Spreading) (*points.Set, error) {
	const between, patience = 10, 10
	process := sampler.OnManifold(by.Steps, func(state []*graph.Node) sampler.System {
		return sampler.System{Energy: flat{}, Constraint: z.F.Function(state[0])}
	})
	c := &chains.Chains{Environment: z.Env, Process: process, Start: by.Start, Networks: []network.Trained{z.F}}
	m, err := c.Begin(ctx, rng, by.Batch)
	if err != nil {
		return nil, err
	}
	m.Restart(rng)
	found := points.New(0, by.Start.Dim)
	for steps, round := by.Settling, 0; found.Len() < n; steps, round = between, round+1 {
		if round > patience*(1+n/by.Batch) {
			return nil, &support.EmptyError{Reason: fmt.Sprintf(
				"only %d of %d states of chains on the learned manifold lie in the box; train the manifold "+
					"longer, or with another seed", found.Len(), round*by.Batch)}
		}
		if err := m.Walk(ctx, rng, steps); err != nil {
			return nil, err
		}
		found.Data = append(found.Data, points.FromFloat32(z.Env.Box.Inside(m.X), by.Start.Dim).Data...)
	}
	return found.Slice(0, n), nil
}

// flat is the energy 0.
type flat struct{}

func (flat) Apply(x *graph.Node) *graph.Node {
	return graph.InsertAxes(graph.ReduceSum(graph.ZerosLike(x), 1), -1)
}

func (f flat) Linearize(x *graph.Node) (*graph.Node, autodiff.Linear) {
	return f.Apply(x), autodiff.Linear{JVP: f.Apply, VJP: func(*graph.Node) *graph.Node { return graph.ZerosLike(x) }}
}
