package model

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"ebim/framework/config"
	"ebim/framework/network"
	"ebim/framework/points"
	"ebim/framework/train"
)

// Pushforward is an energy in the latent space of an autoencoder, pushed forward by the decoder (paper, section 2.1): the
// baseline whose support is connected and contractible whatever the data.
type Pushforward struct {
	Dimension   int         `yaml:"dimension" range:"[1, 100000]" doc:"dimension m of the latent space"`
	Autoencoder Autoencoder `yaml:"autoencoder" doc:"encoder and decoder"`
	Energy      boxEnergy   `yaml:"energy" doc:"energy of the latent space"`
	Padding     float64     `yaml:"padding" default:"0.5" range:"[0, inf)" doc:"padding of the latent box around the encoded data on each side, as a fraction of its range"`
	Sampling    Sampling    `yaml:"sampling" doc:"how points are drawn after training"`
}

// Check implements config.Checker.
func (m *Pushforward) Check() error {
	return errors.Join(m.Energy.check(boxFacts(m.Dimension)), m.Sampling.check(errors.New("a pushforward model is drawn from in its latent space"), true))
}

// CheckDimension implements Model.
func (m *Pushforward) CheckDimension(ambient int) error {
	if m.Dimension >= ambient {
		return &config.FieldError{Field: "dimension", Found: fmt.Sprintf("%d for data in R^%d", m.Dimension, ambient), Allowed: fmt.Sprintf("1 to %d", ambient-1)}
	}
	return errors.Join(m.Autoencoder.checkDimension(ambient, m.Dimension), m.Energy.checkDimension(m.Dimension),
		m.Energy.checkQuadrature(boxFacts(m.Dimension), checkBox(m.Dimension)))
}

// latentSettings are what the latent energy depends on beside the autoencoder.
type latentSettings struct {
	Energy    boxEnergy `yaml:"energy" doc:"energy of the latent space"`
	Padding   float64   `yaml:"padding" doc:"padding of the latent box"`
	Dimension int       `yaml:"dimension" doc:"dimension of the latent space"`
}

// autoencoderSettings are what the autoencoder depends on.
type autoencoderSettings struct {
	Autoencoder Autoencoder `yaml:"autoencoder" doc:"encoder and decoder"`
	Dimension   int         `yaml:"dimension" doc:"dimension of the latent space"`
}

// Parts implements Trainable.
func (m *Pushforward) Parts() []Part {
	return []Part{
		{Name: "autoencoder", Version: 1, Settings: &autoencoderSettings{m.Autoencoder, m.Dimension},
			Train:   func(ctx context.Context, t train.Task) error { return m.Autoencoder.train(ctx, t, m.Dimension) },
			Demands: func(ambient, points int) []Demand { return m.Autoencoder.demands(ambient, m.Dimension, points) }},
		{Name: "latent_energy", Version: 1, Settings: &latentSettings{m.Energy, m.Padding, m.Dimension}, Needs: []string{"autoencoder"},
			Train: m.trainEnergy, Demands: func(_, points int) []Demand { return m.Energy.demands(m.Dimension, 0, points) }},
	}
}

func (m *Pushforward) trainEnergy(ctx context.Context, t train.Task) error {
	latent, p, err := m.latent(ctx, t.Environment, t.Input("autoencoder"))
	if err != nil {
		return err
	}
	if t.Validation != nil {
		if t.Validation, err = p.encode(ctx, t.Environment, t.Validation); err != nil {
			return err
		}
	}
	t.Environment = latent
	return fitInBox(ctx, &m.Energy, t, "latent_energy")
}

// latent is the setting of the latent space: the encoded data and their padded box.
func (m *Pushforward) latent(ctx context.Context, s train.Environment, folder string) (train.Environment, pair, error) {
	p, err := m.Autoencoder.load(s.Data.Dim, m.Dimension, folder)
	if err != nil {
		return train.Environment{}, pair{}, err
	}
	z, err := p.encode(ctx, s, s.Data)
	if err != nil {
		return train.Environment{}, pair{}, err
	}
	latent := s
	latent.Data, latent.Box = z, paddedBox(z, m.Padding)
	return latent, p, nil
}

// paddedBox is the range of the points on each axis, padded on each side by a fraction of it.
func paddedBox(set *points.Set, padding float64) [][2]float64 {
	box := make([][2]float64, set.Dim)
	for j := range box {
		low, high := math.Inf(1), math.Inf(-1)
		for i := range set.Len() {
			low, high = min(low, set.At(i)[j]), max(high, set.At(i)[j])
		}
		// An autoencoder that collapsed to a point still needs a box of some width.
		pad := max(padding*(high-low), 1e-3)
		box[j] = [2]float64{low - pad, high + pad}
	}
	return box
}

// Nature implements Trainable.
func (m *Pushforward) Nature(ambient int) Nature {
	return Nature{Ambient: ambient, Dimension: m.Dimension, Density: true}
}

// Load implements Trainable.
func (m *Pushforward) Load(s train.Environment, folder func(string) string) (Trained, error) {
	latent, p, err := m.latent(context.Background(), s, folder("autoencoder"))
	if err != nil {
		return nil, err
	}
	energy, err := m.Energy.load(m.Dimension, folder("latent_energy"))
	return &trainedPushforward{latent: latent, box: s.Box, pair: p, energy: energy, settings: m, sheetDistance: sheetShare * diagonal(s.Box)}, err
}

type trainedPushforward struct {
	latent        train.Environment
	box           [][2]float64 // of the data
	pair          pair
	energy        network.Trained
	settings      *Pushforward
	sheetDistance float64 // within which sheets of the image count as one
}

// Support is the image of n uniform points of the latent box, with the logarithm of equation 2 at each:
// -E(z) - log det(J^T J)/2.
func (m *trainedPushforward) Support(ctx context.Context, rng *rand.Rand, n int) (*points.Set, []float64, error) {
	density, err := m.densityAt(ctx, uniformPoints(m.latent.Box, n, rng))
	if err != nil {
		return nil, nil, err
	}
	return density.image, density.logs, nil
}

func (m *trainedPushforward) decode(ctx context.Context, z *points.Set) (*decoded, error) {
	e, err := m.pair.newDecoding(m.latent, m.settings.Dimension)
	if err != nil {
		return nil, err
	}
	return decode(ctx, e, z)
}

// logVolume is log det(J^T J)/2 of a Jacobian [n, m]: the logarithm of the product of its singular values. Where the
// decoder folds, a singular value of 0 is held at the smallest that single precision tells from 0.
func logVolume(jacobian []float64, m int) float64 {
	var svd mat.SVD
	if !svd.Factorize(mat.NewDense(len(jacobian)/m, m, jacobian), mat.SVDNone) {
		return math.NaN()
	}
	sum := 0.0
	for _, s := range svd.Values(nil) {
		sum += math.Log(max(s, 1e-7))
	}
	return sum
}

// Sample draws latent points from the latent box by rejection unless the settings say otherwise, and decodes them.
func (m *trainedPushforward) Sample(ctx context.Context, rng *rand.Rand, n int) (*points.Set, map[string]float64, error) {
	if m.settings.Sampling.byChains(m.settings.Dimension) {
		return m.SampleByChains(ctx, rng, n)
	}
	z, figures, err := m.settings.Sampling.fromBox(ctx, rng, energyInBox(m.latent, m.energy), n)
	if err != nil {
		return nil, nil, err
	}
	return m.decoded(ctx, z, figures)
}

// decoded is drawn latent points' images, with what is told of the draw.
func (m *trainedPushforward) decoded(ctx context.Context, z *points.Set, statistics map[string]float64) (*points.Set, map[string]float64, error) {
	image, err := m.decode(ctx, z)
	if err != nil {
		return nil, nil, err
	}
	return image.points, statistics, nil
}

var (
	_ Trainable      = (*Pushforward)(nil)
	_ config.Checker = (*Pushforward)(nil)
	_ Sampler        = (*trainedPushforward)(nil)
	_ ChainSampler   = (*trainedPushforward)(nil)
	_ Density        = (*trainedPushforward)(nil)
	_ Nearest        = (*trainedPushforward)(nil)
)
