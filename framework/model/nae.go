package model

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"

	"ebim/framework/autoencoder"
	"ebim/framework/config"
	"ebim/framework/energy"
	"ebim/framework/network"
	"ebim/framework/points"
	"ebim/framework/random"
	"ebim/framework/sampler"
	"ebim/framework/support/box"
	"ebim/framework/train"
)

// NAE is a normalized autoencoder (Yoon et al. 2021): an energy-based model of the ambient space whose energy is the
// reconstruction error of an autoencoder, and whose chains begin at images of codes. It knows of no manifold: its
// density fills the box.
type NAE struct {
	Dimension     int                       `yaml:"dimension" range:"[1, 100000]" doc:"dimension m of the latent space"`
	Spherical     bool                      `yaml:"spherical" default:"true" doc:"codes are divided by their length, so that they lie on a sphere"`
	Autoencoder   autoencoder.Autoencoder   `yaml:"autoencoder" doc:"encoder and decoder, which are first trained to reconstruct"`
	Normalization autoencoder.Normalization `yaml:"normalization" doc:"their training as an energy-based model"`
	LatentSteps   int                       `yaml:"latent_steps" default:"200" range:"[1, 10000000]" doc:"steps of the chains of codes after training, from random codes; 10 a training step and a reuse of 0.95 have made about 200"`
	Sampling      energy.Sampling           `yaml:"sampling" default:"{steps: 50}" doc:"how points are drawn after training; one that is written replaces the whole default"`
}

// Check implements config.Checker.
func (m *NAE) Check() error {
	var errs []error
	if m.Autoencoder.Loss.Needs().Normal {
		errs = append(errs, &config.FieldError{Field: "autoencoder.loss",
			Found:   "a loss with random codes, by which no reconstruction error is an energy",
			Allowed: "reconstruction"})
	}
	if m.Spherical && m.Dimension < 2 {
		errs = append(errs, &config.FieldError{Field: "dimension",
			Found: "a sphere of one coordinate, which is two points", Allowed: "2 or more, or spherical: false"})
	}
	return errors.Join(append(errs, m.Sampling.CheckFor(errors.New(
		"a model of the whole space has no manifold to mesh"), true))...)
}

// CheckDimension implements Model.
func (m *NAE) CheckDimension(ambient int) error {
	if m.Dimension > ambient {
		return &config.FieldError{Field: "dimension", Found: fmt.Sprintf("%d for data in R^%d", m.Dimension, ambient),
			Allowed: fmt.Sprintf("1 to %d", ambient)}
	}
	return m.Autoencoder.CheckDimension(ambient, m.Dimension)
}

// Traits implements Trainable.
func (*NAE) Traits(ambient int) Traits {
	return Traits{Ambient: ambient, Dimension: ambient, Density: true}
}

// networks are the encoder, to the sphere where codes lie there, and the decoder.
func (m *NAE) networks() *autoencoder.Autoencoder {
	a := m.Autoencoder
	if m.Spherical {
		a.Encoder = network.OnSphere{Network: a.Encoder}
	}
	return &a
}

// pretrainingSettings are what the training to reconstruct depends on.
type pretrainingSettings struct {
	Autoencoder    autoencoder.Autoencoder `yaml:"autoencoder" doc:"encoder and decoder"`
	Dimension      int                     `yaml:"dimension" doc:"dimension of the latent space"`
	Spherical      bool                    `yaml:"spherical" doc:"codes lie on a sphere"`
	EncoderPenalty float64                 `yaml:"encoder_penalty" doc:"weight of the squares of the encoder's parameters"`
}

// Parts implements Trainable.
func (m *NAE) Parts() []Part {
	networks := m.networks()
	return []Part{
		{Name: "autoencoder", Version: 1, Settings: &pretrainingSettings{m.Autoencoder, m.Dimension, m.Spherical,
			m.Normalization.EncoderPenalty}, Train: func(ctx context.Context, t train.Task) error {
			return m.Normalization.Pretrain(ctx, networks, t, m.Dimension)
		},
			Demands: func(ambient, points int) []train.Demand {
				return networks.Demands(ambient, m.Dimension, points)
			}},
		{Name: "normalization", Version: 1, Settings: &m.Normalization, Needs: []string{"autoencoder"},
			Train: func(ctx context.Context, t train.Task) error {
				return m.Normalization.Train(ctx, networks, t, t.Input("autoencoder"), m.Dimension, m.Spherical)
			},
			Demands: func(ambient, points int) []train.Demand {
				return m.Normalization.Demands(networks, ambient, m.Dimension, points)
			}},
	}
}

// Load implements Trainable.
func (m *NAE) Load(env train.Environment, folder func(string) string) (*Trained, error) {
	n, err := m.Normalization.Load(m.networks(), env.Data.Dim, m.Dimension, folder("normalization"), m.Spherical)
	if err != nil {
		return nil, err
	}
	on := box.WithReconstruction(env, func(ctx context.Context, x *points.Set) (*points.Set, error) {
		return n.Reconstruct(ctx, env, x)
	})
	trained, err := withEnergy(&energy.Density{Support: on, Energy: n.Energy, Sampling: m.Sampling,
		Begin: &energy.Initialization{
			Points: func(ctx context.Context, rng *rand.Rand, count int) (*points.Set, error) {
				return n.Begin(ctx, env, rng, m.LatentSteps, count)
			},
			Moves: func(box points.Box) energy.Moves {
				return func(networks []network.Trained) sampler.Process { return n.Process(networks[0], box) }
			},
		}}, nil)
	if err != nil {
		return nil, err
	}
	trained.Replay = func(ctx context.Context) (*points.Set, error) {
		return n.Replay(ctx, env, random.New(env.Seed, "replay", 0), folder("normalization"))
	}
	return trained, nil
}

var (
	_ Trainable      = (*NAE)(nil)
	_ config.Checker = (*NAE)(nil)
)
