package energy

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/backend"
	"ebim/framework/chains"
	"ebim/framework/loss"
	"ebim/framework/network"
	"ebim/framework/support"
)

// samples gives the ends of chains, which start all over the domain and go on from a replay buffer.
func (p *site) samples(ctx context.Context, moves Moves) (*feeder, error) {
	starter,
		err := support.As[support.Starter](p.domain, "has no points where chains start: choose a loss without them")
	if err != nil {
		return nil, err
	}
	fresh, err := starter.Start(ctx)
	if err != nil {
		return nil, err
	}
	drawn := &chains.Negatives{Purpose: p.name + "/samples", Seed: p.Seed, Box: p.Box, Batch: p.batch, Fresh: fresh}
	networks := networksOn(p.domain, p.energy)
	state, dimensions := network.StateOf(networks)
	// Where chains keep to a manifold by themselves, those that leave the box have left the data. Images lie at its
	// very sides, where chains are kept.
	drawn.Fixed, drawn.Bounded = state[1:], len(networks) > 1 && !wide(facts(p.domain))
	if err := drawn.Compile(p.Task, moves(networks), dimensions); err != nil {
		return nil, err
	}
	return &feeder{inputs: [][]int{drawn.Dimensions()}, statistics: drawn.Columns(), memory: drawn.Memory(),
		drawing: drawn.Drawing(),
		take:    func(in *loss.EnergyInputs, inputs []*graph.Node) { in.Samples = inputs[0] },
		feed: func(step int, parameters backend.State, inputs []backend.Array) ([]float64, error) {
			return drawn.Feed(step, parameters, inputs[0].Data)
		}}, nil
}

// factor gives the loss's own factor of a step.
func (p *site) factor(_ context.Context, needs loss.EnergyNeeds) (*feeder, error) {
	return &feeder{inputs: [][]int{nil},
		take: func(in *loss.EnergyInputs, inputs []*graph.Node) { in.Factor = inputs[0] },
		feed: func(step int, _ backend.State, inputs []backend.Array) ([]float64, error) {
			inputs[0].Data[0] = float32(needs.Factor(float64(step) / float64(p.steps)))
			return nil, nil
		}}, nil
}

// uniform gives uniform points of the domain.
func (p *site) uniform(ctx context.Context, needs loss.EnergyNeeds) (*feeder, error) {
	pool := cmp.Or(needs.Pool.Count, 1<<14)
	if wide(facts(p.domain)) && p.Log != nil { // which takes minutes
		p.Log(fmt.Sprintf("the training of the energy begins with %d diffusion samples", pool))
	}
	noiser, err := support.As[support.Noiser](p.domain, "has no noise to contrast data with: choose another loss")
	if err != nil {
		return nil, err
	}
	fill, err := noiser.Noise(ctx, p.stream("pool", 0), pool)
	if err != nil {
		return nil, err
	}
	return &feeder{inputs: [][]int{{needs.Uniform.Count * p.batch, len(p.Box)}},
		take: func(in *loss.EnergyInputs, inputs []*graph.Node) { in.Uniform = inputs[0] },
		feed: func(step int, _ backend.State, inputs []backend.Array) ([]float64, error) {
			fill(inputs[0].Data, p.stream("noise", step))
			return nil, nil
		}}, nil
}

// probes gives random signs.
func (p *site) probes(_ context.Context, needs loss.EnergyNeeds) (*feeder, error) {
	return &feeder{inputs: [][]int{{needs.Probes.Count * p.batch, len(p.Box)}},
		take: func(in *loss.EnergyInputs, inputs []*graph.Node) { in.Probes = inputs[0] },
		feed: func(step int, _ backend.State, inputs []backend.Array) ([]float64, error) {
			signs(inputs[0].Data, p.stream("probes", step))
			return nil, nil
		}}, nil
}

// constraint gives the manifold-defining function: its parameters are an input.
func (p *site) constraint(context.Context, loss.EnergyNeeds) (*feeder, error) {
	f := support.ConstraintOf(p.domain)
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
