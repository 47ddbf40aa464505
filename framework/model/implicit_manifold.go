package model

import (
	"ebim/framework/support/zeroset"
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
func (m *ImplicitManifold) Load(env train.Environment, folder func(string) string) (*Trained, error) {
	manifold, err := loadManifold(env, &m.Manifold, folder)
	return &Trained{Support: manifold}, err
}

func loadManifold(env train.Environment, m *Manifold, folder func(string) string) (*zeroset.ZeroSet, error) {
	n, err := m.load(env, folder("manifold"))
	return zeroset.New(env, n, env.Data.Dim-m.Dimension), err
}

var _ Trainable = (*ImplicitManifold)(nil)
