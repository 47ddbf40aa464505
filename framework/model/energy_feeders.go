package model

import (
	"cmp"
	"context"
	"math/rand/v2"

	"github.com/gomlx/gomlx/pkg/core/graph"

	"ebim/framework/backend"
	"ebim/framework/loss"
)

// samples gives the ends of chains.
func (p *place) samples(drawn *negativeSamples, err error) (*feeder, error) {
	if err != nil {
		return nil, err
	}
	return &feeder{inputs: [][]int{{p.batch, len(p.Box)}}, statistics: drawn.columns(), memory: drawn.buffer,
		take: func(in *loss.EnergyInputs, inputs []*graph.Node) { in.Samples = inputs[0] },
		feed: func(step int, parameters backend.State, inputs []backend.Array) ([]float64, error) {
			return drawn.draw(step, parameters, inputs[0].Data)
		}}, nil
}

// factor gives the loss's own factor of a step.
func (p *place) factor(_ context.Context, needs loss.EnergyNeeds) (*feeder, error) {
	return &feeder{inputs: [][]int{nil},
		take: func(in *loss.EnergyInputs, inputs []*graph.Node) { in.Factor = inputs[0] },
		feed: func(step int, _ backend.State, inputs []backend.Array) ([]float64, error) {
			inputs[0].Data[0] = float32(needs.Factor(float64(step) / float64(p.steps)))
			return nil, nil
		}}, nil
}

// uniform gives uniform points of the support: of a manifold from a pool of them, of a box new ones.
func (p *place) uniform(ctx context.Context, needs loss.EnergyNeeds) (*feeder, error) {
	dim := len(p.Box)
	var pool []float32
	if p.support.manifold != nil {
		found, err := p.support.uniform(ctx, p.stream("pool", 0), cmp.Or(needs.Pool.Count, 1<<14))
		if err != nil {
			return nil, err
		}
		pool = found.Float32()
	}
	return &feeder{inputs: [][]int{{needs.Uniform.Count * p.batch, dim}},
		take: func(in *loss.EnergyInputs, inputs []*graph.Node) { in.Uniform = inputs[0] },
		feed: func(step int, _ backend.State, inputs []backend.Array) ([]float64, error) {
			rng, rows := p.stream("noise", step), inputs[0].Data
			if pool == nil {
				copy(rows, uniformPoints(p.Box, len(rows)/dim, rng).Float32())
				return nil, nil
			}
			for i := 0; i < len(rows); i += dim {
				k := rng.IntN(len(pool)/dim) * dim
				copy(rows[i:i+dim], pool[k:k+dim])
			}
			return nil, nil
		}}, nil
}

// probes gives random signs.
func (p *place) probes(_ context.Context, needs loss.EnergyNeeds) (*feeder, error) {
	return &feeder{inputs: [][]int{{needs.Probes.Count * p.batch, len(p.Box)}},
		take: func(in *loss.EnergyInputs, inputs []*graph.Node) { in.Probes = inputs[0] },
		feed: func(step int, _ backend.State, inputs []backend.Array) ([]float64, error) {
			signs(inputs[0].Data, p.stream("probes", step))
			return nil, nil
		}}, nil
}

// constraint gives the manifold-defining function: its parameters are an input.
func (p *place) constraint(context.Context, loss.EnergyNeeds) (*feeder, error) {
	f := p.support.manifold.network
	return &feeder{inputs: [][]int{f.Array().Dimensions},
		take: func(in *loss.EnergyInputs, inputs []*graph.Node) { in.Constraint = f.Function(inputs[0]) },
		feed: func(_ int, _ backend.State, inputs []backend.Array) ([]float64, error) {
			copy(inputs[0].Data, f.Array().Data)
			return nil, nil
		}}, nil
}

// signs fills values with independent random signs.
func signs(values []float32, rng *rand.Rand) {
	for i := range values {
		values[i] = float32(2*int(rng.Uint64()>>63) - 1)
	}
}
