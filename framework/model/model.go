// Package model holds what experiments compare (kind "model"): implicit manifolds, constrained, ambient and pushforward
// energy-based models. A model is trained in parts, each a stage of the run; a trained model answers what metrics ask
// through small interfaces, of which it has those that make sense for it.
package model

import (
	"context"
	"math/rand/v2"

	"ebim/framework/mesh"
	"ebim/framework/points"
	"ebim/framework/train"
)

// Model is a declared model: one that is trained, or one that is derived from others of its experiment.
type Model interface {
	// CheckDimension says what is wrong with the model for data in R^ambient, or nil.
	CheckDimension(ambient int) error
}

// Trainable is a model with parts to train.
type Trainable interface {
	Model
	// Nature is what is known of it for data in R^ambient.
	Nature(ambient int) Nature
	// Parts are its trainings, in order.
	Parts() []Part
	// Load is the trained model; folder gives the folder of each finished part.
	Load(env train.Environment, folder func(part string) string) (Trained, error)
}

// Derived is a model that is made of trained ones, without training (paper, section 3.1, manifold arithmetic).
type Derived interface {
	Model
	// Operands are the labels of the models that it is made of.
	Operands() []string
	// Nature is what is known of it, from what is known of its operands. The error, a *config.FieldError, says why they
	// can't be combined.
	Nature(operands []Nature) (Nature, error)
	// Combine makes it of its trained operands.
	Combine(operands []Trained) (Trained, error)
}

// Part is one training of a model.
type Part struct {
	Name    string // manifold, energy, autoencoder, latent_energy
	Version int    // of the training's code: raised when the same settings give other results
	// VersionIn is Version where it hangs on the data's dimension, 0 where that isn't known before they are read; nil otherwise.
	VersionIn func(ambient int) int
	Settings  any      // all that the result depends on beside data, seed and earlier parts
	Needs     []string // earlier parts
	Train     func(ctx context.Context, t train.Task) error
	// Demands are what the training asks of memory for so many points in R^ambient; nil where that is not known.
	Demands func(ambient, points int) []Demand
}

// Trained is a model after its training. What it can do beside is told by Sampler, ChainSampler, MeshSampler, Density,
// Nearest, Mesher, Likelihood, ManifoldFunction, EnergyFunction and SingularValues.
type Trained interface{}

// Sampler draws from a model.
type Sampler interface {
	// Sample is n independent points, and figures that tell how good the draw is (effective sample size). The error is an
	// *EmptyError where there is nothing to draw from.
	Sample(ctx context.Context, rng *rand.Rand, n int) (*points.Set, map[string]float64, error)
}

// ChainSampler draws from a model by Markov chains, however it is sampled otherwise.
type ChainSampler interface {
	// SampleByChains is the ends of n independent chains that start at data, and figures of them. The error is an *EmptyError
	// where there is no point to start at.
	SampleByChains(ctx context.Context, rng *rand.Rand, n int) (*points.Set, map[string]float64, error)
}

// MeshSampler draws from a model by means of its mesh, however it is sampled otherwise.
type MeshSampler interface {
	// SampleByMesh is n independent points, and figures of how they were found. The error is a *mesh.UnmeshableError where
	// the support has no mesh, and an *UndrawableError where its mesh does not serve.
	SampleByMesh(ctx context.Context, rng *rand.Rand, n int) (*points.Set, map[string]float64, error)
}

// Density evaluates a model's density on its own support.
type Density interface {
	// Support is n points of the model's support, spread over it without regard to its density, and the logarithm of
	// the density at each, up to a common constant, with respect to the support's measure. The error is an *EmptyError where
	// it has no points.
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
	Unconverged int       // points that are not on the manifold (|F| above 1e-4) or, without an F, whose search had not settled
	Unsettled   int       // points whose search still moved when it was stopped: on the manifold, but perhaps not the nearest
}

// Mesher is a model whose support is a curve or a surface in up to three dimensions.
type Mesher interface {
	// Mesh is the support. The resolution is the number of cells along the longest axis of the box (implicit manifolds; see
	// mesh.Problem), or, of pushforward models, how many edges of the mesh go at least into the box's diagonal. A model
	// with a density gives each vertex its mesh.LogDensity, normalised on the mesh, and its mesh.Energy. The error is a
	// *mesh.UnmeshableError where there is no such support: an empty zero set, or one that fills the box.
	Mesh(ctx context.Context, resolution int) (*mesh.Mesh, error)
}

// Likelihood is a model with a normalised density with respect to the measure of its own support.
type Likelihood interface {
	// LogDensity is taken at the points of the support that are nearest to x.
	LogDensity(ctx context.Context, rng *rand.Rand, x *points.Set) (*LogDensity, error)
}

// LogDensity is the result of Likelihood.
type LogDensity struct {
	Values          []float64   // nats, at each point of Nearest
	Nearest         *Projection // of the given points; they themselves for a model of the whole space
	LogNormaliser   float64     // logarithm of the integral of the unnormalised density over the support
	NormaliserError float64     // bound of LogNormaliser's error, so a relative one of the integral's, in 95 % of cases
	// Sheets is how many sheets of a pushforward's image each value is summed over; nil where one is all there is or was looked
	// for.
	Sheets []int
}

// ManifoldFunction evaluates a manifold-defining function.
type ManifoldFunction interface {
	// ManifoldFunction is F(x), [len(x), codimension].
	ManifoldFunction(ctx context.Context, x *points.Set) (*points.Set, error)
}

// EnergyFunction evaluates an energy in the data's space.
type EnergyFunction interface {
	// EnergyFunction is E(x) for each point.
	EnergyFunction(ctx context.Context, x *points.Set) ([]float64, error)
}

// SingularValues tells how far a model's Jacobian is from losing rank: that of F, or that of the decoder.
type SingularValues interface {
	// SingularValues are those at each point (of F), or at its code (of a decoder), largest first: [len(x), rank].
	SingularValues(ctx context.Context, x *points.Set) (*points.Set, error)
}
