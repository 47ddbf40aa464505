package model

import (
	"context"
	"errors"

	"ebim/framework/config"
	"ebim/framework/energy"
	"ebim/framework/loss"
	"ebim/framework/manifold"
	"ebim/framework/support/implicit"
	"ebim/framework/support/searched"
	"ebim/framework/support/zeroset"
	"ebim/framework/train"
)

// EBIM is an energy-based implicit manifold (paper, section 3.3): a manifold-defining function F, and an energy E whose
// density exp(-E) lives on F = 0.
type EBIM struct {
	Classes   []int               `yaml:"classes" default:"null" range:"[0, 255]" doc:"classes of images that the model is trained on, among the data's; all unless given"`
	Manifold  manifold.Manifold   `yaml:"manifold" inner:"dimension" doc:"manifold-defining function"`
	Pieces    Pieces              `yaml:"pieces" default:"with_data" doc:"which connected pieces of the learned manifold belong to the model"`
	Annealing *implicit.Annealing `yaml:"annealing" doc:"start chains at diffusion samples, after the loss denoising; at the data or at points of the box unless given"`
	Energy    energy.OnManifold   `yaml:"energy" doc:"energy on the manifold"`
	Sampling  energy.Sampling     `yaml:"sampling" doc:"how points are drawn after training"`
}

// Check implements config.Checker.
func (m *EBIM) Check() error {
	return errors.Join(m.Energy.CheckOn(loss.Support{Manifold: true, Dimension: m.Manifold.Dimension,
		Ambient: m.Manifold.Dimension + 1}), checkAnnealing(m.Annealing, &m.Manifold))
}

// CheckDimension implements Model.
func (m *EBIM) CheckDimension(ambient int) error {
	if err := m.Manifold.CheckDimension(ambient); err != nil {
		return err
	}
	if err := m.Energy.CheckDimension(ambient); err != nil {
		return err
	}
	unmeshable, on := m.Traits(ambient).CheckMesh(), loss.Support{Manifold: true, Dimension: m.Manifold.Dimension,
		Ambient: ambient}
	return errors.Join(m.Energy.CheckQuadrature(on, unmeshable),
		m.Energy.CheckHighCodimension(on, m.Annealing != nil, m.Sampling), m.Sampling.CheckFor(unmeshable, false))
}

// DrawVersion implements Versioned.
func (m *EBIM) DrawVersion() int { return m.Annealing.Version() }

// TrainedOn implements Selective.
func (m *EBIM) TrainedOn() []int { return m.Classes }

// Parts implements Trainable.
func (m *EBIM) Parts() []Part {
	demands := func(ambient, points int) []train.Demand {
		return m.Energy.Demands(ambient, ambient-m.Manifold.Dimension, points)
	}
	return []Part{manifoldPart(&m.Manifold),
		{Name: "energy", Version: m.energyVersion(), VersionIn: m.energyVersionIn, Settings: m.energySettings(),
			Needs: []string{"manifold"}, Train: m.trainEnergy, Demands: demands}}
}

// energyVersion is that of how the energy comes about: since the data are cleaned as diffusion samples are, two more
// where there are such.
func (m *EBIM) energyVersion() int {
	if m.Annealing == nil {
		return m.Energy.Version()
	}
	return m.Energy.Version() + m.Annealing.Version()
}

// energyVersionIn is energyVersion, and one more where kernels are placed in high codimension, since tangents there are
// found by themselves.
func (m *EBIM) energyVersionIn(ambient int) int {
	if m.Energy.Untrained() && ambient-m.Manifold.Dimension >= searched.ManyNormals {
		return m.energyVersion() + 1
	}
	return m.energyVersion()
}

// energySettings are what the energy depends on. On all pieces it is trained as it was before there was a choice.
func (m *EBIM) energySettings() any {
	switch {
	case m.Annealing != nil:
		return &annealedEnergy{m.Energy, m.Pieces, *m.Annealing}
	case m.Pieces == AllPieces:
		return &m.Energy
	}
	return &energyOnPieces{m.Energy, m.Pieces}
}

type annealedEnergy struct {
	energy.OnManifold
	Pieces    Pieces             `yaml:"pieces" doc:"of the manifold that the energy is trained on"`
	Annealing implicit.Annealing `yaml:"annealing" doc:"by which chains are started"`
}

type energyOnPieces struct {
	energy.OnManifold
	Pieces Pieces `yaml:"pieces" doc:"of the manifold that the energy is trained on"`
}

func (m *EBIM) trainEnergy(ctx context.Context, t train.Task) error {
	on, err := m.zeroSet(t.Environment, t.Input)
	if err != nil {
		return err
	}
	return energy.FitOnManifold(ctx, &m.Energy, t, "energy", on)
}

func (m *EBIM) zeroSet(env train.Environment, folder func(part string) string) (implicit.Set, error) {
	options := m.Pieces.options()
	if m.Annealing != nil {
		options = append(options, zeroset.Annealed(*m.Annealing))
	}
	return zeroSet(&m.Manifold, env, folder, options...)
}

// Traits implements Trainable.
func (m *EBIM) Traits(ambient int) Traits {
	return Traits{Ambient: ambient, Dimension: m.Manifold.Dimension, Implicit: true, Density: true,
		Denoises: loss.Denoises(m.Manifold.Loss)}
}

// Load implements Trainable.
func (m *EBIM) Load(env train.Environment, folder func(string) string) (*Trained, error) {
	on, err := m.zeroSet(env, folder)
	if err != nil {
		return nil, err
	}
	return onZeroSet(on, &m.Energy, folder("energy"), m.Sampling)
}

// onZeroSet is the model of an energy on a zero set, which a folder holds with the points that its chains have kept.
func onZeroSet(on implicit.Set, e *energy.OnManifold, folder string, sampling energy.Sampling) (*Trained, error) {
	trained, err := withEnergy(energy.LoadOnManifold(e, on, folder, sampling))
	if err != nil {
		return nil, err
	}
	return trained.withReplay(folder, nil), nil
}

var (
	_ Trainable      = (*EBIM)(nil)
	_ Selective      = (*EBIM)(nil)
	_ config.Checker = (*EBIM)(nil)
)
