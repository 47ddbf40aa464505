package model

import (
	"fmt"

	"ebim/framework/network"
	"ebim/framework/points"
)

// implicits are the trained operands of a union or an intersection.
type implicits struct {
	manifolds []*learnedManifold
	energies  []*trainedEBIM // of those operands that have one
}

func implicitParts(operands []Trained) (implicits, error) {
	var parts implicits
	for _, operand := range operands {
		switch m := operand.(type) {
		case *trainedEBIM:
			parts.manifolds, parts.energies = append(parts.manifolds, m.learnedManifold), append(parts.energies, m)
		case *learnedManifold:
			parts.manifolds = append(parts.manifolds, m)
		default:
			return parts, fmt.Errorf("a %T has no manifold-defining function", operand)
		}
	}
	return parts, nil
}

// manifold is the zero set of the combined functions, of a codimension, in a box, with the training data of all.
func (p implicits) manifold(combine func([]network.Function) network.Function, codimension int, box [][2]float64) *learnedManifold {
	setting := p.manifolds[0].setting
	setting.Data, setting.Box = points.New(0, setting.Data.Dim), box
	var networks []network.Trained
	for _, m := range p.manifolds {
		setting.Data.Data = append(setting.Data.Data, m.setting.Data.Data...)
		networks = append(networks, m.network)
	}
	return &learnedManifold{setting: setting, network: compose(combine, networks...), codimension: codimension}
}

// withEnergy puts the combined energies on a manifold. It is sampled as the first operand with an energy is.
func (p implicits) withEnergy(manifold *learnedManifold, combine func([]network.Function) network.Function) *trainedEBIM {
	var networks []network.Trained
	for _, m := range p.energies {
		networks = append(networks, m.energy)
	}
	first := p.energies[0]
	return &trainedEBIM{learnedManifold: manifold, energy: compose(combine, networks...), sampling: first.sampling, sampler: first.sampler}
}

func (p implicits) boxes() [][][2]float64 {
	var boxes [][][2]float64
	for _, m := range p.manifolds {
		boxes = append(boxes, m.setting.Box)
	}
	return boxes
}
