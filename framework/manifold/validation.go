package manifold

import (
	"context"

	"github.com/gomlx/gomlx/pkg/core/graph"

	"ebim/framework/autodiff"
	"ebim/framework/backend"
	"ebim/framework/network"
	"ebim/framework/train"
)

// validateDistance makes the problem's validation the mean distance of the validation points to the zero set, to first order:
// the length of Newton's step, |J^T (J J^T)^-1 F| = (F^T (J J^T)^-1 F)^(1/2), which is |F| / |grad F| in codimension 1.
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
