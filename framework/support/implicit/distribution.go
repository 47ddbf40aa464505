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
					"than 1 away from the data; train it longer, at a lower rate, or with a larger max_noise than " +
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
	data := z.Env.Data.AtMost(mostAveraged, rng)
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

// Annealing draws points of a manifold that was learned by denoising, by diffusion: x less the noise in it, J^T F or
// what the network says itself, estimates the data point behind x, whatever the noise, so that noise of many times the
// data's scale is taken away little by little. Each step goes to the estimate and adds the noise of the next level. At
// last there is none, and the sample lies near F = 0.
type Annealing struct {
	Steps       int      `yaml:"steps" default:"200" range:"[1, 100000]" draft:"2" doc:"levels of noise, each a factor below the last"`
	Fresh       *float64 `yaml:"fresh" range:"[0, 1]" doc:"share of each level's variance that is new noise; by default 1 - r^2, with r the ratio of levels, which is exact for many levels"`
	Highest     *float64 `yaml:"highest" range:"(0, inf)" doc:"standard deviation to start with, in units of the data; five times their scale unless given"`
	Lowest      *float64 `yaml:"lowest" range:"(0, inf)" doc:"standard deviation of the last level, in units of the data; a tenth of their scale unless given"`
	Corrections int      `yaml:"corrections" default:"5" range:"[0, 1000]" draft:"1" doc:"further steps to the estimate at the end, without noise, where they lower |F|"`
}

// Version is raised when the same settings draw otherwise; it is 1 where nothing is annealed.
func (a *Annealing) Version() int {
	if a == nil {
		return 1
	}
	return 2
}

// noiseOf returns what is kept of the noise of a level, as a factor, and the standard deviation of what is added for
// the next one. As noise grows by independent increments, that of the level t < s, given the point and the noise n of
// s, is normal about (t/s)^2 n with variance t^2 (1 - (t/s)^2), as in the reverse process of Ho et al. (2020). With
// all noise new, many levels are steps of Langevin's with twice the drift that belongs to their noise: draws of about
// the square of the density.
func (a *Annealing) noiseOf(level, next float64) (kept, fresh float32) {
	ratio := next / level
	share := 1 - ratio*ratio
	if a.Fresh != nil {
		share = *a.Fresh
	}
	return float32(math.Sqrt(1-share) * ratio), float32(math.Sqrt(share) * next)
}

// levels are the standard deviations of the noise, highest first.
func (a *Annealing) levels(scale float64) []float64 {
	highest, lowest := 5*scale, scale/10
	if a.Highest != nil {
		highest = *a.Highest
	}
	if a.Lowest != nil {
		lowest = *a.Lowest
	}
	levels := make([]float64, a.Steps)
	for k := range levels {
		levels[k] = highest * math.Pow(min(lowest, highest)/highest, float64(k)/float64(max(1, a.Steps-1)))
	}
	return levels
}

// scaled is the annealing in units that are smaller by a factor.
func (a Annealing) scaled(factor float64) Annealing {
	for _, bound := range []**float64{&a.Highest, &a.Lowest} {
		if *bound != nil {
			scaled := **bound * factor
			*bound = &scaled
		}
	}
	return a
}
