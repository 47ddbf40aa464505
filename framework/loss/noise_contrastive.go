package loss

import (
	"math"

	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/network"
)

// NoiseContrastive distinguishes data from uniform points of the support (Gutmann and Hyvarinen 2010,
// "Noise-contrastive estimation"), in any dimension:
//
//	E softplus(E(x) + log nu) + nu E softplus(-E(x') - log nu)
//
// The energy learns its own normalizer as its additive constant: the mean of exp(-E) over the support goes to 1. On a
// manifold of a large codimension, as of images, diffusion samples take the place of uniform points, and the energy is
// relative to their distribution.
type NoiseContrastive struct {
	Ratio int `yaml:"ratio" default:"10" range:"[1, 1000]" draft:"2" doc:"noise points for each data point (nu in the formula): the more, the nearer to maximum likelihood"`
	Pool  int `yaml:"pool" default:"16384" range:"[1, 10000000]" draft:"64" doc:"uniform points of a learned manifold, or diffusion samples of images, found once, from which each step takes its noise; in boxes it is always new"`
}

// Terms implements Energy. The log normalizer is that with respect to the uniform distribution.
func (*NoiseContrastive) Terms() []string {
	return []string{"data_entropy", "noise_entropy", "log_normaliser"}
}

// Needs implements Energy.
func (l *NoiseContrastive) Needs(Support) EnergyNeeds {
	return EnergyNeeds{Uniform: Amount{l.Ratio, "ratio"}, Pool: Amount{l.Pool, "pool"}}
}

// Value implements Energy.
func (l *NoiseContrastive) Value(energy network.Function, in EnergyInputs) (*graph.Node, []*graph.Node) {
	ratio, shift := float64(l.Ratio), math.Log(float64(l.Ratio))
	there := energy.Apply(in.Uniform)
	data := graph.ReduceAllMean(softplus(graph.AddScalar(energy.Apply(in.Data), shift)))
	missed := graph.MulScalar(graph.ReduceAllMean(softplus(graph.Neg(graph.AddScalar(there, shift)))), ratio)
	count := float64(in.Uniform.Shape().Dimensions[0])
	normalizer := graph.AddScalar(LogSumExp(graph.Neg(there)), -math.Log(count))
	return graph.Add(data, missed), []*graph.Node{data, missed, normalizer}
}

// softplus is log(1 + exp(z)), without overflow.
func softplus(z *graph.Node) *graph.Node {
	return graph.Add(graph.MaxScalar(z, 0), graph.Log1p(graph.Exp(graph.Neg(graph.Abs(z)))))
}

var _ Energy = (*NoiseContrastive)(nil)
