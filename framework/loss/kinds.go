package loss

import (
	"math/rand/v2"

	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/config"
	"ebim/framework/network"
)

// Manifold is a loss of a manifold-defining function F (kind "manifold_loss").
type Manifold interface {
	// Terms names what the loss reports beside its total, in order.
	Terms() []string
	// Needs is what Value takes beside the data.
	Needs() ManifoldNeeds
	// Value is the loss of F, and the terms.
	Value(f network.Function, in ManifoldInputs) (total *graph.Node, terms []*graph.Node)
}

// ManifoldNeeds is what a Manifold takes in each step; see ManifoldInputs.
type ManifoldNeeds struct {
	Cotangents, Negatives, Boundary, Normal, Uniform bool
	Progress                                         bool
	// the chains of the negatives have the energy |F|^2 instead of |F|
	SquaredEnergy bool
	Noise         *Noise // nil: none
	// Frames asks for normal frames of the data, with Pieces; there are none in codimension 1, where signs don't need
	// them, in a large one, and where the data have none.
	Frames bool
	Own    []OwnInput // what the loss draws itself
	// Hint says what may let the loss diverge, where it is not the learning rate alone.
	Hint string
}

// MostOriented is the largest codimension in which data have frames: a loss takes determinants of their size.
const MostOriented = 4

// OwnInput is random numbers that a loss draws for each step.
type OwnInput struct {
	Dimensions func(batch int) []int
	Fill       func(into []float32, rng *rand.Rand)
}

// Noise is added to data with standard deviations between two bounds, in units of the data; those left out follow from
// the data. They are log-uniform, but for a share that is log-normal about the data's scale.
type Noise struct {
	Lowest, Highest *float64
	Middle          float64 // the share, in [0, 1]
}

// ManifoldInputs are what a step has, for a manifold of codimension c in R^n. All but the data are nil unless needed.
type ManifoldInputs struct {
	Data       *graph.Node // [batch, n]
	Cotangents *graph.Node // uniform on the unit sphere of R^c, [batch, c]
	Negatives  *graph.Node // points of the negative sampler, [batch, n]
	Boundary   *graph.Node // uniform points of the box's boundary, [batch, n]
	Normal     *graph.Node // standard normal numbers, [batch, n]
	Uniform    *graph.Node // uniform numbers between 0 and 1, [batch]
	Progress   *graph.Node // share of the training that lies before the step, scalar
	Noise      *graph.Node // normal noise for each data point, [batch, n]
	Deviations *graph.Node // the noise's standard deviations, [batch]
	// orthonormal normal vectors at the data, one after another, oriented alike along each piece of the data, [batch,
	// c*n]
	Frames *graph.Node
	Pieces *graph.Node // 1 where a data point is of a piece of the data, otherwise 0, [batch, pieces]
	Own    []*graph.Node
	// standard deviation of the training data about their manifold, per direction, as far as it is known
	Spread float64
	Scale  float64 // root of the mean squared distance of the training data to their mean, per coordinate
}

// Versioned is a Manifold whose results changed for the same settings, so that trainings of earlier versions are not
// reused.
type Versioned interface {
	// VersionIn is the version in a codimension, 1 where nothing changed.
	VersionIn(codimension int) int
}

// Denoises reports whether a loss teaches F to take noise away, so that points can be drawn by diffusion: a loss
// states it with a method Denoises.
func Denoises(l Manifold) bool {
	stated, ok := l.(interface{ Denoises() bool })
	return ok && stated.Denoises()
}

// NetworkChecker is a Manifold that can't train every network.
type NetworkChecker interface {
	// CheckNetwork names the loss's field that a network does not fit; nil if it fits. The network is nil for the
	// default.
	CheckNetwork(n network.Network) *config.FieldError
}

// Energy is a loss of an energy E (kind "energy_loss").
type Energy interface {
	// Terms names what the loss reports beside its total, in order.
	Terms() []string
	// Needs is what Value takes beside the data on a support. Whether it has Samples is the same on all supports.
	Needs(on Support) EnergyNeeds
	// Value is the loss of E, and the terms.
	Value(energy network.Function, in EnergyInputs) (total *graph.Node, terms []*graph.Node)
}

// Support is what the loss of an energy may know of where the density lives.
type Support struct {
	Manifold  bool // F = 0; otherwise a box
	Dimension int  // of the manifold or box
	Ambient   int  // n, of the space around it
}

// EnergyNeeds is what an Energy takes in each step; see EnergyInputs.
type EnergyNeeds struct {
	Samples    bool
	Factor     func(share float64) float64 // of a step before which the given share of the training lies
	Quadrature *Quadrature
	Uniform    Amount // for each data point
	// uniform points of a manifold that are found once, from which Uniform takes (16384 unless given); in boxes it
	// takes new ones
	Pool       Amount
	Probes     Amount // for each data point
	Constraint bool
	// AnyData leaves data where they are: otherwise they are taken at their nearest points of the support (see the
	// package).
	AnyData bool
	// Hint says what may let the loss diverge, where it is not the learning rate alone.
	Hint string
}

// Quadrature is an integral over the support.
type Quadrature struct {
	Cells  Amount // along the longest axis of the box around a manifold, or along each axis of a box
	Random bool   // each step has nodes of its own, a uniform point of each piece
	Draws  bool
}

// Amount is a number with the setting that it comes from, which is blamed where memory does not suffice.
type Amount struct {
	Count   int
	Setting string
}

// EnergyInputs are what a step has, on a support in R^n. All but the data are nil unless needed.
type EnergyInputs struct {
	Data       *graph.Node      // [batch, n]
	Samples    *graph.Node      // of the model, by Markov chains, [batch, n]
	Factor     *graph.Node      // scalar
	Nodes      *graph.Node      // of the quadrature, [k, n]
	LogWeights *graph.Node      // logarithms of the nodes' weights, [k, 1]
	Draws      *graph.Node      // fixed nodes of the quadrature, drawn by their weights, [batch, n]
	Uniform    *graph.Node      // uniform points of the support, [Uniform.Count * batch, n]
	Probes     *graph.Node      // random signs, [Probes.Count * batch, n]
	Constraint network.Function // F with its parameters held; nil in a box
}

// Autoencoder is a loss that trains an encoder and a decoder together (kind "autoencoder_loss").
type Autoencoder interface {
	// Terms names what the loss reports beside its total, in order.
	Terms() []string
	// Needs is what Value takes beside the data.
	Needs() AutoencoderNeeds
	// EncoderOutputs is the number of the encoder's outputs for a latent space R^m.
	EncoderOutputs(latent int) int
	// Code is the latent point [batch, m] that stands for the encoder's outputs.
	Code(encoded *graph.Node) *graph.Node
	// Value is the loss of both, and the terms.
	Value(encoder, decoder network.Function, in AutoencoderInputs) (total *graph.Node, terms []*graph.Node)
}

// AutoencoderNeeds is what an Autoencoder takes in each step.
type AutoencoderNeeds struct{ Normal bool }

// AutoencoderInputs are what a step has, for data in R^n and a latent space R^m. All but the data are nil unless
// needed.
type AutoencoderInputs struct {
	Data   *graph.Node // [batch, n]
	Normal *graph.Node // standard normal numbers, [batch, m]
}
