package model

import (
	"context"
	"errors"
	"fmt"

	"ebim/framework/autoencoder"
	"ebim/framework/config"
	"ebim/framework/energy"
	"ebim/framework/points"
	"ebim/framework/support/box"
	"ebim/framework/support/image"
	"ebim/framework/train"
)

// Pushforward is an energy in the latent space of an autoencoder, pushed forward by the decoder (paper, section 2.1):
// the baseline whose support is connected and contractible whatever the data.
type Pushforward struct {
	Dimension   int                     `yaml:"dimension" range:"[1, 100000]" doc:"dimension m of the latent space"`
	Autoencoder autoencoder.Autoencoder `yaml:"autoencoder" doc:"encoder and decoder"`
	Energy      energy.InBox            `yaml:"energy" doc:"energy of the latent space"`
	Padding     float64                 `yaml:"padding" default:"0.5" range:"[0, inf)" doc:"padding of the latent box around the encoded data on each side, as a fraction of its range"`
	Sampling    energy.Sampling         `yaml:"sampling" doc:"how points are drawn after training"`
}

// Check implements config.Checker.
func (m *Pushforward) Check() error {
	return errors.Join(m.Energy.CheckOn(energy.Box(m.Dimension)),
		m.Sampling.CheckFor(errors.New("a pushforward model is drawn from in its latent space"), true))
}

// CheckDimension implements Model.
func (m *Pushforward) CheckDimension(ambient int) error {
	if m.Dimension >= ambient {
		return &config.FieldError{Field: "dimension", Found: fmt.Sprintf("%d for data in R^%d", m.Dimension, ambient),
			Allowed: fmt.Sprintf("1 to %d", ambient-1)}
	}
	return errors.Join(m.Autoencoder.CheckDimension(ambient, m.Dimension), m.Energy.CheckDimension(m.Dimension),
		m.Energy.CheckQuadrature(energy.Box(m.Dimension), box.CheckCovered(m.Dimension)))
}

// Traits implements Trainable.
func (m *Pushforward) Traits(ambient int) Traits {
	return Traits{Ambient: ambient, Dimension: m.Dimension, Density: true}
}

// autoencoderSettings are what the autoencoder depends on.
type autoencoderSettings struct {
	Autoencoder autoencoder.Autoencoder `yaml:"autoencoder" doc:"encoder and decoder"`
	Dimension   int                     `yaml:"dimension" doc:"dimension of the latent space"`
}

// latentSettings are what the latent energy depends on beside the autoencoder.
type latentSettings struct {
	Energy    energy.InBox `yaml:"energy" doc:"energy of the latent space"`
	Padding   float64      `yaml:"padding" doc:"padding of the latent box"`
	Dimension int          `yaml:"dimension" doc:"dimension of the latent space"`
}

// Parts implements Trainable.
func (m *Pushforward) Parts() []Part {
	return []Part{
		{Name: "autoencoder", Version: 1, Settings: &autoencoderSettings{m.Autoencoder, m.Dimension},
			Train: func(ctx context.Context, t train.Task) error { return m.Autoencoder.Train(ctx, t, m.Dimension) },
			Demands: func(ambient, points int) []train.Demand {
				return m.Autoencoder.Demands(ambient, m.Dimension, points)
			}},
		{Name: "latent_energy", Version: m.Energy.Version(),
			Settings: &latentSettings{m.Energy, m.Padding, m.Dimension}, Needs: []string{"autoencoder"},
			Train: m.trainEnergy, Demands: func(_, points int) []train.Demand {
				return m.Energy.Demands(m.Dimension, 0, points)
			}},
	}
}

func (m *Pushforward) trainEnergy(ctx context.Context, t train.Task) error {
	latent, p, err := m.latent(ctx, t.Environment, t.Input("autoencoder"))
	if err != nil {
		return err
	}
	if t.Validation != nil {
		if t.Validation, err = p.Encode(ctx, t.Engine, t.Validation); err != nil {
			return err
		}
	}
	t.Environment = latent
	return energy.FitInBox(ctx, &m.Energy, t, "latent_energy", box.New(latent))
}

// Load implements Trainable.
func (m *Pushforward) Load(env train.Environment, folder func(string) string) (*Trained, error) {
	latent, p, err := m.latent(context.Background(), env, folder("autoencoder"))
	if err != nil {
		return nil, err
	}
	on := image.New(p, box.New(latent), env.Box)
	trained, err := withEnergy(energy.LoadInBox(&m.Energy, on, folder("latent_energy"), m.Sampling))
	if err != nil {
		return nil, err
	}
	return trained.withReplay(folder("latent_energy"), on.CarryPoints), nil
}

// latent is the environment of the latent space, the encoded data and their padded box, and the trained pair.
func (m *Pushforward) latent(ctx context.Context, env train.Environment, folder string) (train.Environment,
	image.Pair, error) {
	p, err := m.Autoencoder.Load(env.Data.Dim, m.Dimension, folder)
	if err != nil {
		return train.Environment{}, image.Pair{}, err
	}
	z, err := p.EncodeRows(ctx, env.Engine, env.Batches(), env.Data.Dim)
	if err != nil {
		return train.Environment{}, image.Pair{}, err
	}
	latent := env
	latent.Data, latent.Rows, latent.Box = z, nil, paddedBox(z, m.Padding)
	return latent, p, nil
}

// paddedBox is the range of the points on each axis, padded on each side by a fraction of it.
func paddedBox(set *points.Set, padding float64) points.Box {
	// An autoencoder that collapsed to a point still needs a box of some width.
	return points.Around(set).Padded(func(_ int, length float64) float64 { return max(padding*length, 1e-3) })
}

var (
	_ Trainable      = (*Pushforward)(nil)
	_ config.Checker = (*Pushforward)(nil)
)
