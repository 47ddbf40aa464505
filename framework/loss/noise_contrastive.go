package loss

import (
	"math"

	"github.com/gomlx/gomlx/pkg/core/graph"

	"ebim/framework/network"
)

// NoiseLoss trains an energy by uniform points of its support.
type NoiseLoss interface {
	Loss
	// PerPoint is the number of noise points for each data point.
	PerPoint() int
	// PoolSize is the number of uniform points of a learned manifold from which the noise is taken.
	PoolSize() int
	// Value is the loss of an energy at data x [batch, n] and noise [PerPoint * batch, n].
	Value(energy network.Function, x, noise *graph.Node) (total *graph.Node, terms []*graph.Node)
}

// NoiseContrastive tells data from uniform points of the support (Gutmann and Hyvarinen 2010, "Noise-contrastive
// estimation"), in any dimension:
//
//	E softplus(E(x) + log nu) + nu E softplus(-E(x') - log nu)
//
// The energy learns its own normaliser as its additive constant: the mean of exp(-E) over the support goes to 1.
type NoiseContrastive struct {
	Ratio int `yaml:"ratio" default:"10" range:"[1, 1000]" draft:"2" doc:"noise points for each data point (nu in the formula): the more, the nearer to maximum likelihood"`
	Pool  int `yaml:"pool" default:"16384" range:"[1, 10000000]" draft:"64" doc:"uniform points that are found once on a learned manifold, from which each step takes its noise; in boxes the noise is always new"`
}

// Role implements Loss.
func (*NoiseContrastive) Role() Role { return Energy }

// Terms implements Loss. The log normaliser is that with respect to the uniform distribution.
func (*NoiseContrastive) Terms() []string {
	return []string{"data_entropy", "noise_entropy", "log_normaliser"}
}

// PerPoint implements NoiseLoss.
func (l *NoiseContrastive) PerPoint() int { return l.Ratio }

// PoolSize implements NoiseLoss.
func (l *NoiseContrastive) PoolSize() int { return l.Pool }

// Value implements NoiseLoss.
func (l *NoiseContrastive) Value(energy network.Function, x, noise *graph.Node) (*graph.Node, []*graph.Node) {
	ratio, shift := float64(l.Ratio), math.Log(float64(l.Ratio))
	there := energy.Apply(noise)
	data := graph.ReduceAllMean(softplus(graph.AddScalar(energy.Apply(x), shift)))
	missed := graph.MulScalar(graph.ReduceAllMean(softplus(graph.Neg(graph.AddScalar(there, shift)))), ratio)
	count := float64(noise.Shape().Dimensions[0])
	normaliser := graph.AddScalar(LogSumExp(graph.Neg(there)), -math.Log(count))
	return graph.Add(data, missed), []*graph.Node{data, missed, normaliser}
}

// softplus is log(1 + exp(z)), without overflow.
func softplus(z *graph.Node) *graph.Node {
	return graph.Add(graph.MaxScalar(z, 0), graph.Log1p(graph.Exp(graph.Neg(graph.Abs(z)))))
}

var _ NoiseLoss = (*NoiseContrastive)(nil)
