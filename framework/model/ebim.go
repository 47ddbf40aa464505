package model

import (
	"context"
	"errors"

	"ebim/framework/config"
	"ebim/framework/energy"
	"ebim/framework/loss"
	"ebim/framework/train"
)

// EBIM is an energy-based implicit manifold (paper, section 3.3): a manifold-defining function F, and an energy E whose
// density exp(-E) lives on F = 0.
type EBIM struct {
	Manifold Manifold        `yaml:"manifold" doc:"manifold-defining function"`
	Energy   Energy          `yaml:"energy" doc:"energy on the manifold"`
	Sampling energy.Sampling `yaml:"sampling" doc:"how points are drawn after training"`
}

// Check implements config.Checker.
func (m *EBIM) Check() error { return m.Energy.check(true) }

// CheckDimension implements Model.
func (m *EBIM) CheckDimension(ambient int) error {
	if err := m.Manifold.checkDimension(ambient); err != nil {
		return err
	}
	if err := m.Energy.checkDimension(ambient); err != nil {
		return err
	}
	unmeshable := m.Nature(ambient).CheckMesh()
	return errors.Join(m.Energy.checkQuadrature(loss.Support{Manifold: true, Dimension: m.Manifold.Dimension, Ambient: ambient}, unmeshable), m.Sampling.CheckFor(unmeshable, false))
}

// Parts implements Trainable.
func (m *EBIM) Parts() []Part {
	demands := func(ambient, points int) []Demand {
		return m.Energy.demands(ambient, ambient-m.Manifold.Dimension, points)
	}
	return []Part{m.Manifold.part(),
		{Name: "energy", Version: 1, Settings: &m.Energy, Needs: []string{"manifold"}, Train: m.trainEnergy, Demands: demands}}
}

func (m *EBIM) trainEnergy(ctx context.Context, t train.Task) error {
	manifold, err := loadManifold(t.Environment, &m.Manifold, t.Input)
	if err != nil {
		return err
	}
	return m.Energy.fit(ctx, t, "energy", &learnedManifold{manifold})
}

// Nature implements Trainable.
func (m *EBIM) Nature(ambient int) Nature {
	return Nature{Ambient: ambient, Dimension: m.Manifold.Dimension, Implicit: true, Density: true}
}

// Load implements Trainable.
func (m *EBIM) Load(env train.Environment, folder func(string) string) (*Trained, error) {
	manifold, err := loadManifold(env, &m.Manifold, folder)
	if err != nil {
		return nil, err
	}
	trained, err := m.Energy.load(env.Data.Dim, folder("energy"))
	return withEnergy(&energy.Density{Support: manifold, Energy: trained, Sampler: m.Energy.chains(env, env.Data.Dim-m.Manifold.Dimension), Sampling: m.Sampling}), err
}

var (
	_ Trainable      = (*EBIM)(nil)
	_ config.Checker = (*EBIM)(nil)
)
