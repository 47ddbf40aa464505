// Package zeroset is the zero set F = 0 of a manifold-defining function in a box, of the kind by which its points can
// be found: meshed, searched or denoised.
package zeroset

import (
	"ebim/framework/network"
	"ebim/framework/support"
	"ebim/framework/support/denoised"
	"ebim/framework/support/implicit"
	"ebim/framework/support/meshed"
	"ebim/framework/support/searched"
	"ebim/framework/train"
)

// Option is something further to say of a zero set.
type Option func(f *implicit.Function, parts *meshed.Parts)

// New is the zero set of F, whose outputs are as many as the codimension, with all of its pieces.
func New(env train.Environment, f network.Trained, codimension int, options ...Option) implicit.Set {
	on, parts := implicit.Function{Env: env, F: f, Codimension: codimension}, meshed.Parts{}
	for _, option := range options {
		option(&on, &parts)
	}
	switch {
	case codimension > support.MostSearched:
		return denoised.New(on)
	case len(env.Box) > support.MostCovered:
		return searched.New(on)
	}
	return meshed.New(on, parts)
}

// WithData leaves out the pieces that carry no data.
func WithData(f *implicit.Function, parts *meshed.Parts) { f.Restricted, parts.WithData = true, true }

// United says of a product of functions that it has the zero sets of its factors.
func United(of ...implicit.Set) Option {
	return func(f *implicit.Function, parts *meshed.Parts) { parts.United = take(f, of) }
}

// Within leaves out the pieces that do not lie in all of some others, of whose functions the set is the intersection.
func Within(all ...implicit.Set) Option {
	return func(f *implicit.Function, parts *meshed.Parts) { parts.Crossed = take(f, all) }
}

// Annealed lets chains start at diffusion samples.
func Annealed(by implicit.Annealing) Option {
	return func(f *implicit.Function, _ *meshed.Parts) { f.Annealing = &by }
}

// Overlapping says of functions of manifolds that have a part in common of what dimension that is at most: their
// equations there are not independent, so that F has more outputs than it has normals.
func Overlapping(dimension int) Option {
	return func(f *implicit.Function, _ *meshed.Parts) { f.Overlap = &dimension }
}

// take notes whether parts are restricted, and returns those that are meshed: all of them or none.
func take(f *implicit.Function, parts []implicit.Set) (made []*meshed.Set) {
	for _, part := range parts {
		f.Restricted = f.Restricted || part.Base().Restricted
		if one, ok := part.(*meshed.Set); ok {
			made = append(made, one)
		}
	}
	return made
}
