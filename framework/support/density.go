package support

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"

	"ebim/framework/mesh"
	"ebim/framework/points"
)

// Density is a probability density on a support.
type Density interface {
	// Sample is n independent points, and figures of how good the draw is (such as its effective sample size). The
	// error is an *EmptyError where there is nothing to draw from.
	Sample(ctx context.Context, rng *rand.Rand, n int) (*points.Set, map[string]float64, error)
	// Spread is n points of the support, spread over it without regard to the density, and the logarithm of the
	// density at each, up to a common constant, with respect to the support's measure. The error is an *EmptyError
	// where it has no points.
	Spread(ctx context.Context, rng *rand.Rand, n int) (*points.Set, []float64, error)
	// LogDensity is taken at the points of the support that are nearest to x.
	LogDensity(ctx context.Context, rng *rand.Rand, x *points.Set) (*LogDensity, error)
	// Mesh is the support's, whose vertices have their mesh.LogDensity, normalized on the mesh, and their mesh.Energy.
	Mesh(ctx context.Context, resolution int) (*mesh.Mesh, error)
	// Moved is the density on the moved support.
	Moved(by Similarity) Density
}

// Logger is a log density at the points of a support that are nearest to x.
type Logger func(ctx context.Context, x *points.Set) (*LogDensity, error)

// Prepared is a Density that is integrated once for any number of calls.
type Prepared interface {
	// Logger gives LogDensity, with the normalizer that is found by now and searches that end each by itself.
	Logger(ctx context.Context, rng *rand.Rand) (Logger, error)
}

// LoggerOf gives a density's LogDensity for any number of calls, in which searches end each by itself. Where the
// density is not Prepared, each call integrates again, if that is needed.
func LoggerOf(ctx context.Context, d Density, rng *rand.Rand) (Logger, error) {
	if prepared, ok := d.(Prepared); ok {
		return prepared.Logger(ctx, rng)
	}
	return func(ctx context.Context, x *points.Set) (*LogDensity, error) { return d.LogDensity(ctx, rng, x) }, nil
}

// Unknown is part of a Density that can be drawn from, on a support, but whose values are not known.
type Unknown struct{ On Support }

// Spread implements Density.
func (u Unknown) Spread(context.Context, *rand.Rand, int) (*points.Set, []float64, error) {
	return nil, nil, errUnknown
}

// LogDensity implements Density.
func (u Unknown) LogDensity(context.Context, *rand.Rand, *points.Set) (*LogDensity, error) {
	return nil, errUnknown
}

// Logger implements Prepared.
func (u Unknown) Logger(context.Context, *rand.Rand) (Logger, error) { return nil, errUnknown }

// Mesh implements Density: the support's, without densities.
func (u Unknown) Mesh(ctx context.Context, resolution int) (*mesh.Mesh, error) {
	return Mesh(ctx, u.On, resolution)
}

var errUnknown = fmt.Errorf("samples can be drawn from this model, but their density is not known: %w",
	errors.ErrUnsupported)

// LogDensity is the logarithm of a normalized density with respect to the measure of its support.
type LogDensity struct {
	Values          []float64   // nats, at each point of Nearest
	Nearest         *Projection // of the given points
	LogNormalizer   float64     // logarithm of the integral of the unnormalized density over the support
	NormalizerError float64     // bound of LogNormalizer's error, so a relative one of the integral's, in 95 % of cases
	// Sheets is how many sheets of a pushforward's image each value is summed over; nil where one is all there is or
	// was looked for.
	Sheets []int
}
