package loss

import (
	"math"

	"github.com/gomlx/gomlx/pkg/core/graph"

	"ebim/framework/network"
)

// SampleLoss trains an energy by samples of the model, which Markov chains draw.
type SampleLoss interface {
	Loss
	// Decays tells whether Value takes a factor.
	Decays() bool
	// Factor is that of a step before which the given share of the training lies.
	Factor(share float64) float64
	// Value is the loss of an energy at data x and samples of the model [batch, n]. The factor is a scalar, nil where nothing
	// decays.
	Value(energy network.Function, x, samples, factor *graph.Node) (total *graph.Node, terms []*graph.Node)
}

// Contrastive is contrastive divergence with a penalty on the energies' size (paper, equation 10; Du and Mordatch 2019):
//
//	E (E(x) - E(x')) + w E (E(x)^2 + E(x')^2)
type Contrastive struct {
	MagnitudeWeight float64  `yaml:"magnitude_weight" default:"0.1" range:"[0, inf)" doc:"weight of the squared energies, which keeps them bounded and the density smooth"`
	MagnitudeDecay  *float64 `yaml:"magnitude_decay" range:"(0, 1)" doc:"factor of magnitude_weight at the end of the training, reached geometrically, since the penalty flattens the density; none unless given"`
}

// Role implements Loss.
func (*Contrastive) Role() Role { return Energy }

// Terms implements Loss.
func (*Contrastive) Terms() []string { return []string{"data_energy", "sample_energy"} }

// Decays implements SampleLoss.
func (l *Contrastive) Decays() bool { return l.MagnitudeDecay != nil }

// Factor implements SampleLoss: it is that of the magnitude penalty's weight.
func (l *Contrastive) Factor(share float64) float64 { return math.Pow(*l.MagnitudeDecay, share) }

// Value implements SampleLoss.
func (l *Contrastive) Value(energy network.Function, x, samples, factor *graph.Node) (total *graph.Node, terms []*graph.Node) {
	data, model := energy.Apply(x), energy.Apply(samples)
	positive, negative := graph.ReduceAllMean(data), graph.ReduceAllMean(model)
	magnitude := graph.Add(graph.ReduceAllMean(graph.Mul(data, data)), graph.ReduceAllMean(graph.Mul(model, model)))
	penalty := graph.MulScalar(magnitude, l.MagnitudeWeight)
	if factor != nil {
		penalty = graph.Mul(penalty, factor)
	}
	return graph.Add(graph.Sub(positive, negative), penalty), []*graph.Node{positive, negative}
}

var _ SampleLoss = (*Contrastive)(nil)
