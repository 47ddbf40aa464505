// Package onkernels draws from densities on a manifold in any codimension, and integrates over it, from the data's
// side: by kernels in the tangent spaces at the data. It is for any support to which one can return from a tangent
// space along the normals. Package onmesh is its counterpart for supports with a mesh.
package onkernels

import (
	"context"

	"ebim/framework/points"
	"ebim/framework/support"
)

// Around is what kernels around the data of a support need. A support that embeds it has what it implements.
type Around struct {
	Dimension int
	Diagonal  float64 // of the box
	// Starts are points of the support, such as the data taken to it.
	Starts func(ctx context.Context) (*points.Set, error)
	Chart  func() (Chart, error)
	Even   Even // nil: unknown
}

// Chart goes between a manifold and its tangent spaces.
type Chart interface {
	// Frames are those at points of the manifold.
	Frames(ctx context.Context, x *points.Set) ([]Frame, error)
	// Back goes from points of tangent spaces, at other points, to the manifold along the normals there.
	Back(ctx context.Context, at, from *points.Set) (y *points.Set, returned []Return, err error)
}

// Frame is orthonormal bases at a point: of the tangent space, [m, n], and of the smaller of it and the normal space.
type Frame struct{ Tangents, Smaller []float64 }

// Return is what became of a point on its way back.
type Return int

// What may become of it.
const (
	Lost    Return = iota // not found, or outside of the box
	Beyond                // an edge of the manifold
	Arrived               // on the manifold
)

// slackShare of the box's diagonal is no distance.
const slackShare = 1e-4

var (
	_ support.Integrator = Around{}
	_ support.NearData   = Around{}
)
