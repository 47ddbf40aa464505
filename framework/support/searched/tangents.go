package searched

import (
	"cmp"
	"context"
	"math"

	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/network"
	"ebim/framework/parallel"
	"ebim/framework/points"
	"ebim/framework/random"
	"ebim/framework/sampler"
	"ebim/framework/support/onkernels"
)

// fewTangents is the share of the dimensions up to which tangents are found by themselves.
const fewTangents = 1. / 8

// manyNormals reports whether Jacobians have far more rows than there are tangents.
func (z *Set) manyNormals() bool {
	return z.Codimension >= ManyNormals && float64(z.Dimension()) <= fewTangents*float64(z.Ambient())
}

// newTangents takes m vectors at a point to its tangent space, and returns them with the largest of |J t| for each.
func (z *Set) newTangents() (*network.Evaluator, error) {
	m, n := z.Dimension(), z.Ambient()
	widths := make([]int, 1+m)
	for i := range widths {
		widths[i] = n
	}
	return network.NewEvaluator(z.Env.Engine, "tangents", []network.Trained{z.F}, widths,
		func(f []network.Function, in []*graph.Node) (out []*graph.Node) {
			at := sampler.NormalsOfSearch(f[0], in[0])
			var left *graph.Node
			for _, w := range in[1:] {
				t := at.Tangent(w)
				apart := graph.ReduceMax(graph.Abs(at.Components(t)), 1)
				left = cmp.Or(left, apart)
				out, left = append(out, t), graph.Max(left, apart)
			}
			return append(out, network.Column(left))
		})
}

// framesByTangents takes vectors to the tangent spaces, makes them orthonormal, and does so again, as vectors of which
// little was left are not precise (subspace iteration). Where J does not vanish along them, whole Jacobians are taken
// apart.
func (c *chart) framesByTangents(ctx context.Context, x *points.Set) ([]onkernels.Frame, error) {
	const times, vanishes = 2, 1e-4
	m, n := c.zeroSet.Dimension(), x.Dim
	inputs := make([][]float32, 1+m)
	inputs[0] = x.Float32()
	rng := random.New(0, "searched/tangents", 0)
	for a := range m {
		inputs[1+a] = make([]float32, len(inputs[0]))
		for j := range n {
			inputs[1+a][j] = float32(rng.NormFloat64())
		}
		for i := n; i < len(inputs[1+a]); i += n {
			copy(inputs[1+a][i:], inputs[1+a][:n])
		}
	}
	bases := make([][]float64, x.Len())
	var left []float32
	for range times {
		out, err := c.tangents.Run(ctx, inputs...)
		if err != nil {
			return nil, err
		}
		left = out[m]
		parallel.Each(x.Len(), func(i int) {
			bases[i] = orthonormal(out[:m], i, n)
			for a := range m {
				for j, v := range bases[i][a*n : (a+1)*n] {
					inputs[1+a][i*n+j] = float32(v)
				}
			}
		})
	}
	var unsure []int
	frames := make([]onkernels.Frame, x.Len())
	for i, basis := range bases {
		frames[i] = onkernels.Frame{Tangents: basis, Smaller: basis}
		if !(left[i] <= vanishes) || !points.AllFinite(inputs[m][i*n:(i+1)*n]) {
			unsure = append(unsure, i)
		}
	}
	exact, err := c.framesByRows(ctx, x.Select(unsure))
	for k, i := range unsure {
		frames[i] = exact[k]
	}
	return frames, err
}

// orthonormal is a basis of what the i-th of vectors of n numbers span, one after the other (Gram and Schmidt).
func orthonormal(vectors [][]float32, i, n int) []float64 {
	basis := make([]float64, 0, len(vectors)*n)
	for a, from := range vectors {
		for _, v := range from[i*n : (i+1)*n] {
			basis = append(basis, float64(v))
		}
		own := basis[a*n:]
		for b := range a {
			other := basis[b*n : (b+1)*n]
			along := 0.
			for j, v := range other {
				along += v * own[j]
			}
			for j, v := range other {
				own[j] -= along * v
			}
		}
		square := 0.
		for _, v := range own {
			square += v * v
		}
		for j := range own {
			own[j] /= math.Sqrt(square)
		}
	}
	return basis
}
