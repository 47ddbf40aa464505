package energy

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/backend"
	"ebim/framework/loss"
	"ebim/framework/network"
	"ebim/framework/support"
	"ebim/framework/train"
)

// objective is an energy's loss on its support, as a training takes it.
type objective struct {
	loss    loss.Energy
	hint    string
	rows    train.Rows
	feeders []*feeder
}

// objective gives the loss what it needs. The density lives on the support, so that the data are taken at their
// nearest points of it unless the loss wants them as they are (see package loss).
func (e *Energy[S]) objective(ctx context.Context, t train.Task, name string, n network.Trained, domain support.Domain,
	moves Moves) (*objective, error) {
	p := &site{Task: t, name: name, energy: n, domain: domain}
	chosen := e.lossOn(facts(domain))
	needs := chosen.Needs(facts(domain))
	o := &objective{loss: chosen, hint: cmp.Or(needs.Hint, train.Divergence)}
	if needs.AnyData {
		o.rows = t.Batches()
	} else {
		onto, err := domain.Onto(ctx, t.Data)
		if err != nil {
			return nil, err
		}
		o.rows = train.RowsOf(onto)
	}
	p.batch, p.steps = e.Training.BatchOf(o.rows.Len()), e.Training.StepsFor(o.rows.Len())
	samples := func(ctx context.Context, _ loss.EnergyNeeds) (*feeder, error) { return p.samples(ctx, moves) }
	for _, source := range []struct {
		needed bool
		feeder func(context.Context, loss.EnergyNeeds) (*feeder, error)
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
		o.feeders = append(o.feeders, f)
	}
	return o, nil
}

// inputs are the dimensions of all inputs beside the data.
func (o *objective) inputs() (all [][]int) {
	for _, f := range o.feeders {
		all = append(all, f.inputs...)
	}
	return all
}

// statistics names what feed reports.
func (o *objective) statistics() (all []string) {
	for _, f := range o.feeders {
		all = append(all, f.statistics...)
	}
	return all
}

// value is the loss at data x [batch, n] and the other inputs.
func (o *objective) value(energy network.Function, x *graph.Node, inputs []*graph.Node) (*graph.Node, []*graph.Node) {
	in := loss.EnergyInputs{Data: x}
	for _, f := range o.feeders {
		f.take(&in, inputs[:len(f.inputs)])
		inputs = inputs[len(f.inputs):]
	}
	return o.loss.Value(energy, in)
}

// feed fills the other inputs of a step.
func (o *objective) feed(step int, parameters backend.State, inputs []backend.Array) (all []float64, err error) {
	for _, f := range o.feeders {
		statistics, err := f.feed(step, parameters, inputs[:len(f.inputs)])
		if err != nil {
			return nil, err
		}
		all, inputs = append(all, statistics...), inputs[len(f.inputs):]
	}
	return all, nil
}

// drawing is that of a feeder and the index of its input, or nil.
func (o *objective) drawing() (drawing train.Drawing, input int) {
	for _, f := range o.feeders {
		if f.drawing != nil {
			return f.drawing, input
		}
		input += len(f.inputs)
	}
	return nil, 0
}

// ahead reports whether nothing but a drawing remembers anything of a step.
func (o *objective) ahead() bool {
	return !slices.ContainsFunc(o.feeders, func(f *feeder) bool { return f.memory != nil && f.drawing == nil })
}

// memory is that of all feeders, or nil.
func (o *objective) memory() train.Memory {
	var all memories
	for _, f := range o.feeders {
		if f.memory != nil {
			all = append(all, f.memory)
		}
	}
	if all == nil {
		return nil
	}
	return all
}

// memories are several, whose arrays have different names.
type memories []train.Memory

func (m memories) Arrays() map[string]backend.Array {
	all := map[string]backend.Array{}
	for _, one := range m {
		maps.Copy(all, one.Arrays())
	}
	return all
}

func (m memories) Restore(arrays map[string]backend.Array) error {
	for _, one := range m {
		if err := one.Restore(arrays); err != nil {
			return err
		}
	}
	return nil
}
