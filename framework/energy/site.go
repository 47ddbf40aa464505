package energy

import (
	"context"
	"math/rand/v2"

	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/backend"
	"ebim/framework/loss"
	"ebim/framework/network"
	"ebim/framework/points"
	"ebim/framework/random"
	"ebim/framework/sampler"
	"ebim/framework/support"
	"ebim/framework/train"
)

// feeder gives some of the loss's inputs.
type feeder = train.Feeder[loss.EnergyInputs]

// site is what objectives are made of: a task, the network that it trains, and where.
type site struct {
	train.Task
	name   string
	energy network.Trained
	batch  int
	steps  int
	domain support.Domain
}

// stream is the random numbers of a step.
func (p *site) stream(purpose string, step int) *rand.Rand {
	return random.New(p.Seed, p.name+"/"+purpose, step)
}

// facts are what a loss may know of a domain.
func facts(d support.Domain) loss.Support {
	return loss.Support{Manifold: d.Dimension() < d.Ambient(), Dimension: d.Dimension(), Ambient: d.Ambient()}
}

// Moves binds a sampler to an energy on a domain: to the networks that networksOn gives.
type Moves func(networks []network.Trained) sampler.Process

// Free returns the moves of a sampler in a box.
func Free(s sampler.Ambient) Moves {
	return func(networks []network.Trained) sampler.Process {
		return sampler.Free(s, func(state []*graph.Node) network.Function {
			return network.Functions(networks, state)[0]
		})
	}
}

// Constrained returns the moves of a sampler on a manifold.
func Constrained(s sampler.Constrained) Moves {
	return func(networks []network.Trained) sampler.Process {
		return sampler.OnManifold(s, func(state []*graph.Node) sampler.System {
			f := network.Functions(networks, state)
			return sampler.System{Energy: f[0], Constraint: f[1]}
		})
	}
}

// networksOn are an energy and, on a manifold, its constraint.
func networksOn(domain support.Domain, energy network.Trained) []network.Trained {
	if constraint := support.ConstraintOf(domain); constraint != nil {
		return []network.Trained{energy, *constraint}
	}
	return []network.Trained{energy}
}

// newEnergies evaluates an energy on R^dim.
func newEnergies(env train.Environment, energy network.Trained, dim int) (*network.Evaluator, error) {
	return network.NewEvaluator(env.Engine, "energy", []network.Trained{energy}, []int{dim},
		func(f []network.Function, in []*graph.Node) []*graph.Node { return []*graph.Node{f[0].Apply(in[0])} })
}

// energiesAt are E at points [k, n].
func energiesAt(ctx context.Context, energies *network.Evaluator, x []float32) ([]float64, error) {
	out, err := energies.Run(ctx, x)
	if err != nil {
		return nil, err
	}
	return points.FromFloat32(out[0], 1).Data, nil
}

// logNormalizer integrates exp(-E) under the given parameters by nodes [k, n] and the logarithms of their weights.
func logNormalizer(ctx context.Context, energies *network.Evaluator, parameters backend.State, nodes []float32,
	logWeights []float64) (float64, error) {
	terms, err := energiesAt(ctx, energies.Under(parameters[:1:1]), nodes)
	for i := range terms {
		terms[i] = logWeights[i] - terms[i]
	}
	sum, _ := support.LogSum(terms)
	return sum, err
}
