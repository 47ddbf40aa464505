package manifold

import (
	"cmp"
	"context"

	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/backend"
	"ebim/framework/chains"
	"ebim/framework/component"
	"ebim/framework/loss"
	"ebim/framework/network"
	"ebim/framework/train"
)

// Train minimizes the loss, from as many starts as are wanted.
func (m *Manifold) Train(ctx context.Context, t train.Task) error {
	k, err := m.know(t)
	if err != nil {
		return err
	}
	if backend.IsDraft(t.Engine) { // which wants only the graphs, which all starts share
		return m.trainFrom(ctx, t, k, 0)
	}
	if m.Starts > 1 {
		return m.trainBest(ctx, t, k)
	}
	return m.trainFrom(ctx, t, k, 0)
}

// trainFrom trains from one start; all else that is random is the same from every start.
func (m *Manifold) trainFrom(ctx context.Context, t train.Task, k *known, start int) error {
	n := m.untrained(t.Data.Dim, t.Seed, start)
	problem, err := m.problem(t, k, n)
	if err != nil {
		return err
	}
	if t.Validation != nil && m.Training.ValidateEvery > 0 {
		if err := m.validate(ctx, t, k, problem, n); err != nil {
			return err
		}
	}
	return chains.Fit(ctx, t, m.Training, problem)
}

// problem is the loss with what it needs.
func (m *Manifold) problem(t train.Task, k *known, n network.Trained) (*train.Problem, error) {
	rows := t.Batches()
	feeders, err := m.feeders(t, k, n, m.Training.BatchOf(rows.Len()))
	if err != nil {
		return nil, err
	}
	problem := train.NewProblem(t, &m.Training, "manifold", rows, n.Parameters, feeders, m.valueOf(n.Network, k))
	problem.Terms, problem.Hint = m.Loss.Terms(), cmp.Or(m.Loss.Needs().Hint, train.Divergence)
	if bounded, ok := m.Loss.(loss.Bounded); ok {
		for _, bound := range bounded.Bounds(k.scale, t.Data.Dim) {
			problem.Bounds = append(problem.Bounds, bound.Bound)
			if bound.Estimate != nil {
				problem.Estimate = m.estimate(t, n, bound)
			}
		}
	}
	return problem, nil
}

// valueOf is the loss of a network.
func (m *Manifold) valueOf(of network.Network, k *known) train.Value[loss.ManifoldInputs] {
	return func(parameters []*graph.Node, x *graph.Node, in *loss.ManifoldInputs) (*graph.Node, []*graph.Node) {
		defer component.Blame(m.Loss)
		in.Data, in.Scale, in.Spread = x, k.scale, k.spread
		bind := func() network.Function { return of.Bind(parameters) }
		return m.Loss.Value(boundApart{bind(), bind}, *in)
	}
}

// boundApart is a function whose evaluations without a derivative share nothing with the others. What is shared sums up
// a gradient in another order, so that trainings with a boundary term would no longer have the bits of earlier ones.
type boundApart struct {
	network.Function
	bind func() network.Function
}

func (f boundApart) Apply(x *graph.Node) *graph.Node { return f.bind().Apply(x) }

func (f boundApart) Noise(x *graph.Node) (noise, value *graph.Node) {
	return network.Noise(f.Function, x)
}
