// Package manifold trains manifold-defining functions F (paper, section 3.1).
//
// A loss (package loss) says what it needs beside the data. Each need has a feeder, which adds an input to the graph
// and fills it in every step (feeders.go): cotangents, random numbers, points of the box's boundary, negative points,
// how far the training has come; noise, from the spacing of the data to their extent (noise.go); and normal frames,
// which are carried along the data and reported where they come back reversed (frames.go).
//
// A training looks at its validation points, where there are some, by its loss with noise that stays the same, or by
// their distance to F = 0 where the loss has no noise or takes negative points (validation.go). Of several starts,
// which differ in F's initial parameters alone, the one whose value there is lowest is kept (starts.go).
package manifold

import (
	"fmt"
	"path/filepath"

	"ebim/framework/chains"
	"ebim/framework/config"
	"ebim/framework/loss"
	"ebim/framework/network"
	"ebim/framework/random"
	"ebim/framework/sampler"
	"ebim/framework/train"
)

// Manifold is a manifold-defining function F with its training (paper, section 3.1).
type Manifold struct {
	Dimension int              `yaml:"dimension" range:"[1, 100000]" doc:"dimension m of the manifold; its codimension is the data's dimension minus this"`
	Network   network.Network  `yaml:"network" default:"null" doc:"architecture of F; unless given shortcuts beside a perceptron, 3 layers of 64, with random Fourier features in up to three dimensions, 64 squares above"`
	Loss      loss.Manifold    `yaml:"loss" default:"denoising" doc:"loss of F"`
	Sampler   sampler.Negative `yaml:"sampler" default:"{langevin: {noise: 0.1, step: 10, clamp: 0.03}}" doc:"sampler of the negative points, whose energy is |F|, for a loss that needs them"`
	Training  train.Training   `yaml:"training" default:"{steps: 4000, batch: 128, shuffle: true, optimizer: {adam: {rate: 0.003}}, schedule: cosine, clip_norm: 1, validate_every: 50}" doc:"training of F; one that is written replaces the whole default"`
	Starts    int              `yaml:"starts" default:"3" range:"[1, 1000]" doc:"trainings from different initial parameters; the lowest loss is kept: its least value on validation points, or else its mean over the last tenth"`
	DropAfter *float64         `yaml:"drop_after" range:"(0, 1)" doc:"share of the steps after which only the start with the lowest loss so far is trained on; unless given all are trained to the end"`
}

// CheckDimension refuses data of a dimension that leaves no codimension, and networks that can't be F there.
func (m *Manifold) CheckDimension(ambient int) error {
	if c := ambient - m.Dimension; c < 1 {
		return &config.FieldError{Field: "manifold.dimension",
			Found:   fmt.Sprintf("%d, which gives codimension %d in R^%d", m.Dimension, c, ambient),
			Allowed: fmt.Sprintf("1 to %d", ambient-1)}
	}
	if checker, ok := m.Loss.(loss.NetworkChecker); ok {
		if mistake := checker.CheckNetwork(m.Network); mistake != nil {
			mistake.Field = "manifold.loss." + mistake.Field
			return mistake
		}
	}
	return network.CheckTrained("manifold.network", m.architecture(ambient), ambient, ambient-m.Dimension)
}

// mostFeatures is the largest dimension of the space in which the default network has Fourier features: in more,
// features of any detail distinguish all data, and quadrics fit most manifolds better.
const mostFeatures = 3

// architecture is the network that is declared, or the default in R^ambient.
func (m *Manifold) architecture(ambient int) network.Network {
	hidden := []int{64, 64, 64}
	switch {
	case m.Network != nil:
		return m.Network
	case ambient <= mostFeatures:
		return &network.Shortcuts{Radial: true, Network: &network.FourierMLP{Features: 32, Scales: []float64{1},
			IncludeInput: true, Hidden: hidden, Activation: "silu", Initialization: "pytorch"}}
	}
	return &network.Shortcuts{Radial: true, Squares: 64,
		Network: &network.MLP{Hidden: hidden, Activation: "silu", Initialization: "zero_last"}}
}

// untrained is the network with the parameters that a seed draws for one of the starts.
func (m *Manifold) untrained(ambient int, seed uint64, start int) network.Trained {
	of := m.architecture(ambient)
	parameters := of.Initialize(ambient, ambient-m.Dimension, random.New(seed, "manifold/initialize", start))
	return network.Trained{Network: of, Parameters: parameters}
}

// Load returns the trained network of a finished part's folder.
func (m *Manifold) Load(env train.Environment, folder string) (network.Trained, error) {
	n := m.untrained(env.Data.Dim, 0, 0)
	return n, train.LoadParameters(filepath.Join(folder, train.ParametersFolder), n.Parameters)
}

// VersionIn returns that of the loss, which may depend on the codimension.
func (m *Manifold) VersionIn(ambient int) int {
	if changed, ok := m.Loss.(loss.Versioned); ok {
		return changed.VersionIn(ambient - m.Dimension)
	}
	return 1
}

// Demands returns those of fitting F to the given number of points in R^ambient.
func (m *Manifold) Demands(ambient, points int) []train.Demand {
	f := train.NewLedger(&m.Training)
	batch, out := float64(m.Training.BatchOf(points)), ambient-m.Dimension
	f.Network("manifold.network", m.architecture(ambient), ambient, out, 2*batch, "manifold.training.batch")
	if moves := m.Sampler.Negatives(); moves != nil {
		chains.Demand(f, "manifold.sampler", moves.ChainSettings(), m.architecture(ambient), ambient, out, 0, points)
	}
	return f.Demands
}
