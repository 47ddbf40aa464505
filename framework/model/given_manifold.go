package model

import (
	"context"
	"errors"

	"ebim/framework/config"
	"ebim/framework/dataset"
	"ebim/framework/energy"
	"ebim/framework/loss"
	"ebim/framework/network"
	"ebim/framework/points"
	"ebim/framework/support/implicit"
	"ebim/framework/support/zeroset"
	"ebim/framework/train"
)

// GivenManifold is an energy on the manifold that the data source itself gives, such as the sphere of places on Earth,
// the torus of angles or the rotations of space: the zero set of a function that is known. It shows what learning the
// manifold costs a density, and serves data that cover a part of it, whose whole can't be learned from them.
type GivenManifold struct {
	Energy   energy.OnManifold `yaml:"energy" doc:"energy on the manifold; kernels around the data unless given"`
	Sampling energy.Sampling   `yaml:"sampling" doc:"how points are drawn after training"`

	defining    network.Network // of the manifold
	codimension int
}

// TakeSource implements Sourced.
func (m *GivenManifold) TakeSource(source dataset.Source) error {
	m.defining, m.codimension = nil, 0
	switch of := source.(type) {
	case dataset.OnUnitSpheres:
		spheres := network.UnitSpheres(of.UnitSpheres())
		m.defining, m.codimension = spheres, len(spheres)
	case *dataset.Rotations:
		rotations := network.Rotations{}
		m.defining, m.codimension = rotations, rotations.Codimension()
	}
	if m.codimension == 0 {
		return &config.FieldError{Found: "a manifold that data.source does not give",
			Allowed: "a source of points on unit spheres or products of them: earth, angles, spheres, " +
				"projected_normal, and uniform_sphere or von_mises of radius 1 about the origin; or of " +
				"rotations: rotations"}
	}
	return nil
}

func (m *GivenManifold) dimension(ambient int) int { return ambient - m.codimension }

func (m *GivenManifold) on(ambient int) loss.Support {
	return loss.Support{Manifold: true, Dimension: m.dimension(ambient), Ambient: ambient}
}

// Check implements config.Checker.
func (m *GivenManifold) Check() error {
	return m.Energy.CheckOn(loss.Support{Manifold: true, Dimension: 1, Ambient: 2})
}

// CheckDimension implements Model.
func (m *GivenManifold) CheckDimension(ambient int) error {
	unmeshable := m.Traits(ambient).CheckMesh()
	return errors.Join(m.Energy.CheckDimension(ambient), m.Energy.CheckQuadrature(m.on(ambient), unmeshable),
		m.Sampling.CheckFor(unmeshable, false))
}

// Parts implements Trainable.
func (m *GivenManifold) Parts() []Part {
	return []Part{{Name: "energy", Version: m.Energy.Version(), Settings: &m.Energy, Train: m.trainEnergy,
		Demands: func(ambient, points int) []train.Demand {
			return m.Energy.Demands(ambient, m.codimension, points)
		}}}
}

// Traits implements Trainable.
func (m *GivenManifold) Traits(ambient int) Traits {
	return Traits{Ambient: ambient, Dimension: m.dimension(ambient), Implicit: true, Density: true, Given: true}
}

// zeroSet is the manifold, in a box that holds all of it.
func (m *GivenManifold) zeroSet(env train.Environment) implicit.Set {
	const reach = 1.1 // of the box, in radii
	env.Box = env.Box.Union(points.Cube(len(env.Box), -reach, reach))
	f := network.Trained{Network: m.defining, Parameters: m.defining.Initialize(len(env.Box), m.codimension, nil)}
	return zeroset.New(env, f, m.codimension)
}

func (m *GivenManifold) trainEnergy(ctx context.Context, t train.Task) error {
	return energy.FitOnManifold(ctx, &m.Energy, t, "energy", m.zeroSet(t.Environment))
}

// Load implements Trainable.
func (m *GivenManifold) Load(env train.Environment, folder func(string) string) (*Trained, error) {
	return onZeroSet(m.zeroSet(env), &m.Energy, folder("energy"), m.Sampling)
}

var (
	_ Trainable      = (*GivenManifold)(nil)
	_ Sourced        = (*GivenManifold)(nil)
	_ config.Checker = (*GivenManifold)(nil)
)
