// Package support says where a model's points lie. A model is a support with or without a density on it. Each folder
// here is a support that knows nothing of the others: a box, the zero set of a manifold-defining function (zeroset, of
// three kinds), the image of a latent box under a decoder, the manifold of a known distribution, and several supports
// side by side (pieces). A new one is a folder and a model: nothing lists the kinds.
//
// Energies are trained, drawn from and integrated over in a Domain. A Carrier is a support to which such a domain is
// carried. Boxes and zero sets carry themselves; an image carries its latent box, along which volume is stretched, and
// some of whose points may meet:
//
//	log p(f(z)) = -E(z) - log Z - log det(J^T J)/2, summed over all z with the same f(z) (paper, equation 2)
//
// So whatever a density needs is written once, in terms of a domain and of what carries it.
// Package onmesh draws and integrates for any support that has a mesh and a projection.
package support

import (
	"context"
	"math/rand/v2"

	"ebim/framework/points"
)

// Support is where a model's points lie, a subset of R^n. All else that it can do are abilities of its own
// (abilities.go).
type Support interface {
	// Ambient is n.
	Ambient() int
	// Dimension of the support; n for one that fills a box.
	Dimension() int
	// Uniform is n independent points, uniform in the measure of the domain that is carried. The error is an
	// *EmptyError where the support has no points.
	Uniform(ctx context.Context, rng *rand.Rand, n int) (*points.Set, error)
	// Moved is the support's image.
	Moved(by Similarity) Support
}

// Projection is the result of Nearest.
type Projection struct {
	Points   *points.Set
	Residual []float64 // |F| at each point; 0 where points lie on the support by construction
	// points off the support (|F| above OnManifold) or, without an F, whose search had not settled
	Unconverged int
	// points whose search still moved when it was stopped: on the support, but perhaps not the nearest
	Unsettled int
	// Moving says which searches still moved when they were stopped; nil: none.
	Moving []bool
}

// Converged reports whether the search of point i has settled on the support.
func (p *Projection) Converged(i int) bool {
	return p.Residual[i] <= OnManifold && (p.Moving == nil || !p.Moving[i])
}

// MostSearched is the largest codimension of a zero set on which points are searched for; above it, as of images, the
// data count as points of it.
const MostSearched = 256

// MostCovered is the largest dimension in which a domain can be covered with uniform points, or with a grid.
const MostCovered = 3

// OnManifold is the largest |F| of a point that counts as on a zero set.
const OnManifold = 1e-4

// LogFunction is the logarithm of an unnormalized density at each point.
type LogFunction func(ctx context.Context, x *points.Set) ([]float64, error)

// EmptyError says that a trained model's support has no point to draw: an honest outcome of a training that
// degenerated, and not a failure of the program.
type EmptyError struct{ Reason string }

func (e *EmptyError) Error() string { return e.Reason }

// UndrawableError says that a domain can't be drawn from exactly: the density is too steep for its cells, or their
// points can't be taken to the manifold.
type UndrawableError struct{ Reason string }

func (e *UndrawableError) Error() string { return e.Reason }
