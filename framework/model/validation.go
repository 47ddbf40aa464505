package model

import (
	"context"

	"github.com/gomlx/gomlx/pkg/core/graph"

	"ebim/framework/autodiff"
	"ebim/framework/backend"
	"ebim/framework/network"
	"ebim/framework/train"
)

// validateLoss makes a problem's validation its loss at other inputs, which stay the same from look to look: as many arrays
// as the problem's, of any batch.
func validateLoss(t train.Task, p *train.Problem, inputs []backend.Array) error {
	dimensions := make([][]int, len(inputs))
	for i, input := range inputs {
		dimensions[i] = input.Dimensions
	}
	program, err := backend.Compile(t.Engine, p.Name+" validation", [][]int{{network.Size(p.Parameters)}}, dimensions,
		func(state, inputs []*graph.Node) (_, outputs []*graph.Node) {
			total, _ := p.Loss(network.Unflatten(state[0], p.Parameters), inputs)
			return nil, []*graph.Node{total}
		})
	if err != nil {
		return err
	}
	var out []backend.Array
	p.Validate = func(parameters backend.State) (float64, error) {
		var err error
		if out, err = program.Run(parameters, inputs, out); err != nil {
			return 0, err
		}
		return float64(out[0].Data[0]), nil
	}
	return nil
}

// validateDistance makes a manifold's validation the mean distance of the validation points to its zero set, to first order: the length of
// Newton's step, |J^T (J J^T)^-1 F| = (F^T (J J^T)^-1 F)^(1/2), which is |F| / |grad F| in codimension 1.
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
