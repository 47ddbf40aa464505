package energy

import (
	"context"

	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/backend"
	"ebim/framework/network"
	"ebim/framework/points"
	"ebim/framework/support"
	"ebim/framework/train"
)

// newEnergies evaluates an energy on R^dim.
func newEnergies(env train.Environment, energy network.Trained, dim int) (*network.Evaluator, error) {
	return network.NewEvaluator(env.Engine, "energy", []network.Trained{energy}, []int{dim},
		func(f []network.Function, in []*graph.Node) []*graph.Node { return []*graph.Node{f[0].Apply(in[0])} })
}

// energiesAt are E at points [k, n].
func energiesAt(ctx context.Context, energies *network.Evaluator, x []float32) ([]float64, error) {
	out, err := energies.Run(ctx, x)
	if err != nil {
		return nil, err
	}
	return points.FromFloat32(out[0], 1).Data, nil
}

// logNormalizer integrates exp(-E) under the given parameters by nodes [k, n] and the logarithms of their weights.
func logNormalizer(ctx context.Context, energies *network.Evaluator, parameters backend.State, nodes []float32,
	logWeights []float64) (float64, error) {
	terms, err := energiesAt(ctx, energies.Under(parameters[:1:1]), nodes)
	for i := range terms {
		terms[i] = logWeights[i] - terms[i]
	}
	sum, _ := support.LogSum(terms)
	return sum, err
}
