// Package support says where a model's points lie. A model is a support with or without a density on it, and there are few
// supports: a box (package box), the zero set of a manifold-defining function in a box (zeroset), the image of a latent box
// under a decoder (image), the manifold of a known distribution (known), and several of these side by side (pieces).
//
// Energies are trained, drawn from and integrated over in a Domain: a box or a zero set. A Carrier is a support to which
// such a domain is carried. Boxes and zero sets carry themselves; an image carries its latent box, along which volume is
// stretched, and some of whose points may meet:
//
//	log p(f(z)) = -E(z) - log Z - log det(J^T J)/2, summed over all z with the same f(z) (paper, equation 2; area formula)
//
// So whatever a density needs is written once, in terms of a domain and of what carries it.
package support

import (
	"context"
	"math/rand/v2"

	"ebim/framework/mesh"
	"ebim/framework/points"
)

// Support is where a model's points lie, a subset of R^n. What a support lacks, its methods answer with errors.ErrUnsupported.
type Support interface {
	// Ambient is n.
	Ambient() int
	// Dimension of the support; n for one that fills a box.
	Dimension() int
	// Uniform is n independent points, uniform in the measure of the domain that is carried. The error is an *EmptyError where
	// the support has no points.
	Uniform(ctx context.Context, rng *rand.Rand, n int) (*points.Set, error)
	// Nearest is, for each point of x, the nearest point of the support that was found.
	Nearest(ctx context.Context, x *points.Set) (*Projection, error)
	// CheckMesh says why the support can't be meshed, or nil.
	CheckMesh() error
	// Mesh is a curve or a surface in up to three dimensions. The resolution is the number of cells along the longest axis of
	// the box (zero sets; see mesh.Problem), or, of images, how many edges of the mesh go at least into the box's diagonal. The
	// error is a *mesh.UnmeshableError where there is no such thing: an empty zero set, or one that fills the box.
	Mesh(ctx context.Context, resolution int) (*mesh.Mesh, error)
	// SingularValues are those of the Jacobian of F at each point, or of the decoder at its code, largest first: [len(x), rank].
	// They tell how far it is from losing rank.
	SingularValues(ctx context.Context, x *points.Set) (*points.Set, error)
	// Moved is the support's image.
	Moved(by Similarity) Support
}

// Reconstructor is a Support that has learned a way to itself and back, without a search: an encoder and a decoder.
type Reconstructor interface {
	Support
	// Reconstruct is, for each point of x, what the decoder makes of its code. The error is errors.ErrUnsupported where there are none.
	Reconstruct(ctx context.Context, x *points.Set) (*points.Set, error)
}

// Projection is the result of Nearest.
type Projection struct {
	Points      *points.Set
	Residual    []float64 // |F| at each point; 0 where points lie on the support by construction
	Unconverged int       // points off the support (|F| above OnManifold) or, without an F, whose search had not settled
	Unsettled   int       // points whose search still moved when it was stopped: on the support, but perhaps not the nearest
}

// MostSearched is the largest codimension of a zero set on which points are searched for; above it, as of images, the data count as points of it.
const MostSearched = 256

// MostCovered is the largest dimension in which a domain can be covered with uniform points, or with a grid.
const MostCovered = 3

// OnManifold is the largest |F| of a point that counts as on a zero set.
const OnManifold = 1e-4

// LogFunction is the logarithm of an unnormalized density at each point.
type LogFunction func(ctx context.Context, x *points.Set) ([]float64, error)

// EmptyError says that a trained model's support has no point to draw: an honest outcome of a training that degenerated, and
// not a failure of the program.
type EmptyError struct{ Reason string }

func (e *EmptyError) Error() string { return e.Reason }

// UndrawableError says that a domain can't be drawn from exactly: the density is too steep for its cells, or their points can't
// be taken to the manifold.
type UndrawableError struct{ Reason string }

func (e *UndrawableError) Error() string { return e.Reason }
