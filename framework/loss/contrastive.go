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
