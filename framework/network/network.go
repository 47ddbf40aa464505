package network

import (
	"errors"
	"math/rand/v2"

	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/autodiff"
	"ebim/framework/config"
	"ebim/framework/kernels"
	"ebim/framework/points"
)

// Network is a declared architecture: a family of functions from R^in to R^out.
type Network interface {
	// Initialize draws the parameters of a function from R^in to R^out.
	Initialize(in, out int, rng *rand.Rand) []Parameter
	// Bind is the function with the given parameter nodes, which stand in Initialize's order.
	Bind(parameters []*graph.Node) Function
}

// Shaped is a network that does not exist for all numbers of inputs and outputs.
type Shaped interface {
	// CheckShape says what is wrong with a function from R^in to R^out, as a *config.FieldError, or nil.
	CheckShape(in, out int) error
}

// Parameter is a named array of numbers that a function depends on, row-major.
type Parameter struct {
	Name       string
	Dimensions []int
	Values     []float32
	Frozen     bool // drawn once, saved with the others, and not changed by training
}

// Function is a network inside a graph, applied row by row.
type Function interface {
	// Apply maps x [batch, in] to [batch, out].
	Apply(x *graph.Node) *graph.Node
	// Linearize is Apply together with its derivative at x. Both can be differentiated further.
	Linearize(x *graph.Node) (*graph.Node, autodiff.Linear)
}

// CheckShape refuses a network that can't be a function from R^in to R^out, at the setting that declares it.
func CheckShape(field string, n Network, in, out int) error {
	err := checkShape(n, in, out)
	if mistake, ok := errors.AsType[*config.FieldError](err); ok {
		placed := *mistake
		placed.Field = field
		return &placed
	}
	return err
}

// checkShape is that of a network which may not be Shaped.
func checkShape(n Network, in, out int) error {
	if shaped, ok := n.(Shaped); ok {
		return shaped.CheckShape(in, out)
	}
	return nil
}

// CheckTrained is CheckShape for a network that is to be trained, which one that is made from the data can't be.
func CheckTrained(field string, n Network, in, out int) error {
	if _, placed := n.(Placed); placed {
		return &config.FieldError{Field: field, Found: "a network that is made from the data and not trained",
			Allowed: "another network; this one is for energies"}
	}
	return CheckShape(field, n, in, out)
}

// Imaging is a network from images, or to them.
type Imaging interface {
	Network
	// TakeImage gives the shape of the data's images, which the network sees unless its settings say another one.
	TakeImage(shape points.Shape)
}

// EstimatesNoise reports whether a network's functions are NoiseEstimators: it states so with a method EstimatesNoise.
func EstimatesNoise(n Network) bool {
	stated, ok := n.(interface{ EstimatesNoise() bool })
	return ok && stated.EstimatesNoise()
}

// NoiseEstimator is a function F with an estimate of its own of the noise in its input.
type NoiseEstimator interface {
	Function
	// Noise maps x [batch, in] to the noise in it [batch, in] as far as it is known, and to F(x) [batch, out].
	Noise(x *graph.Node) (noise, value *graph.Node)
}

// Noise is what a function that was trained by denoising takes for noise in x [batch, in], and F(x): what it says
// itself, or J^T F.
func Noise(f Function, x *graph.Node) (noise, value *graph.Node) {
	if own, ok := f.(NoiseEstimator); ok {
		return own.Noise(x)
	}
	value, derivative := f.Linearize(x)
	return derivative.VJP(value), value
}

// Placed is a network whose parameters are made from data, which is what sees them before a training.
type Placed interface {
	Network
	// Place returns the parameters of a function to R^out for a site of at most as many points as it sees.
	Place(site *Site, out int, rng *rand.Rand) ([]Parameter, error)
	// Sees is how many of the given number of points it takes.
	Sees(count int) int
	// Empty is parameters of the dimensions that Place gives for the given number of points in R^in.
	Empty(count, in, dimension int) []Parameter
	// Work is how many numbers Place makes beside the parameters, for the given number of points.
	Work(count int) float64
}

// Site is what a placed network sees: data on a manifold of a dimension m.
type Site struct {
	Data      *points.Set
	Tangents  []float64      // orthonormal bases of the tangent spaces there, [len(Data), m, n]
	Dimension int            // m
	Nodes     *kernels.Nodes // of a quadrature of the manifold; nil where it has none
	// Nearby are those of integrals of what lies around the data; nil where there are none.
	Nearby func() (*kernels.Nodes, error)
}
