package energy

import (
	"context"

	"github.com/gomlx/gomlx/pkg/core/graph"

	"ebim/framework/backend"
	"ebim/framework/chains"
	"ebim/framework/network"
	"ebim/framework/sampler"
	"ebim/framework/support"
	"ebim/framework/train"
)

// samples are the ends of chains that a loss contrasts with the data. On a manifold, fresh points come from projecting the
// box, or the data where none of the box's points arrive.
func (e *Energy) samples(ctx context.Context, t train.Task, name string, n network.Trained, batch int, domain support.Domain) (*chains.Negatives, error) {
	fresh, err := domain.Start(ctx)
	if err != nil {
		return nil, err
	}
	s := &chains.Negatives{Purpose: name + "/samples", Seed: t.Seed, Memory: chains.NewMemory(e.Sampler, t.Data.Dim), Box: t.Box, Fresh: fresh}
	networks := []network.Trained{n}
	if constraint := domain.Constraint(); constraint != nil {
		networks = append(networks, *constraint)
		s.Bounded, s.Fixed = true, backend.NewState(constraint.Array())
	}
	_, state := network.StateOf(networks)
	s.Chain, err = sampler.NewChain(t.Engine, e.Sampler, batch, t.Data.Dim, state, func(state []*graph.Node) sampler.System {
		functions := network.Functions(networks, state)
		system := sampler.System{Energy: functions[0]}
		if len(functions) > 1 {
			system.Constraint = functions[1]
		}
		return system
	})
	s.Memory.Chain = s.Chain
	return s, err
}
