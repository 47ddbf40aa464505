// Package implicit is what all zero sets share: a manifold-defining function F in a box, its values and derivatives,
// and diffusion samples by it. The sets themselves differ in how points of them are found:
//
//	meshed    in two or three dimensions, by a mesh
//	searched  in more dimensions, by projection, and by chains and kernels from the data
//	denoised  above codimension support.MostSearched, as of images: the data and diffusion samples count as points
//
// Package zeroset chooses among them.
package implicit

import (
	"math/rand/v2"

	"context"

	"ebim/framework/network"
	"ebim/framework/points"
	"ebim/framework/support"
	"ebim/framework/train"
)

// Function is a trained manifold-defining function F with its box and data.
type Function struct {
	Env         train.Environment
	F           network.Trained
	Codimension int // number of F's outputs
	// Overlap is the dimension of the zero set of manifolds that have a part in common, where their equations are not
	// independent; nil: what the outputs of F leave.
	Overlap   *int
	Annealing *Annealing // by which starting points of chains are drawn; nil for none
	// Restricted sets may leave out pieces of F = 0.
	Restricted bool
}

// Set is the zero set of a Function.
type Set interface {
	support.Domain
	support.Implicit
	// Base is the function.
	Base() *Function
}

// Base implements Set.
func (z *Function) Base() *Function { return z }

// Environment implements support.Domain.
func (z *Function) Environment() train.Environment { return z.Env }

// Ambient implements support.Support.
func (z *Function) Ambient() int { return len(z.Env.Box) }

// Dimension implements support.Support.
func (z *Function) Dimension() int {
	if z.Overlap != nil {
		return *z.Overlap
	}
	return len(z.Env.Box) - z.Codimension
}

// Constraint implements support.Implicit.
func (z *Function) Constraint() *network.Trained { return &z.F }

// After is F(s^-1(x)), in the moved box.
func (z *Function) After(by support.Similarity) Function {
	moved := *z
	moved.Env, moved.F = by.Environment(z.Env), by.Before(z.F)
	if z.Annealing != nil {
		scaled := z.Annealing.scaled(by.Factor)
		moved.Annealing = &scaled
	}
	return moved
}

// Drawn implements support.Diffused: n diffusion samples, and figures of how they were drawn; nil where the set has
// none.
func (z *Function) Drawn(ctx context.Context, rng *rand.Rand, n int) (*points.Set, map[string]float64, error) {
	if z.Annealing == nil {
		return nil, nil, nil
	}
	return z.Diffuse(ctx, rng, *z.Annealing, n)
}
