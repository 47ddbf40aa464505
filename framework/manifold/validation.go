package manifold

import (
	"context"
	"fmt"

	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/autodiff"
	"ebim/framework/backend"
	"ebim/framework/component"
	"ebim/framework/loss"
	"ebim/framework/network"
	"ebim/framework/random"
	"ebim/framework/train"
)

// validate makes the problem's validation the loss itself, with noise that stays the same, where it takes noise, and
// the distance of the validation points otherwise: losses with negatives change with their chains.
func (m *Manifold) validate(ctx context.Context, t train.Task, k *known, p *train.Problem, n network.Trained) error {
	if needs := m.Loss.Needs(); needs.Noise != nil && !needs.Negatives {
		return m.validateLoss(t, k, p, n)
	}
	return validateDistance(ctx, t, p, n)
}

// leastValidated is the number of noisy points that a loss is validated on, at least: each validation point is taken
// as often as it takes.
const leastValidated = 4096

// mostValidated is the largest deviation of the noise in validation, in units of the data's scale: what noise about as
// large as the whole manifold costs says little of its topology, and hides what smaller noise says.
const mostValidated = 0.6

// validateLoss makes the problem's validation its loss without the term that takes frames, at validation points.
func (m *Manifold) validateLoss(t train.Task, k *known, p *train.Problem, n network.Trained) error {
	x, dim, codimension := t.Validation, t.Data.Dim, t.Data.Dim-m.Dimension
	batch := (leastValidated + x.Len() - 1) / x.Len() * x.Len()
	indices := make([]int, batch)
	for i := range indices {
		indices[i] = i % x.Len()
	}
	needs := m.Loss.Needs()
	noise := newNoise(needs.Noise, k, t.Seed)
	noise.highest = max(noise.lowest, min(noise.highest, mostValidated*k.scale))
	feeders := noise.feeders(batch, dim)
	if needs.Progress { // as at the end
		feeders = append(feeders, progress(func(int) float64 { return 1 }))
	}
	if needs.Cotangents {
		feeders = append(feeders, cotangents(batch, codimension, t.Seed))
	}
	feeders = append(feeders, ownFeeders(needs.Own, batch, t.Seed)...)
	inputs := []backend.Array{train.NewArray([]int{batch, dim})}
	train.Gather(inputs[0].Data, x.Float32(), indices, dim)
	for _, one := range feeders {
		own := []backend.Array{train.NewArray(one.Inputs[0])}
		if _, err := one.Feed(train.Moment{Step: validationStep}, own); err != nil {
			return err
		}
		inputs = append(inputs, own...)
	}
	of := *p
	of.Loss = m.valueOf(n.Network, k).From(feeders)
	err := train.ValidateLoss(t, &of, inputs)
	p.Validate = of.Validate
	return err
}

// validationStep is not one of the training's, so that validation has random numbers of its own.
const validationStep = -1

// validateDistance makes the problem's validation the mean distance of the validation points to the zero set, to first
// order: the length of Newton's step, |J^T (J J^T)^-1 F| = (F^T (J J^T)^-1 F)^(1/2), which is |F| / |grad F| in
// codimension 1.
func validateDistance(ctx context.Context, t train.Task, p *train.Problem, n network.Trained) error {
	x := t.Validation
	e, err := network.NewEvaluator(t.Engine, p.Name+" validation", []network.Trained{n}, []int{x.Dim},
		func(f []network.Function, in []*graph.Node) []*graph.Node {
			value, derivative := f[0].Linearize(in[0])
			gram := func(v *graph.Node) *graph.Node { return derivative.JVP(derivative.VJP(v)) }
			solution := autodiff.ConjugateGradients(gram, value, value.Shape().Dimensions[1])
			return []*graph.Node{network.Column(graph.Sqrt(graph.Abs(graph.ReduceSum(graph.Mul(value, solution), 1))))}
		})
	if err != nil {
		return err
	}
	data := x.Float32()
	p.Validate = func(parameters backend.State) (float64, error) {
		out, err := e.Under(parameters).Run(ctx, data)
		if err != nil {
			return 0, err
		}
		sum := 0.0
		for _, distance := range out[0] {
			sum += float64(distance)
		}
		return sum / float64(x.Len()), nil
	}
	return nil
}

// mostEstimated is the number of data points of an estimate. One of 16 points, every 50 steps, adds 0.1 percent to the
// time of a training whose batches are of 64 points and whose loss is differentiated twice.
const mostEstimated = 16

// estimate gives the term of a bound that the loss leaves out, at a few data points that stay the same, by cotangents
// of each time's own. It is compiled when it is first asked for, so that short trainings do without.
func (m *Manifold) estimate(t train.Task, n network.Trained, bound loss.Bound) *train.Estimate {
	dim, codimension := t.Data.Dim, t.Data.Dim-m.Dimension
	batch := min(mostEstimated, t.Data.Len())
	rows := make([]int, batch)
	for i := range rows {
		rows[i] = i * t.Data.Len() / batch
	}
	inputs := []backend.Array{
		{Dimensions: []int{batch, dim}, Data: t.Data.Select(rows).Float32()},
		{Dimensions: []int{batch, codimension}, Data: make([]float32, batch*codimension)},
	}
	var program *backend.Program
	var out []backend.Array
	value := func(step int, parameters backend.State) (float64, error) {
		var err error
		if program == nil {
			program, err = backend.Compile(t.Engine, fmt.Sprintf("manifold %s", bound.Term),
				[][]int{{network.Size(n.Parameters)}}, [][]int{inputs[0].Dimensions, inputs[1].Dimensions},
				func(state, in []*graph.Node) (_, outputs []*graph.Node) {
					defer component.Blame(m.Loss)
					f := n.Network.Bind(network.Unflatten(state[0], n.Parameters))
					return nil, []*graph.Node{bound.Estimate(f, loss.ManifoldInputs{Data: in[0], Cotangents: in[1]})}
				})
			if err != nil {
				return 0, err
			}
		}
		unitVectors(inputs[1].Data, codimension, random.New(t.Seed, "manifold/estimate", step))
		if out, err = program.Run(parameters, inputs, out); err != nil {
			return 0, err
		}
		return float64(out[0].Data[0]), nil
	}
	return &train.Estimate{Term: bound.Term, Value: value}
}
