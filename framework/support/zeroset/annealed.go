package zeroset

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/gomlx/gomlx/core/graph"
	"gonum.org/v1/gonum/mat"

	"ebim/framework/mesh"
	"ebim/framework/network"
	"ebim/framework/points"
	"ebim/framework/support"
)

// Annealing draws points of a manifold that was learned by denoising: x less the noise in it, J^T F or what the network says itself, is the
// estimate of the data point behind x, whatever the noise, so that noise of many times the data's scale is taken away by little and little. Each step goes to the estimate and adds the
// noise of the next level. At last there is none, and what is drawn lies near F = 0.
type Annealing struct {
	Steps       int      `yaml:"steps" default:"200" range:"[1, 100000]" doc:"levels of noise, each a factor below the last"`
	Fresh       *float64 `yaml:"fresh" range:"[0, 1]" doc:"share of each level's variance that is drawn anew; the rest goes on from the last level. Unless given it is 1 - r^2, with r from level to level, by which draws become exact as levels become many"`
	Highest     *float64 `yaml:"highest" range:"(0, inf)" doc:"standard deviation to start with, in units of the data; five times their scale unless given"`
	Lowest      *float64 `yaml:"lowest" range:"(0, inf)" doc:"standard deviation of the last level, in units of the data; a tenth of their scale unless given"`
	Corrections int      `yaml:"corrections" default:"5" range:"[0, 1000]" doc:"further steps to the estimate at the end, without noise, where they lower |F|"`
}

// Version is raised when the same settings draw otherwise; it is 1 where nothing is annealed.
func (a *Annealing) Version() int {
	if a == nil {
		return 1
	}
	return 2
}

// Law is the distribution of what is drawn from a zero set by annealing: near that of the data, as the estimates are of the noisy data.
// Its density is not known.
type Law struct {
	*ZeroSet
	Annealing
}

// Sample implements support.Density. The figures are the means of |F| of what is drawn, and of the data.
func (l *Law) Sample(ctx context.Context, rng *rand.Rand, n int) (*points.Set, map[string]float64, error) {
	denoise, err := l.newDenoising(network.BatchOf(l.Ambient()))
	if err != nil {
		return nil, nil, err
	}
	levels := l.levels(l.env.Data.Scale())
	x := l.noise(rng, n, levels[0])
	for k, level := range levels {
		out, err := denoise.Run(ctx, x)
		if err != nil {
			return nil, nil, err
		}
		next := 0.0
		if k+1 < len(levels) {
			next = levels[k+1]
		}
		kept, fresh := l.noiseOf(level, next)
		for i, step := range out[0] {
			x[i] += (kept - 1) * step
			if fresh > 0 {
				x[i] += fresh * float32(rng.NormFloat64())
			}
		}
	}
	if x, err = corrected(ctx, denoise, x, l.Ambient(), l.Corrections, 0); err != nil {
		return nil, nil, err
	}
	if !points.AllFinite(x) {
		return nil, nil, &support.EmptyError{Reason: "annealing led to numbers that are not finite: the manifold-defining function is steeper than 1 " +
			"away from the data; train it longer, at a lower rate, or with a larger max_noise than annealing.highest"}
	}
	figures := map[string]float64{}
	for name, set := range map[string][]float32{"drawn_norm": x, "data_norm": l.env.Data.Slice(0, min(l.env.Data.Len(), n)).Float32()} {
		out, err := denoise.Run(ctx, set)
		if err != nil {
			return nil, nil, err
		}
		for _, norm := range out[1] {
			figures[name] += float64(norm) / float64(len(out[1]))
		}
	}
	return points.FromFloat32(x, l.Ambient()), figures, nil
}

// noiseOf returns what is kept of the noise of a level, as a factor, and the standard deviation of what is added for the next one. As noise
// grows by independent increments, that of the level t < s, given the point and the noise n of s, is normal about (t/s)^2 n with variance
// t^2 (1 - (t/s)^2), as in the reverse process of Ho et al. (2020). With all noise new, many levels are steps of Langevin's with twice the drift
// that belongs to their noise: draws of about the square of the density.
func (a *Annealing) noiseOf(level, next float64) (kept, fresh float32) {
	ratio := next / level
	share := 1 - ratio*ratio
	if a.Fresh != nil {
		share = *a.Fresh
	}
	return float32(math.Sqrt(1-share) * ratio), float32(math.Sqrt(share) * next)
}

// newDenoising evaluates the noise in points and |F| there.
func (z *ZeroSet) newDenoising(batch int) (*network.Evaluator, error) {
	return network.NewEvaluatorOf(batch, z.env.Engine, "annealing", []network.Trained{z.function}, []int{z.Ambient()},
		func(f []network.Function, in []*graph.Node) []*graph.Node {
			noise, value := network.Noise(f[0], in[0])
			norm := graph.Sqrt(graph.ReduceSum(graph.Mul(value, value), 1))
			return []*graph.Node{noise, network.Column(norm)}
		})
}

// corrected goes on with each point [dim] as long as |F| falls, by so many steps at most. A step that does not lower it is not taken, and
// tried shorter by a factor; 0 for none.
func corrected(ctx context.Context, denoise *network.Evaluator, x []float32, dim, steps int, shorter float32) ([]float32, error) {
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

// mostAveraged bounds the points that the covariance of noisy data is taken from.
const mostAveraged = 10000

// noise is n draws of the normal law with the mean and the covariance of the data with noise, which is nearly theirs where the noise is
// large: with the noise alone, draws would lack what the data's longest axes are longer than it.
func (l *Law) noise(rng *rand.Rand, n int, deviation float64) []float32 {
	data := l.env.Data
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

// Spread implements support.Density.
func (l *Law) Spread(context.Context, *rand.Rand, int) (*points.Set, []float64, error) {
	return nil, nil, l.unknown()
}

// LogDensity implements support.Density.
func (l *Law) LogDensity(context.Context, *rand.Rand, *points.Set) (*support.LogDensity, error) {
	return nil, l.unknown()
}

func (*Law) unknown() error {
	return fmt.Errorf("the density of what is drawn by annealing is not known: %w", errors.ErrUnsupported)
}

// Mesh implements support.Density: the manifold's, without densities.
func (l *Law) Mesh(ctx context.Context, resolution int) (*mesh.Mesh, error) {
	return l.ZeroSet.Mesh(ctx, resolution)
}

// Moved implements support.Density.
func (l *Law) Moved(by support.Similarity) support.Density {
	moved := *l
	moved.ZeroSet, moved.Annealing = l.moved(by), l.scaled(by.Factor)
	return &moved
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

var _ support.Density = (*Law)(nil)
