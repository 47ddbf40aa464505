package energy

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/chains"
	"ebim/framework/loss"
	"ebim/framework/network"
	"ebim/framework/support"
	"ebim/framework/train"
)

// samples gives the ends of chains, which start all over the domain and go on from a replay buffer.
func (p *site) samples(ctx context.Context, moves Moves) (feeder, error) {
	starter,
		err := support.As[support.Starter](p.domain, "has no points where chains start: choose a loss without them")
	if err != nil {
		return feeder{}, err
	}
	fresh, err := starter.Start(ctx)
	if err != nil {
		return feeder{}, err
	}
	drawn := &chains.Negatives{Purpose: p.name + "/samples", Seed: p.Seed, Box: p.Box, Batch: p.batch, Fresh: fresh}
	networks := networksOn(p.domain, p.energy)
	state, dimensions := network.StateOf(networks)
	// Where chains keep to a manifold by themselves, those that leave the box have left the data. Images lie at its
	// very sides, where chains are kept.
	drawn.Fixed, drawn.Bounded = state[1:], len(networks) > 1 && !high(facts(p.domain))
	if err := drawn.Compile(p.Task, moves(networks), dimensions); err != nil {
		return feeder{}, err
	}
	return chains.Feeder(drawn, func(in *loss.EnergyInputs, x *graph.Node) { in.Samples = x }), nil
}

// factor gives the loss's own factor of a step.
func (p *site) factor(_ context.Context, needs loss.EnergyNeeds) (feeder, error) {
	return train.One(nil, func(in *loss.EnergyInputs, x *graph.Node) { in.Factor = x },
		func(at train.Moment, into []float32) {
			into[0] = float32(needs.Factor(float64(at.Step) / float64(p.steps)))
		}), nil
}

// uniform gives uniform points of the domain.
func (p *site) uniform(ctx context.Context, needs loss.EnergyNeeds) (feeder, error) {
	pool := cmp.Or(needs.Pool.Count, 1<<14)
	if high(facts(p.domain)) && p.Log != nil { // which takes minutes
		p.Log(fmt.Sprintf("the training of the energy begins with %d diffusion samples", pool))
	}
	noiser, err := support.As[support.Noiser](p.domain, "has no noise to contrast data with: choose another loss")
	if err != nil {
		return feeder{}, err
	}
	fill, err := noiser.Noise(ctx, p.stream("pool", 0), pool)
	if err != nil {
		return feeder{}, err
	}
	return train.One([]int{needs.Uniform.Count * p.batch, len(p.Box)},
		func(in *loss.EnergyInputs, x *graph.Node) { in.Uniform = x },
		func(at train.Moment, into []float32) { fill(into, p.stream("noise", at.Step)) }), nil
}

// probes gives random signs.
func (p *site) probes(_ context.Context, needs loss.EnergyNeeds) (feeder, error) {
	return train.One([]int{needs.Probes.Count * p.batch, len(p.Box)},
		func(in *loss.EnergyInputs, x *graph.Node) { in.Probes = x },
		func(at train.Moment, into []float32) { signs(into, p.stream("probes", at.Step)) }), nil
}

// constraint gives the manifold-defining function: its parameters are an input.
func (p *site) constraint(context.Context, loss.EnergyNeeds) (feeder, error) {
	f := support.ConstraintOf(p.domain)
	return train.One(f.Array().Dimensions, func(in *loss.EnergyInputs, x *graph.Node) { in.Constraint = f.Function(x) },
		func(_ train.Moment, into []float32) { copy(into, f.Array().Data) }), nil
}

// signs fills values with independent random signs.
func signs(values []float32, rng *rand.Rand) {
	for i := range values {
		values[i] = float32(2*int(rng.Uint64()>>63) - 1)
	}
}
