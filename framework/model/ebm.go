package model

import (
	"context"
	"errors"
	"math/rand/v2"

	"ebim/framework/config"
	"ebim/framework/network"
	"ebim/framework/points"
	"ebim/framework/train"
)

// EBM is an energy-based model of the ambient space (paper, section 2.3): it knows of no manifold.
type EBM struct {
	Energy   boxEnergy `yaml:"energy" doc:"energy of the ambient space"`
	Sampling Sampling  `yaml:"sampling" doc:"how points are drawn after training"`
}

// Check implements config.Checker.
func (m *EBM) Check() error {
	return errors.Join(m.Energy.check(boxFacts(1)), m.Sampling.check(errors.New("a model of the whole space has no manifold to mesh"), true))
}

// CheckDimension implements Model.
func (m *EBM) CheckDimension(ambient int) error {
	return errors.Join(m.Energy.checkDimension(ambient), m.Energy.checkQuadrature(boxFacts(ambient), checkBox(ambient)))
}

// Parts implements Trainable.
func (m *EBM) Parts() []Part {
	return []Part{{Name: "energy", Version: 1, Settings: &m.Energy,
		Train:   func(ctx context.Context, t train.Task) error { return fitInBox(ctx, &m.Energy, t, "energy") },
		Demands: func(ambient, points int) []Demand { return m.Energy.demands(ambient, 0, points) }}}
}

// Nature implements Trainable.
func (*EBM) Nature(ambient int) Nature {
	return Nature{Ambient: ambient, Dimension: ambient, Density: true}
}

// Load implements Trainable.
func (m *EBM) Load(s train.Environment, folder func(string) string) (Trained, error) {
	energy, err := m.Energy.load(s.Data.Dim, folder("energy"))
	return &trainedEBM{setting: s, energy: energy, settings: m}, err
}

type trainedEBM struct {
	setting  train.Environment
	energy   network.Trained
	settings *EBM
}

// density is exp(-E) on the box.
func (m *trainedEBM) density() boxDensity { return energyInBox(m.setting, m.energy) }

// Support is n uniform points of the box with -E at each.
func (m *trainedEBM) Support(ctx context.Context, rng *rand.Rand, n int) (*points.Set, []float64, error) {
	return m.density().Support(ctx, rng, n)
}

// Sample draws from the box by rejection unless the settings say otherwise.
func (m *trainedEBM) Sample(ctx context.Context, rng *rand.Rand, n int) (*points.Set, map[string]float64, error) {
	if m.settings.Sampling.byChains(m.setting.Data.Dim) {
		return m.SampleByChains(ctx, rng, n)
	}
	return m.settings.Sampling.fromBox(ctx, rng, m.density(), n)
}

var (
	_ Trainable      = (*EBM)(nil)
	_ Sampler        = (*trainedEBM)(nil)
	_ ChainSampler   = (*trainedEBM)(nil)
	_ Density        = (*trainedEBM)(nil)
	_ config.Checker = (*EBM)(nil)
)
