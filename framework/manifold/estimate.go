package manifold

import (
	"fmt"

	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/backend"
	"ebim/framework/component"
	"ebim/framework/loss"
	"ebim/framework/network"
	"ebim/framework/random"
	"ebim/framework/train"
)

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
				[][]int{{network.Size(n.Parameters)}},
				[][]int{inputs[0].Dimensions, inputs[1].Dimensions},
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
