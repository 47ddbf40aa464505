package implicit

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/mat"

	"ebim/framework/network"
	"ebim/framework/points"
	"ebim/framework/support"
)

// Distribution is that of diffusion samples on a zero set: near that of the data, as the estimates are of the noisy
// data.
type Distribution struct {
	support.Unknown
	set       Set
	annealing Annealing
}

// NewDistribution is that of a set's diffusion samples.
func NewDistribution(on Set, by Annealing) *Distribution {
	return &Distribution{support.Unknown{On: on}, on, by}
}

// Sample implements support.Density.
func (d *Distribution) Sample(ctx context.Context, rng *rand.Rand, n int) (*points.Set, map[string]float64, error) {
	return d.set.Base().Diffuse(ctx, rng, d.annealing, n)
}

// Moved implements support.Density.
func (d *Distribution) Moved(by support.Similarity) support.Density {
	return NewDistribution(d.set.Moved(by).(Set), d.annealing.scaled(by.Factor))
}

// Diffuse draws n diffusion samples. The figures are the means of |F| of the samples, and of the data.
func (z *Function) Diffuse(ctx context.Context, rng *rand.Rand, by Annealing, n int) (*points.Set,
	map[string]float64, error) {
	denoise, err := z.newDenoising(network.BatchOf(z.Ambient()))
	if err != nil {
		return nil, nil, err
	}
	levels := by.levels(z.Env.Data.Scale())
	x := z.noise(rng, n, levels[0])
	for k, level := range levels {
		out, err := denoise.Run(ctx, x)
		if err != nil {
			return nil, nil, err
		}
		next := 0.0
		if k+1 < len(levels) {
			next = levels[k+1]
		}
		kept, fresh := by.noiseOf(level, next)
		for i, step := range out[0] {
			x[i] += (kept - 1) * step
			if fresh > 0 {
				x[i] += fresh * float32(rng.NormFloat64())
			}
		}
	}
	if x, err = corrected(ctx, denoise, x, z.Ambient(), by.Corrections, 0); err != nil {
		return nil, nil, err
	}
	if !points.AllFinite(x) {
		return nil, nil,
			&support.EmptyError{
				Reason: "annealing led to numbers that are not finite: the manifold-defining function is steeper " +
					"than 1 " +
					"away from the data; train it longer, at a lower rate, or with a larger max_noise than " +
					"annealing.highest"}
	}
	figures := map[string]float64{}
	for name, set := range map[string][]float32{"drawn_norm": x,
		"data_norm": z.Env.Data.Slice(0, min(z.Env.Data.Len(), n)).Float32()} {
		out, err := denoise.Run(ctx, set)
		if err != nil {
			return nil, nil, err
		}
		for _, norm := range out[1] {
			figures[name] += float64(norm) / float64(len(out[1]))
		}
	}
	return points.FromFloat32(x, z.Ambient()), figures, nil
}

// mostAveraged bounds the points that the covariance of noisy data is taken from.
const mostAveraged = 10000

// noise is n draws of the normal distribution with the mean and the covariance of the data with noise, which is nearly
// theirs where the noise is large: with the noise alone, draws would lack what the data's longest axes are longer than
// it.
func (z *Function) noise(rng *rand.Rand, n int, deviation float64) []float32 {
	data := z.Env.Data
	if data.Len() > mostAveraged {
		data = data.Select(rng.Perm(data.Len())[:mostAveraged])
	}
	mean, dim := data.Mean(), data.Dim
	centered := slices.Clone(data.Data)
	for i := range centered {
		centered[i] -= mean[i%dim]
	}
	x := make([]float32, 0, n*dim)
	for len(x) < n*dim {
		rows := min(network.EvaluationBatch, n-len(x)/dim)
		weights := make([]float64, rows*data.Len()) // sums of (x_i - mean) w_i / sqrt N have the covariance of the data
		for i := range weights {
			weights[i] = rng.NormFloat64() / math.Sqrt(float64(data.Len()))
		}
		var sums mat.Dense
		sums.Mul(mat.NewDense(rows, data.Len(), weights), mat.NewDense(data.Len(), dim, centered))
		for i := range rows * dim {
			x = append(x, float32(mean[i%dim]+sums.At(i/dim, i%dim)+deviation*rng.NormFloat64()))
		}
	}
	return x
}

var _ support.Density = (*Distribution)(nil)
