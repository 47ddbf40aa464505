package energy

import (
	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/network"
	"ebim/framework/sampler"
	"ebim/framework/support"
)

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
