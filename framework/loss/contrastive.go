package loss

import (
	"math"

	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/network"
)

// Contrastive is contrastive divergence with a penalty on the energies' size (paper, equation 10; Du and Mordatch
// 2019):
//
//	E (E(x) - E(x')) + w E (E(x)^2 + E(x')^2)
type Contrastive struct {
	MagnitudeWeight float64  `yaml:"magnitude_weight" default:"0.1" range:"[0, inf)" doc:"weight of the squared energies, which keeps them bounded and the density smooth"`
	MagnitudeDecay  *float64 `yaml:"magnitude_decay" range:"(0, 1)" doc:"factor of magnitude_weight reached geometrically at the end, as the penalty flattens the density; none unless given"`
}

// Terms implements Energy.
func (*Contrastive) Terms() []string { return []string{"data_energy", "sample_energy"} }

// Needs implements Energy. The factor is that of the magnitude penalty's weight. The data are contrasted as they are,
// as in the paper.
func (l *Contrastive) Needs(Support) EnergyNeeds {
	needs := EnergyNeeds{Samples: true, AnyData: true,
		Hint: "a learning rate or a Langevin step that is too high (lower step, or set clamp and clip_norm)"}
	if l.MagnitudeDecay != nil {
		needs.Factor = func(share float64) float64 { return math.Pow(*l.MagnitudeDecay, share) }
	}
	return needs
}

// Value implements Energy.
func (l *Contrastive) Value(energy network.Function, in EnergyInputs) (total *graph.Node, terms []*graph.Node) {
	data, model := energy.Apply(in.Data), energy.Apply(in.Samples)
	positive, negative := graph.ReduceAllMean(data), graph.ReduceAllMean(model)
	magnitude := graph.Add(graph.ReduceAllMean(graph.Mul(data, data)), graph.ReduceAllMean(graph.Mul(model, model)))
	penalty := graph.MulScalar(magnitude, l.MagnitudeWeight)
	if in.Factor != nil {
		penalty = graph.Mul(penalty, in.Factor)
	}
	return graph.Add(graph.Sub(positive, negative), penalty), []*graph.Node{positive, negative}
}

var _ Energy = (*Contrastive)(nil)

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
