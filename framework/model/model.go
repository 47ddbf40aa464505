// Package model holds what experiments compare (kind "model"): implicit manifolds, constrained, ambient and pushforward
// energy-based models. A model is trained in parts, each a stage of the run; a trained model answers what metrics ask
// through small interfaces, of which it has those that make sense for it.
package model

import (
	"context"
	"math/rand/v2"
	"time"

	"github.com/gomlx/gomlx/backends"

	"ebim/framework/points"
	"ebim/framework/train"
)

// Model is a declared model.
type Model interface {
	// Parts are its trainings, in order.
	Parts() []Part
	// CheckDimension says what is wrong with the model for data in R^ambient, or nil.
	CheckDimension(ambient int) error
	// Load is the trained model; folder gives the folder of each finished part.
	Load(setting Setting, folder func(part string) string) (Trained, error)
}

// Part is one training of a model.
type Part struct {
	Name     string   // manifold, energy, autoencoder, latent_energy
	Version  int      // of the training's code: raised when the same settings give other results
	Settings any      // all that the result depends on beside data, seed and earlier parts
	Needs    []string // earlier parts
	Train    func(ctx context.Context, t Task) error
}

// Setting is the world of a model: the engine, the data and their box.
type Setting struct {
	Engine backends.Backend
	Data   *points.Set
	Box    [][2]float64
	Seed   uint64
}

// Task is what a part's training gets.
type Task struct {
	Setting
	Folder      string                   // for history and parameters
	Checkpoints string                   // of the unfinished training
	Input       func(part string) string // folder of an earlier part
	Every       time.Duration            // between checkpoints
	Now         func() time.Time
	Monitor     train.Monitor
}

func (t Task) loop(training train.Training) *train.Loop {
	return &train.Loop{Engine: t.Engine, Training: training, Seed: t.Seed, Folder: t.Folder, Checkpoints: t.Checkpoints,
		CheckpointEvery: t.Every, Now: t.Now, Monitor: t.Monitor}
}

// Trained is a model after its training. What it can do beside is told by Sampler, Density and Nearest.
type Trained interface{}

// Sampler draws from a model.
type Sampler interface {
	// Sample is n independent points, and figures that tell how good the draw is (effective sample size).
	Sample(ctx context.Context, rng *rand.Rand, n int) (*points.Set, map[string]float64, error)
}

// Density evaluates a model's density on its own support.
type Density interface {
	// Support is n points of the model's support, spread over it without regard to its density, and the logarithm of
	// the density at each, up to a common constant, with respect to the support's measure.
	Support(ctx context.Context, rng *rand.Rand, n int) (*points.Set, []float64, error)
}

// Nearest finds the points of a learned manifold that are nearest to given ones.
type Nearest interface {
	// Nearest is, for each point of x, the nearest point of the manifold that was found.
	Nearest(ctx context.Context, x *points.Set) (*Projection, error)
}

// Projection is the result of Nearest.
type Projection struct {
	Points      *points.Set
	Residual    []float64 // |F| at each point; 0 for models whose points lie on the manifold by construction
	Unconverged int       // points whose search had not settled when it was stopped
}

// ParametersFolder is where a part keeps its trained parameters, below its folder.
const ParametersFolder = "parameters"
