package support

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"

	"ebim/framework/config"
	"ebim/framework/kernels"
	"ebim/framework/mesh"
	"ebim/framework/network"
	"ebim/framework/points"
)

// What a support may be able to do beside drawing uniform points. Whoever needs an ability asks for it with As, or by
// a function here.

// Projector finds nearest points.
type Projector interface {
	// Nearest is, for each point of x, the nearest point of the support that was found.
	Nearest(ctx context.Context, x *points.Set) (*Projection, error)
}

// Mesher is a curve or a surface in up to three dimensions.
type Mesher interface {
	// CheckMesh says why the support can't be meshed, or nil.
	CheckMesh() error
	// Mesh has as many cells along the longest axis of the box (zero sets; see mesh.Problem), or, of images, at least
	// as many edges in the box's diagonal, as the resolution. The error is a *mesh.UnmeshableError where there is no
	// such thing: an empty zero set.
	Mesh(ctx context.Context, resolution int) (*mesh.Mesh, error)
}

// Differentiable is a support with a Jacobian: of F at each point, or of the decoder at its code.
type Differentiable interface {
	// SingularValues are those of the Jacobian, largest first: [len(x), rank]. They show how far it is from losing
	// rank.
	SingularValues(ctx context.Context, x *points.Set) (*points.Set, error)
}

// Tangential is a support with bases of its tangent spaces.
type Tangential interface {
	// Tangents is orthonormal bases at points of the support, [len(x), m, n].
	Tangents(ctx context.Context, x *points.Set) ([]float64, error)
}

// Reconstructor has learned a way to itself and back, without a search: an encoder and a decoder.
type Reconstructor interface {
	// Reconstruct is, for each point of x, what the decoder makes of its code.
	Reconstruct(ctx context.Context, x *points.Set) (*points.Set, error)
}

// Implicit is the zero set of a manifold-defining function F.
type Implicit interface {
	Support
	// Constraint is F.
	Constraint() *network.Trained
	// Values are F(x), [len(x), codimension].
	Values(ctx context.Context, x *points.Set) (*points.Set, error)
}

// Divided is a support in connected pieces, some of which may carry no data.
type Divided interface {
	// Pieces counts them. The error is a *mesh.UnmeshableError where there is no mesh that shows pieces.
	Pieces(ctx context.Context) (*Pieces, error)
}

// Pieces is what is known of the pieces of a support.
type Pieces struct {
	Count        int     // of all
	Kept         int     // of those that belong to the support
	Bare         int     // of those that carry no data, kept or not
	DroppedShare float64 // of the length or area, of those that do not belong to the support
	BareShare    float64 // of those that carry no data
}

// Agreed is a support whose mesh was found several times over.
type Agreed interface {
	// Agreement is the share of the meshes that have the topology of the one that is taken.
	Agreement(ctx context.Context) (share float64, err error)
	// FilledAgreement is the share that have it once the holes of a surface are filled.
	FilledAgreement(ctx context.Context) (share float64, err error)
}

// Traced is a support that can be followed where it is a curve, whatever space it lies in.
type Traced interface {
	// Curve is a mesh whose segments are no longer than the box of the data over a resolution.
	Curve(ctx context.Context, resolution int) (*mesh.Mesh, error)
}

// Flat is a support that was learned in a subspace, beyond which the data hardly extend but for noise.
type Flat interface {
	// Subspace is nil for the whole space.
	Subspace() *points.Subspace
}

// Ranked is a support whose dimension shows at its points.
type Ranked interface {
	// TangentShare is the share of points at which it has as many tangents as dimensions.
	TangentShare(ctx context.Context) (float64, error)
}

// Starter is a Domain at whose points chains start.
type Starter interface {
	// Start gives starting points for chains of a training, one at a time: from all over the domain.
	Start(ctx context.Context) (func(point []float32, rng *rand.Rand), error)
	// Starts are the training points on the domain. The error is an *EmptyError where there are none.
	Starts(ctx context.Context) (*points.Set, error)
}

// Noiser is a Domain with noise that its data are contrasted with.
type Noiser interface {
	// Noise fills rows [any, n] with uniform points, on a zero set from a pool of the given size that is found once;
	// of a denoised set they are diffusion samples.
	Noise(ctx context.Context, rng *rand.Rand, pool int) (func(rows []float32, rng *rand.Rand), error)
}

// Pooled is a Domain with uniform points at the least cost.
type Pooled interface {
	Pool(ctx context.Context, rng *rand.Rand, n int) (*points.Set, error)
}

// Quadrable is a Domain with nodes and weights that integrate over it.
type Quadrable interface {
	// CheckQuadrature says why there is no quadrature, or nil.
	CheckQuadrature() error
	// Quadrature has the given number of cells along the longest axis of the box (along each, where the domain is one).
	Quadrature(ctx context.Context, cells int) (*Quadrature, error)
	// Strata are the cells of such a quadrature.
	Strata(ctx context.Context, cells int) (*Strata, error)
}

// Integrator is a Domain over which densities are integrated.
type Integrator interface {
	// LogIntegral is the logarithm of the integral of exp(log) over the domain.
	LogIntegral(ctx context.Context, rng *rand.Rand, log LogFunction) (Integral, error)
}

// NearData is a Domain with integrals of, and draws from, densities whose mass lies around the data in detail that may
// be finer than a mesh.
type NearData interface {
	// IntegrateNearData is the logarithm of the integral of exp(log), where own are kernels of which the density
	// consists, at least in part, or nil.
	IntegrateNearData(ctx context.Context, rng *rand.Rand, log LogFunction, own *kernels.Mixture) (Integral, error)
	// DrawNearData is n independent points of exp(log), with figures of how they were drawn.
	DrawNearData(ctx context.Context, rng *rand.Rand, log LogFunction, own *kernels.Mixture, n int) (*points.Set,
		map[string]float64, error)
	// Nearby are points around the data with weights by which sums over them are integrals; nil where none are found.
	Nearby(ctx context.Context, rng *rand.Rand) (*kernels.Nodes, error)
}

// Drawer is a Domain with exact draws.
type Drawer interface {
	// CheckDraw says why Draw can't be used, or nil.
	CheckDraw() error
	// Draw is n independent points of the density exp(log), and figures of how they were found. The error is an
	// *UndrawableError where the density is too steep.
	Draw(ctx context.Context, rng *rand.Rand, log LogFunction, n int) (*points.Set, map[string]float64, error)
}

// Diffused is a Domain with diffusion samples, at which chains start.
type Diffused interface {
	// Drawn is n samples, and figures of how they were drawn; nil where the domain has none.
	Drawn(ctx context.Context, rng *rand.Rand, n int) (*points.Set, map[string]float64, error)
}

// As is a support by one of its abilities; the error, errors.ErrUnsupported, says what it lacks.
func As[Ability any](s Support, lacking string) (Ability, error) {
	able, ok := s.(Ability)
	if !ok {
		return able, fmt.Errorf("%s %s: %w", NameOf(s), lacking, errors.ErrUnsupported)
	}
	return able, nil
}

// NameOf names a support in messages: by its method String where it has one.
func NameOf(s Support) string {
	if named, ok := s.(fmt.Stringer); ok {
		return named.String()
	}
	return fmt.Sprintf("a %T", s)
}

// ask takes what one of a support's abilities gives.
func ask[Ability, Result any](s Support, lacking string, do func(able Ability) (Result, error)) (Result, error) {
	able, err := As[Ability](s, lacking)
	if err != nil {
		var none Result
		return none, err
	}
	return do(able)
}

// check is an ability's own reason why a support lacks it.
func check[Ability any](s Support, lacking string, reason func(able Ability) error) error {
	_, err := ask(s, lacking, func(able Ability) (any, error) { return nil, reason(able) })
	return err
}

const unsearched = "has no nearest points that could be searched for"

// CheckNearest says why a support has no nearest points, or nil. One that is made of others has a method of the name.
func CheckNearest(s Support) error {
	if composed, ok := s.(interface{ CheckNearest() error }); ok {
		return composed.CheckNearest()
	}
	_, err := As[Projector](s, unsearched)
	return err
}

// Stop says when the searches for many nearest points end.
type Stop int

// The ways to end searches.
const (
	Together     Stop = iota // all go on until each has settled
	EachByItself             // so that what is found for a point does not depend on others
)

// Stopper is a Projector whose searches may end each by itself.
type Stopper interface {
	NearestBy(ctx context.Context, x *points.Set, stop Stop) (*Projection, error)
}

// NearestEach is Nearest, with searches that end each by itself.
func NearestEach(ctx context.Context, s Support, x *points.Set) (*Projection, error) {
	return NearestBy(ctx, s, x, EachByItself)
}

// NearestBy is that of a Stopper. The searches of others end each by itself, or are none.
func NearestBy(ctx context.Context, s Support, x *points.Set, stop Stop) (*Projection, error) {
	if stopper, ok := s.(Stopper); ok {
		return stopper.NearestBy(ctx, x, stop)
	}
	return Nearest(ctx, s, x)
}

// Nearest is that of a support, if it is a Projector.
func Nearest(ctx context.Context, s Support, x *points.Set) (*Projection, error) {
	return ask(s, unsearched, func(able Projector) (*Projection, error) { return able.Nearest(ctx, x) })
}

const unmeshed = "can't be meshed: curves in two or three dimensions and surfaces in three can"

// CheckMesh says why a support can't be meshed, or nil.
func CheckMesh(s Support) error { return check(s, unmeshed, Mesher.CheckMesh) }

// Mesh is that of a support, if it is a Mesher.
func Mesh(ctx context.Context, s Support, resolution int) (*mesh.Mesh, error) {
	return ask(s, unmeshed, func(able Mesher) (*mesh.Mesh, error) { return able.Mesh(ctx, resolution) })
}

// SingularValuesOf are those of a support, if it is Differentiable.
func SingularValuesOf(ctx context.Context, s Support, x *points.Set) (*points.Set, error) {
	return ask(s, "has no Jacobian",
		func(able Differentiable) (*points.Set, error) { return able.SingularValues(ctx, x) })
}

// Reconstruct is that of a support, if it is a Reconstructor.
func Reconstruct(ctx context.Context, s Support, x *points.Set) (*points.Set, error) {
	return ask(s, "has not learned to reconstruct points",
		func(able Reconstructor) (*points.Set, error) { return able.Reconstruct(ctx, x) })
}

// Walk is that of a support, if it is a Walker.
func Walk(ctx context.Context, s Support, x *points.Set, steps Steps) (*points.Set, error) {
	return ask(s, "has no walks along it", func(able Walker) (*points.Set, error) { return able.Walk(ctx, x, steps) })
}

// CheckQuadrature says why a domain has no quadrature, or nil.
func CheckQuadrature(d Domain) error { return check(d, "has no quadrature", Quadrable.CheckQuadrature) }

const undrawn = "has no exact draws: draw by chains"

// CheckDraw says why a domain has no exact draws, or nil.
func CheckDraw(d Domain) error { return check(d, undrawn, Drawer.CheckDraw) }

// Draw is that of a domain, if it is a Drawer.
func Draw(ctx context.Context, rng *rand.Rand, d Domain, log LogFunction, n int) (*points.Set,
	map[string]float64, error) {
	able, err := As[Drawer](d, undrawn)
	if err != nil {
		return nil, nil, err
	}
	return able.Draw(ctx, rng, log, n)
}

// ConstraintOf is F of a zero set; nil of another support.
func ConstraintOf(s Support) *network.Trained {
	if implicit, ok := s.(Implicit); ok {
		return implicit.Constraint()
	}
	return nil
}

// Meshable says why manifolds of a dimension in R^ambient can't be meshed, in a *config.FieldError, or nil.
func Meshable(ambient, dimension int) error {
	const possible = "curves in two or three dimensions and surfaces in three"
	switch {
	case ambient > 3:
		return &config.FieldError{Found: fmt.Sprintf("a manifold in R^%d", ambient), Allowed: possible}
	case dimension == ambient:
		return &config.FieldError{Found: "a model of the whole space, which has no manifold", Allowed: possible}
	}
	return nil
}

// MeshableAnywhere says why manifolds of a dimension can't be meshed whatever space they lie in, in a
// *config.FieldError, or nil.
func MeshableAnywhere(dimension int) error {
	if dimension <= 2 {
		return nil
	}
	return &config.FieldError{Found: fmt.Sprintf("a manifold of dimension %d", dimension),
		Allowed: "curves and surfaces"}
}

// CheckMeshIn is a *mesh.UnmeshableError where a manifold is not a curve or surface that can be shown.
func CheckMeshIn(ambient, dimension int) error {
	if err := Meshable(ambient, dimension); err != nil {
		return &mesh.UnmeshableError{Reason: "no mesh: " + err.Error()}
	}
	return nil
}
