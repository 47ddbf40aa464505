package arithmetic

import (
	"fmt"

	"ebim/framework/energy"
	"ebim/framework/model"
	"ebim/framework/network"
	"ebim/framework/points"
	"ebim/framework/support"
	"ebim/framework/support/implicit"
	"ebim/framework/support/zeroset"
)

// implicits are the trained operands of a union or an intersection.
type implicits struct {
	manifolds []implicit.Set
	energies  []*energy.Density // of those operands that have one
}

func implicitParts(operands []*model.Trained) (implicits, error) {
	var parts implicits
	for _, operand := range operands {
		manifold, ok := operand.Support.(implicit.Set)
		if !ok {
			return parts, fmt.Errorf("%s is not the zero set of a manifold-defining function",
				support.NameOf(operand.Support))
		}
		parts.manifolds = append(parts.manifolds, manifold)
		if density := operand.Energy(); density != nil {
			parts.energies = append(parts.energies, density)
		}
	}
	return parts, nil
}

// combined is the zero set of the combined functions, of a codimension, in a box, with the training data of all.
func (p implicits) combined(combine func([]network.Function) network.Function, codimension int, box points.Box,
	options ...zeroset.Option) implicit.Set {
	env := p.manifolds[0].Environment()
	env.Data, env.Box = points.New(0, env.Data.Dim), box
	var functions []network.Trained
	for _, m := range p.manifolds {
		env.Data.Data = append(env.Data.Data, m.Environment().Data.Data...)
		functions = append(functions, *m.Constraint())
	}
	return zeroset.New(env, network.Compose(combine, functions...), codimension, options...)
}

// withEnergy puts the combined energies on a manifold. It is sampled as the first operand with an energy is.
func (p implicits) withEnergy(manifold implicit.Set, combine func([]network.Function) network.Function) *model.Trained {
	var energies []network.Trained
	for _, d := range p.energies {
		energies = append(energies, d.Energy)
	}
	first := p.energies[0]
	return &model.Trained{Support: manifold, Density: &energy.Density{Support: manifold,
		Energy:   network.Compose(combine, energies...),
		Sampling: first.Sampling, Moves: first.Moves}}
}

func (p implicits) boxes() []points.Box {
	var boxes []points.Box
	for _, m := range p.manifolds {
		boxes = append(boxes, m.Environment().Box)
	}
	return boxes
}
