package model

import (
	"context"
	"errors"

	"ebim/framework/config"
	"ebim/framework/energy"
	"ebim/framework/support/box"
	"ebim/framework/train"
)

// EBM is an energy-based model of the ambient space (paper, section 2.3): it knows of no manifold.
type EBM struct {
	Energy   energy.InBox    `yaml:"energy" doc:"energy of the ambient space"`
	Sampling energy.Sampling `yaml:"sampling" doc:"how points are drawn after training"`
}

// Check implements config.Checker.
func (m *EBM) Check() error {
	return errors.Join(m.Energy.CheckOn(energy.Box(1)), m.Sampling.CheckFor(
		errors.New("a model of the whole space has no manifold to mesh"), true))
}

// CheckDimension implements Model.
func (m *EBM) CheckDimension(ambient int) error {
	return errors.Join(m.Energy.CheckDimension(ambient), m.Energy.CheckQuadrature(energy.Box(ambient),
		box.CheckCovered(ambient)))
}

// Parts implements Trainable.
func (m *EBM) Parts() []Part {
	return []Part{{Name: "energy", Version: m.Energy.Version(), Settings: &m.Energy,
		Train: func(ctx context.Context, t train.Task) error {
			return energy.FitInBox(ctx, &m.Energy, t, "energy", box.New(t.Environment))
		},
		Demands: func(ambient, points int) []train.Demand { return m.Energy.Demands(ambient, 0, points) }}}
}

// Traits implements Trainable.
func (*EBM) Traits(ambient int) Traits {
	return Traits{Ambient: ambient, Dimension: ambient, Density: true}
}

// Load implements Trainable.
func (m *EBM) Load(env train.Environment, folder func(string) string) (*Trained, error) {
	trained, err := withEnergy(energy.LoadInBox(&m.Energy, box.New(env), folder("energy"), m.Sampling))
	if err != nil {
		return nil, err
	}
	return trained.withReplay(folder("energy"), nil), nil
}

var (
	_ Trainable      = (*EBM)(nil)
	_ config.Checker = (*EBM)(nil)
)
