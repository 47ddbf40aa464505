package model

import (
	"context"
	"errors"
	"math/rand/v2"

	"ebim/framework/config"
	"ebim/framework/loss"
	"ebim/framework/mesh"
	"ebim/framework/network"
	"ebim/framework/points"
	"ebim/framework/sampler"
	"ebim/framework/train"
)

// ImplicitManifold is a manifold-defining function alone (paper, section 3.1). It has no density; what is drawn from it
// is uniform on the manifold.
type ImplicitManifold struct {
	Manifold Manifold `yaml:"manifold" doc:"manifold-defining function"`
}

// Parts implements Trainable.
func (m *ImplicitManifold) Parts() []Part { return []Part{m.Manifold.part()} }

// CheckDimension implements Model.
func (m *ImplicitManifold) CheckDimension(ambient int) error {
	return m.Manifold.checkDimension(ambient)
}

// Nature implements Trainable.
func (m *ImplicitManifold) Nature(ambient int) Nature {
	return Nature{Ambient: ambient, Dimension: m.Manifold.Dimension, Implicit: true}
}

// Load implements Trainable.
func (m *ImplicitManifold) Load(s train.Environment, folder func(string) string) (Trained, error) {
	return loadManifold(s, &m.Manifold, folder)
}

// learnedManifold is a trained manifold-defining function.
type learnedManifold struct {
	setting     train.Environment
	network     network.Trained
	codimension int                // number of F's outputs
	pieces      []*learnedManifold // of a union: the manifolds that it is made of
}

func loadManifold(s train.Environment, m *Manifold, folder func(string) string) (*learnedManifold, error) {
	n, err := m.load(s, folder("manifold"))
	return &learnedManifold{setting: s, network: n, codimension: s.Data.Dim - m.Dimension}, err
}

// Sample is n uniform points of the manifold.
func (m *learnedManifold) Sample(ctx context.Context, rng *rand.Rand, n int) (*points.Set, map[string]float64, error) {
	set, err := m.uniform(ctx, rng, n)
	return set, nil, err
}

func (m *learnedManifold) uniform(ctx context.Context, rng *rand.Rand, n int) (*points.Set, error) {
	s, err := newSurface(m.setting, m.network)
	if err != nil {
		return nil, err
	}
	return s.uniform(ctx, rng, n)
}

// EBIM is an energy-based implicit manifold (paper, section 3.3): a manifold-defining function F, and an energy E whose
// density exp(-E) lives on F = 0.
type EBIM struct {
	Manifold Manifold       `yaml:"manifold" doc:"manifold-defining function"`
	Energy   manifoldEnergy `yaml:"energy" doc:"energy on the manifold"`
	Sampling Sampling       `yaml:"sampling" doc:"how points are drawn after training"`
}

// Check implements config.Checker.
func (m *EBIM) Check() error {
	return m.Energy.check(loss.Support{Manifold: true, Dimension: m.Manifold.Dimension, Ambient: m.Manifold.Dimension + 1})
}

// CheckDimension implements Model.
func (m *EBIM) CheckDimension(ambient int) error {
	if err := m.Manifold.checkDimension(ambient); err != nil {
		return err
	}
	if err := m.Energy.checkDimension(ambient); err != nil {
		return err
	}
	unmeshable := m.Nature(ambient).CheckMesh()
	return errors.Join(m.Energy.checkQuadrature(loss.Support{Manifold: true, Dimension: m.Manifold.Dimension, Ambient: ambient}, unmeshable), m.Sampling.check(unmeshable, false))
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
	return fitOnManifold(ctx, &m.Energy, t, "energy", manifold)
}

// Nature implements Trainable.
func (m *EBIM) Nature(ambient int) Nature {
	return Nature{Ambient: ambient, Dimension: m.Manifold.Dimension, Implicit: true, Density: true}
}

// Load implements Trainable.
func (m *EBIM) Load(s train.Environment, folder func(string) string) (Trained, error) {
	manifold, err := loadManifold(s, &m.Manifold, folder)
	if err != nil {
		return nil, err
	}
	energy, err := m.Energy.load(s.Data.Dim, folder("energy"))
	return &trainedEBIM{learnedManifold: manifold, energy: energy, sampler: manifoldSampler(&m.Energy, s), sampling: m.Sampling}, err
}

type trainedEBIM struct {
	*learnedManifold
	energy   network.Trained
	sampler  sampler.Constrained
	sampling Sampling
}

// Support is n uniform points of the manifold with -E at each.
func (m *trainedEBIM) Support(ctx context.Context, rng *rand.Rand, n int) (*points.Set, []float64, error) {
	set, err := m.uniform(ctx, rng, n)
	if err != nil {
		return nil, nil, err
	}
	logs, err := negativeEnergy(ctx, m.setting, m.energy, set)
	return set, logs, err
}

// Sample draws from the mesh of the manifold where there is one that serves, unless the settings say otherwise. Unlike a
// chain, that reaches every component in the right proportion.
func (m *trainedEBIM) Sample(ctx context.Context, rng *rand.Rand, n int) (*points.Set, map[string]float64, error) {
	switch {
	case m.sampling.Sampler == ByMesh, m.sampling.Sampler == Automatic && m.checkMesh() == nil:
		drawn, figures, err := m.SampleByMesh(ctx, rng, n)
		var unmeshable *mesh.UnmeshableError
		var undrawable *UndrawableError
		switch {
		case errors.As(err, &unmeshable):
			return nil, nil, &EmptyError{unmeshable.Reason}
		case !errors.As(err, &undrawable) || m.sampling.Sampler == ByMesh:
			return drawn, figures, err
		}
	case m.sampling.byChains(len(m.setting.Box)):
		return m.SampleByChains(ctx, rng, n)
	}
	return importance(ctx, m, rng, n, m.sampling.Proposals)
}

// energyInBox is exp(-E) on a setting's box.
func energyInBox(s train.Environment, energy network.Trained) boxDensity {
	return boxDensity{s.Box, func(ctx context.Context, x *points.Set) ([]float64, error) { return negativeEnergy(ctx, s, energy, x) }}
}

// negativeEnergy is -E at each point.
func negativeEnergy(ctx context.Context, s train.Environment, energy network.Trained, set *points.Set) ([]float64, error) {
	e, err := newEnergies(s, energy, set.Dim)
	if err != nil {
		return nil, err
	}
	out, err := e.Run(ctx, set.Float32())
	if err != nil {
		return nil, err
	}
	logs := make([]float64, set.Len())
	for i, v := range out[0] {
		logs[i] = -float64(v)
	}
	return logs, nil
}

var (
	_ Trainable      = (*ImplicitManifold)(nil)
	_ Trainable      = (*EBIM)(nil)
	_ config.Checker = (*EBIM)(nil)
	_ Sampler        = (*trainedEBIM)(nil)
	_ ChainSampler   = (*trainedEBIM)(nil)
	_ Density        = (*trainedEBIM)(nil)
	_ Nearest        = (*trainedEBIM)(nil)
)
