package model

import (
	"context"
	"errors"
	"fmt"

	"ebim/framework/config"
	"ebim/framework/loss"
	"ebim/framework/points"
	"ebim/framework/support/box"
	"ebim/framework/support/image"
	"ebim/framework/support/implicit"
	"ebim/framework/train"
)

// Previewed is a Trainable that can be seen before its last part is trained, or at less cost than the whole.
type Previewed interface {
	Trainable
	// Preview is what there is of the model while one of its parts is being trained; folder gives the folders of that
	// part and of the earlier ones. What would take long, such as draws by many steps, it does with fewer. The error
	// is errors.ErrUnsupported where there is nothing yet.
	Preview(env train.Environment, part string, folder func(part string) string) (*Trained, error)
}

// Preview returns what there is of a model while one of its parts is being trained, as Previewed has it. Of another
// model that is the whole, while the last part is trained.
func Preview(m Trainable, env train.Environment, part string, folder func(part string) string) (*Trained, error) {
	if early, ok := m.(Previewed); ok {
		return early.Preview(env, part, folder)
	}
	parts := m.Parts()
	if part != parts[len(parts)-1].Name {
		return nil, fmt.Errorf("there is no model before its last part is trained: %w", errors.ErrUnsupported)
	}
	return m.Load(env, folder)
}

// Bounds of the steps by which points are drawn for a preview.
const (
	previewLevels      = 12
	previewCorrections = 2
	previewSteps       = 24
	previewProposals   = 2
)

// previewOf is a zero set with, where it denoises, diffusion samples.
func previewOf(on implicit.Set, denoises bool, annealing *implicit.Annealing) *Trained {
	if !denoises {
		return &Trained{Support: on}
	}
	if annealing == nil {
		annealing = config.Default[implicit.Annealing]()
	}
	return &Trained{Support: on, Density: implicit.NewDistribution(on, *fewerLevels(annealing))}
}

// fewerLevels is annealing for a preview; nil for nil.
func fewerLevels(annealing *implicit.Annealing) *implicit.Annealing {
	if annealing == nil {
		return nil
	}
	fewer := *annealing
	fewer.Steps, fewer.Corrections = min(fewer.Steps, previewLevels), min(fewer.Corrections, previewCorrections)
	return &fewer
}

// Preview implements Previewed.
func (m *ImplicitManifold) Preview(env train.Environment, _ string, folder func(string) string) (*Trained, error) {
	on, err := zeroSet(&m.Manifold, env, folder, m.Pieces.options()...)
	if err != nil {
		return nil, err
	}
	return previewOf(on, loss.Denoises(m.Manifold.Loss), m.Annealing), nil
}

// Preview implements Previewed.
func (m *EBIM) Preview(env train.Environment, part string, folder func(string) string) (*Trained, error) {
	if part == "manifold" {
		on, err := zeroSet(&m.Manifold, env, folder, m.Pieces.options()...)
		if err != nil {
			return nil, err
		}
		return previewOf(on, loss.Denoises(m.Manifold.Loss), m.Annealing), nil
	}
	fewer := *m
	fewer.Sampling.Steps, fewer.Sampling.Proposals = min(fewer.Sampling.Steps, previewSteps),
		min(fewer.Sampling.Proposals, previewProposals)
	fewer.Annealing = fewerLevels(m.Annealing)
	return fewer.Load(env, folder)
}

// Preview implements Previewed.
func (m *EBM) Preview(env train.Environment, _ string, folder func(string) string) (*Trained, error) {
	fewer := *m
	fewer.Sampling.Steps = min(fewer.Sampling.Steps, previewSteps)
	return fewer.Load(env, folder)
}

// Preview implements Previewed.
func (m *Pushforward) Preview(env train.Environment, part string, folder func(string) string) (*Trained, error) {
	if part != "autoencoder" {
		fewer := *m
		fewer.Sampling.Steps = min(fewer.Sampling.Steps, previewSteps)
		return fewer.Load(env, folder)
	}
	latent, p, err := m.latent(context.Background(), env, folder("autoencoder"))
	if err != nil {
		return nil, err
	}
	return &Trained{Support: image.New(p, box.New(latent), env.Box)}, nil
}

// Preview implements Previewed.
func (m *NAE) Preview(env train.Environment, part string, folder func(string) string) (*Trained, error) {
	if part != "autoencoder" {
		fewer := *m
		fewer.LatentSteps, fewer.Sampling.Steps = min(m.LatentSteps, previewSteps), min(m.Sampling.Steps, previewSteps)
		return fewer.Load(env, folder)
	}
	p, err := m.networks().Load(env.Data.Dim, m.Dimension, folder("autoencoder"))
	if err != nil {
		return nil, err
	}
	return &Trained{Support: box.WithReconstruction(env, func(ctx context.Context, x *points.Set) (*points.Set, error) {
		return p.Reconstruct(ctx, env.Engine, x)
	})}, nil
}

var (
	_ Previewed = (*ImplicitManifold)(nil)
	_ Previewed = (*EBIM)(nil)
	_ Previewed = (*EBM)(nil)
	_ Previewed = (*Pushforward)(nil)
	_ Previewed = (*NAE)(nil)
)
