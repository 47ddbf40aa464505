package arithmetic

import (
	"errors"
	"math"

	"ebim/framework/config"
	"ebim/framework/mesh"
	"ebim/framework/model"
	"ebim/framework/points"
	"ebim/framework/support/pieces"
)

// Mixture draws from one of several models of any kind, which is chosen for each point. It is what the paper recommends
// for unions from which points are to be drawn (appendix, image manifold arithmetic).
type Mixture struct {
	Of      []string  `yaml:"of" length:"[2, 100]" doc:"labels of the models"`
	Weights []float64 `yaml:"weights" default:"null" range:"(0, inf)" doc:"how often each model is drawn from, relative to the others; equal unless given"`
}

// Check implements config.Checker.
func (m *Mixture) Check() error {
	return errors.Join(checkLabels(m.Of), checkWeights(m.Weights, len(m.Of)))
}

// CheckDimension implements Model.
func (*Mixture) CheckDimension(int) error { return nil }

// Operands implements Derived.
func (m *Mixture) Operands() []string { return m.Of }

// Traits implements Derived. Its dimension is the largest.
func (m *Mixture) Traits(operands []model.Traits) (model.Traits, error) {
	whole := model.Traits{Ambient: operands[0].Ambient, Density: true}
	for _, n := range operands {
		whole.Density = whole.Density && n.Density
		whole.Dimension = max(whole.Dimension, n.Dimension)
	}
	return whole, nil
}

// Box implements model.Derived.
func (*Mixture) Box(operands []points.Box) points.Box { return points.Hull(operands) }

// Combine implements model.Derived.
func (m *Mixture) Combine(operands []*model.Trained) (*model.Trained, error) {
	return model.Together(operands, m.combine)
}

func (m *Mixture) combine(operands []*model.Trained) (*model.Trained, error) {
	whole := &pieces.Pieces{Labels: m.Of, Weights: shares(m.Weights, len(m.Of))}
	for _, operand := range operands {
		whole.Parts = append(whole.Parts, operand.Support)
	}
	return &model.Trained{Support: whole, Density: &mixed{whole, operands}}, nil
}

// weighted is a mesh with its density times a weight. Its energy is the negative logarithm of that, as the models' own
// energies, which differ by constants, can't stand side by side.
func weighted(made *mesh.Mesh, weight float64) *mesh.Mesh {
	changed := *made
	changed.Values = map[string][]float64{}
	if own, ok := made.Values[mesh.LogDensity]; ok {
		logs, energies := make([]float64, len(own)), make([]float64, len(own))
		for i, v := range own {
			logs[i] = v + math.Log(weight)
			energies[i] = -logs[i]
		}
		changed.Values[mesh.LogDensity], changed.Values[mesh.Energy] = logs, energies
	}
	return &changed
}

var (
	_ model.Derived  = (*Mixture)(nil)
	_ config.Checker = (*Mixture)(nil)
)
