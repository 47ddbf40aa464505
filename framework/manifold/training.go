package manifold

import (
	"cmp"
	"context"
	"path/filepath"
	"slices"

	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/backend"
	"ebim/framework/chains"
	"ebim/framework/component"
	"ebim/framework/loss"
	"ebim/framework/network"
	"ebim/framework/points"
	"ebim/framework/train"
)

// Train minimizes the loss, from as many starts as are wanted.
func (m *Manifold) Train(ctx context.Context, t train.Task) error {
	if backend.IsDraft(t.Engine) { // which wants only the graphs, which all starts share
		return m.trainFrom(ctx, t, 0)
	}
	if err := m.tellReversed(t); err != nil {
		return err
	}
	if m.Starts > 1 {
		return m.trainBest(ctx, t)
	}
	return m.trainFrom(ctx, t, 0)
}

// trainFrom trains from one start; all else that is random is the same from every start.
func (m *Manifold) trainFrom(ctx context.Context, t train.Task, start int) error {
	n := m.untrained(t.Data.Dim, t.Seed, start)
	problem, err := m.problem(t, n)
	if err != nil {
		return err
	}
	if t.Validation != nil && m.Training.ValidateEvery > 0 {
		if err := m.validate(ctx, t, problem, n); err != nil {
			return err
		}
	}
	if err := t.Loop(m.Training).Run(ctx, problem); err != nil {
		return err
	}
	if err := chains.LeaveReplay(t, problem.Memory); err != nil {
		return err
	}
	return train.SaveParameters(filepath.Join(t.Folder, train.ParametersFolder), problem.Parameters)
}

// problem is the loss with what it needs.
func (m *Manifold) problem(t train.Task, n network.Trained) (*train.Problem, error) {
	rows, dim := t.Batches(), t.Data.Dim
	size := rows.Len()
	f, err := m.feeders(t, n, m.Training.BatchOf(size))
	if err != nil {
		return nil, err
	}
	stream := train.NewStream(rows, dim, &m.Training, t.Seed, "manifold")
	problem := &train.Problem{
		Name: "manifold", Parameters: n.Parameters, Size: size,
		Inputs: [][]int{{m.Training.BatchOf(size), dim}},
		Terms:  m.Loss.Terms(),
		Ahead: !slices.ContainsFunc(f, func(one feeder) bool {
			return one.negatives != nil &&
				one.negatives.Drawing() == nil
		}),
		Hint: cmp.Or(m.Loss.Needs().Hint, train.Divergence),
		Loss: m.lossOf(n.Network, f, t.Data),
		Feed: func(step int, indices []int, parameters backend.State,
			inputs []backend.Array) (statistics []float64, err error) {
			stream.Read(step, indices, inputs[0].Data)
			for i, one := range f {
				reported, err := one.feed(moment{step, indices, parameters}, inputs[1+i].Data)
				if err != nil {
					return nil, err
				}
				statistics = append(statistics, reported...)
			}
			return statistics, nil
		},
	}
	if bounded, ok := m.Loss.(loss.Bounded); ok {
		for _, bound := range bounded.Bounds(scaleOf(t.Data), dim) {
			problem.Bounds = append(problem.Bounds, bound.Bound)
			if bound.Estimate != nil {
				problem.Estimate = m.estimate(t, n, bound)
			}
		}
	}
	for _, one := range f {
		if n := one.negatives; n != nil {
			problem.Statistics, problem.Memory = n.Columns(), n.Memory()
			problem.Drawing, problem.DrawnInput = n.Drawing(), len(problem.Inputs)
		}
		problem.Inputs = append(problem.Inputs, one.dimensions)
	}
	return problem, nil
}

// lossOf is the loss of a network at data, the first of the inputs, with what feeders give.
func (m *Manifold) lossOf(of network.Network, feeders []feeder, data *points.Set) func(parameters,
	inputs []*graph.Node) (*graph.Node, []*graph.Node) {
	scale, spread := scaleOf(data), 0.0
	if m.Loss.Needs().Progress {
		spread = spreadOf(data, m.Dimension)
	}
	return func(parameters, inputs []*graph.Node) (*graph.Node, []*graph.Node) {
		defer component.Blame(m.Loss)
		in := loss.ManifoldInputs{Data: inputs[0], Scale: scale, Spread: spread,
			Own: make([]*graph.Node, len(m.Loss.Needs().Own))}
		for i, one := range feeders {
			*one.input(&in) = inputs[1+i]
		}
		bind := func() network.Function { return of.Bind(parameters) }
		return m.Loss.Value(boundApart{bind(), bind}, in)
	}
}

// boundApart is a function whose evaluations without a derivative share nothing with the others. What is shared sums
// up a gradient in another order, so that trainings with a boundary term would no longer have the bits of earlier
// ones.
type boundApart struct {
	network.Function
	bind func() network.Function
}

func (f boundApart) Apply(x *graph.Node) *graph.Node { return f.bind().Apply(x) }

func (f boundApart) Noise(x *graph.Node) (noise, value *graph.Node) {
	return network.Noise(f.Function, x)
}
