package network

import (
	"math/rand/v2"

	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/autodiff"
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
