package energy

import (
	"cmp"
	"context"

	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/component"
	"ebim/framework/loss"
	"ebim/framework/network"
	"ebim/framework/support"
	"ebim/framework/train"
)

// problem is the loss with what it needs. The density lives on the support, so that the data are taken at their nearest
// points of it unless the loss wants them as they are (see package loss).
func (e *Energy[S]) problem(ctx context.Context, t train.Task, name string, n network.Trained, domain support.Domain,
	moves Moves) (*train.Problem, error) {
	p := &site{Task: t, name: name, energy: n, domain: domain}
	chosen := e.lossOn(facts(domain))
	needs, rows := chosen.Needs(facts(domain)), t.Batches()
	if !needs.AnyData {
		onto, err := domain.Onto(ctx, t.Data)
		if err != nil {
			return nil, err
		}
		rows = train.RowsOf(onto)
	}
	p.batch, p.steps = e.Training.BatchOf(rows.Len()), e.Training.StepsFor(rows.Len())
	samples := func(ctx context.Context, _ loss.EnergyNeeds) (feeder, error) { return p.samples(ctx, moves) }
	var feeders []feeder
	for _, source := range []struct {
		needed bool
		feeder func(context.Context, loss.EnergyNeeds) (feeder, error)
	}{
		{needs.Samples, samples},
		{needs.Factor != nil, p.factor},
		{needs.Quadrature != nil, p.quadrature},
		{needs.Uniform.Count > 0, p.uniform},
		{needs.Probes.Count > 0, p.probes},
		{needs.Constraint && support.ConstraintOf(domain) != nil, p.constraint},
	} {
		if !source.needed {
			continue
		}
		f, err := source.feeder(ctx, needs)
		if err != nil {
			return nil, err
		}
		feeders = append(feeders, f)
	}
	problem := train.NewProblem(t, &e.Training, name, rows, n.Parameters, feeders,
		func(parameters []*graph.Node, x *graph.Node, in *loss.EnergyInputs) (*graph.Node, []*graph.Node) {
			defer component.Blame(chosen)
			in.Data = x
			return chosen.Value(n.Bind(parameters), *in)
		})
	problem.Terms, problem.Hint = chosen.Terms(), cmp.Or(needs.Hint, train.Divergence)
	return problem, nil
}
