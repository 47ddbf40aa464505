package model

import (
	"ebim/framework/config"
	"ebim/framework/loss"
	"ebim/framework/manifold"
	"ebim/framework/support/implicit"
	"ebim/framework/support/zeroset"
	"ebim/framework/train"
)

// ImplicitManifold is a manifold-defining function alone (paper, section 3.1). It has no density; what is drawn from it
// is uniform on the manifold, or drawn by diffusion, or by chains under |F| as an energy.
type ImplicitManifold struct {
	Classes   []int               `yaml:"classes" default:"null" range:"[0, 255]" doc:"classes of images that the model is trained on, among the data's; all unless given"`
	Manifold  manifold.Manifold   `yaml:"manifold" inner:"dimension" doc:"manifold-defining function"`
	Pieces    Pieces              `yaml:"pieces" default:"with_data" doc:"which connected pieces of the learned manifold belong to the model"`
	Annealing *implicit.Annealing `yaml:"annealing" doc:"draw diffusion samples, roughly of the data's distribution after the loss denoising; uniform points unless given"`
	AsEnergy  *AsEnergy           `yaml:"as_energy" doc:"draw points by chains of manifold.sampler with the norm of F as an energy of the ambient space, as the paper does for images; uniform points unless given"`
}

// Check implements config.Checker.
func (m *ImplicitManifold) Check() error {
	switch {
	case m.AsEnergy == nil:
	case m.Annealing != nil:
		return &config.FieldError{Field: "as_energy", Found: "a second way to draw points, beside annealing",
			Allowed: "one of them"}
	case m.Manifold.Sampler == nil || m.Manifold.Sampler.Negatives() == nil:
		return &config.FieldError{Field: "as_energy", Found: "a sampler of negative points without chains",
			Allowed: "manifold.sampler with chains, such as langevin"}
	}
	return checkAnnealing(m.Annealing, &m.Manifold)
}

// checkAnnealing refuses annealing by a function whose gradient steps take no noise away.
func checkAnnealing(annealing *implicit.Annealing, on *manifold.Manifold) error {
	if annealing != nil && !loss.Denoises(on.Loss) {
		return &config.FieldError{Field: "annealing", Found: "a manifold-defining function that does not denoise",
			Allowed: "manifold.loss: denoising, or no annealing"}
	}
	return nil
}

// DrawVersion implements Versioned.
func (m *ImplicitManifold) DrawVersion() int { return m.Annealing.Version() }

// TrainedOn implements Selective.
func (m *ImplicitManifold) TrainedOn() []int { return m.Classes }

// Parts implements Trainable.
func (m *ImplicitManifold) Parts() []Part { return []Part{manifoldPart(&m.Manifold)} }

// CheckDimension implements Model.
func (m *ImplicitManifold) CheckDimension(ambient int) error {
	return m.Manifold.CheckDimension(ambient)
}

// Traits implements Trainable.
func (m *ImplicitManifold) Traits(ambient int) Traits {
	return Traits{Ambient: ambient, Dimension: m.Manifold.Dimension, Implicit: true,
		Denoises: loss.Denoises(m.Manifold.Loss)}
}

// Load implements Trainable.
func (m *ImplicitManifold) Load(env train.Environment, folder func(string) string) (*Trained, error) {
	on, err := zeroSet(&m.Manifold, env, folder, m.Pieces.options()...)
	if err != nil {
		return nil, err
	}
	if m.AsEnergy != nil {
		return m.asEnergy(env, on, folder)
	}
	if m.Annealing == nil {
		return (&Trained{Support: on}).withReplay(folder("manifold"), nil), nil
	}
	return &Trained{Support: on, Density: implicit.NewDistribution(on, *m.Annealing)}, nil
}

// manifoldPart is the training of a manifold-defining function.
func manifoldPart(m *manifold.Manifold) Part {
	return Part{Name: "manifold", Version: 1, VersionIn: m.VersionIn, Settings: m, Train: m.Train, Demands: m.Demands}
}

// zeroSet is that of the trained function.
func zeroSet(m *manifold.Manifold, env train.Environment, folder func(part string) string,
	options ...zeroset.Option) (implicit.Set, error) {
	f, err := m.Load(env, folder("manifold"))
	return zeroset.New(env, f, env.Data.Dim-m.Dimension, options...), err
}

var (
	_ Trainable = (*ImplicitManifold)(nil)
	_ Selective = (*ImplicitManifold)(nil)
	_ Versioned = (*ImplicitManifold)(nil)
)
