package implicit

import (
	"context"
	"math/rand/v2"

	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/network"
	"ebim/framework/points"
)

// newDenoising evaluates the noise in points and |F| there.
func (z *Function) newDenoising(batch int) (*network.Evaluator, error) {
	return network.NewEvaluatorOf(batch, z.Env.Engine, "annealing", []network.Trained{z.F}, []int{z.Ambient()},
		func(f []network.Function, in []*graph.Node) []*graph.Node {
			noise, value := network.Noise(f[0], in[0])
			norm := graph.Sqrt(graph.ReduceSum(graph.Mul(value, value), 1))
			return []*graph.Node{noise, network.Column(norm)}
		})
}

// corrected moves each point [dim] as long as |F| falls, by the given number of steps at most. A step that does not
// lower it is not taken, and tried shorter by a factor; 0 for none.
func corrected(ctx context.Context, denoise *network.Evaluator, x []float32, dim, steps int,
	shorter float32) ([]float32, error) {
	out, err := denoise.Run(ctx, x)
	for range steps {
		if err != nil {
			return nil, err
		}
		next := make([]float32, len(x))
		for i, step := range out[0] {
			next[i] = x[i] - step
		}
		after, err := denoise.Run(ctx, next)
		if err != nil {
			return nil, err
		}
		for i, norm := range after[1] {
			row := i * dim
			if norm < out[1][i] {
				copy(x[row:row+dim], next[row:row+dim])
				copy(out[0][row:row+dim], after[0][row:row+dim])
				out[1][i] = norm
				continue
			}
			for j := range dim {
				out[0][row+j] *= shorter
			}
		}
	}
	return x, err
}

// Cleaned is points x after what diffusion samples end with: noise of the last level, which is taken away, and
// corrections. So data come to the manifold where the samples do, and an energy can't distinguish them by what
// annealing does to all points alike.
func (z *Function) Cleaned(ctx context.Context, rng *rand.Rand, x *points.Set) (*points.Set, error) {
	denoise, err := z.newDenoising(network.BatchOf(z.Ambient()))
	if err != nil {
		return nil, err
	}
	levels := z.Annealing.levels(z.Env.Data.Scale())
	deviation := float32(levels[len(levels)-1])
	made := points.New(0, x.Dim)
	for first := 0; first < x.Len(); first += network.EvaluationBatch {
		rows := x.Slice(first, min(first+network.EvaluationBatch, x.Len())).Float32()
		for i := range rows {
			rows[i] += deviation * float32(rng.NormFloat64())
		}
		out, err := denoise.Run(ctx, rows)
		if err != nil {
			return nil, err
		}
		for i, step := range out[0] {
			rows[i] -= step
		}
		if rows, err = corrected(ctx, denoise, rows, x.Dim, z.Annealing.Corrections, 0); err != nil {
			return nil, err
		}
		made.Data = append(made.Data, points.FromFloat32(rows, x.Dim).Data...)
	}
	return made, nil
}
