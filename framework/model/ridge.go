package model

import (
	"context"
	"errors"
	"fmt"

	"ebim/framework/backend"
	"ebim/framework/config"
	"ebim/framework/energy"
	"ebim/framework/loss"
	"ebim/framework/ridge"
	"ebim/framework/support/ridged"
	"ebim/framework/train"
)

// Ridge is an energy on the ridge of the data's blurred density (Ozertem and Erdogmus 2011; Genovese et al. 2014),
// which a displacement trained by denoising score matching knows. A ridge may end, be one-sided, and lie in any space:
// where F = 0 can't.
type Ridge struct {
	Displacement ridge.Ridge       `yaml:"displacement" inner:"dimension" doc:"displacement h(x, s) whose ridge is the support"`
	Energy       energy.OnManifold `yaml:"energy" doc:"energy on the ridge; kernels around the data unless given"`
	Sampling     energy.Sampling   `yaml:"sampling" doc:"how points are drawn after training"`
	Points       *PointChoice      `yaml:"points" doc:"which of the data's points it is learned from and measured by; all unless given"`
}

// PointChoice is a part of the data's points.
type PointChoice string

// OwnStratum is the points around which the data have the model's dimension.
const OwnStratum PointChoice = "stratum"

// Choices implements config.Enumeration.
func (PointChoice) Choices() []config.Choice {
	return []config.Choice{{Name: string(OwnStratum),
		Doc: "those of its dimension, of data that lie along curves (1) in part, and on surfaces (2) elsewhere; a " +
			"mixture puts such models together"}}
}

// MostStratum is the largest dimension of a stratum: data have those of dimension 1, along curves, and 2.
const MostStratum = 2

// Stratum implements Stratified.
func (m *Ridge) Stratum() int {
	if m.Points == nil {
		return 0
	}
	return m.Displacement.Dimension
}

// Check implements config.Checker.
func (m *Ridge) Check() error {
	switch {
	case m.Stratum() > MostStratum:
		return &config.FieldError{Field: "points", Found: fmt.Sprintf("the stratum of dimension %d", m.Stratum()),
			Allowed: "those of dimension 1, along curves, and 2"}
	case m.Energy.Sampler != nil:
		return &config.FieldError{Field: "energy.sampler",
			Found:   "a sampler along a manifold-defining function, which a ridge does not have",
			Allowed: "no sampler, and a loss without samples: mesh_likelihood, noise_contrastive, or kernels"}
	case m.Sampling.Sampler == energy.ByChains || m.Sampling.Sampler == energy.ByFreshChains:
		return &config.FieldError{Field: "sampling.sampler",
			Found:   "chains along a manifold-defining function, which a ridge does not have",
			Allowed: "automatic, mesh, importance"}
	}
	return m.Energy.CheckOn(m.on(m.Displacement.Dimension + 1))
}

func (m *Ridge) on(ambient int) loss.Support {
	return loss.Support{Manifold: true, Dimension: m.Displacement.Dimension, Ambient: ambient}
}

// CheckDimension implements Model.
func (m *Ridge) CheckDimension(ambient int) error {
	if err := m.Displacement.CheckDimension(ambient); err != nil {
		return err
	}
	unmeshable := m.Traits(ambient).CheckMesh()
	return errors.Join(m.Energy.CheckDimension(ambient), m.Energy.CheckQuadrature(m.on(ambient), unmeshable),
		m.Sampling.CheckFor(unmeshable, false))
}

// displacementVersion is that of the training of displacements; see ridge.VersionIn.
const displacementVersion = 5

// Parts implements Trainable.
func (m *Ridge) Parts() []Part {
	demands := func(ambient, points int) []train.Demand {
		return m.Energy.Demands(ambient, ambient-m.Displacement.Dimension, points)
	}
	// strands that the data join otherwise, or that fork; nets as fine as data allow; no bridges over gaps; thin
	// strands; tips that face each other; few points by nearer neighbors; less noise where nothing joins at the widest;
	// gaps by both sides, and together; no joins of a hundred data or fewer
	h, version := &m.Displacement, 21
	if h.Dimension == 2 {
		// sheets that cross are fitted to data, or have holes where these do, at the ends of tubes, too; edges cross
		// nothing, and are where data are sparse, unless sheets cross; nets as fine as data allow; what nets agree on
		// but for holes, which are no flaws where data show them; less noise where nothing joins at the widest; sheets
		// everywhere go out to their edges
		version = 22
	}
	versionIn := func(ambient int) int {
		if ambient > ridged.MostExact { // tangents are found faster, and rounded otherwise
			return version + 1
		}
		return version
	}
	return []Part{
		{Name: ridge.Displacement, Version: displacementVersion, VersionIn: h.VersionIn(displacementVersion),
			Settings: h, Train: h.Train, Demands: h.Demands},
		{Name: ridge.Found, Version: version, VersionIn: versionIn, Settings: h, Needs: []string{ridge.Displacement},
			Train: h.Find, Fitted: true},
		{Name: "energy", Version: m.Energy.Version(), Settings: &m.Energy,
			Needs: []string{ridge.Displacement, ridge.Found}, Train: m.trainEnergy, Demands: demands}}
}

func (m *Ridge) trainEnergy(ctx context.Context, t train.Task) error {
	if backend.IsDraft(t.Engine) {
		return nil // an energy lives on a ridge, which a draft does not have
	}
	on, err := m.Displacement.Ridge(t.Environment, t.Input)
	if err != nil {
		return err
	}
	return energy.FitOnManifold(ctx, &m.Energy, t, "energy", on)
}

// Traits implements Trainable.
func (m *Ridge) Traits(ambient int) Traits {
	return Traits{Ambient: ambient, Dimension: m.Displacement.Dimension, Density: true, Anywhere: true}
}

// Load implements Trainable.
func (m *Ridge) Load(env train.Environment, folder func(string) string) (*Trained, error) {
	on, err := m.Displacement.Ridge(env, folder)
	if err != nil {
		return nil, err
	}
	return withEnergy(energy.LoadOnManifold(&m.Energy, on, folder("energy"), m.Sampling))
}

var (
	_ Stratified     = (*Ridge)(nil)
	_ config.Checker = (*Ridge)(nil)
)
