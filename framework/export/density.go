package export

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"ebim/framework/model"
	"ebim/framework/points"
	"ebim/framework/support"
)

// UnnormalizedError says that a model's log density is not a function of its energy alone, and why.
type UnnormalizedError struct{ Reason string }

func (e *UnnormalizedError) Error() string { return "there is no log_density to export: " + e.Reason }

// WithDensity adds to a model's functions its log density, and to its energy the normalizer, which is integrated. The
// error is an *UnnormalizedError where the density is not known, or is not -E but for a constant; the functions are
// then as they were.
func WithDensity(ctx context.Context, t *model.Trained, rng *rand.Rand, functions []*Function) ([]*Function, error) {
	at := slices.IndexFunc(functions, func(f *Function) bool { return f.Name == "E" })
	inner, units := t.Standardized()
	if at < 0 {
		return functions, &UnnormalizedError{"the model has no energy"}
	}
	if functions[at].Latent {
		return functions, &UnnormalizedError{"the energy lives in a latent space; `ebim score` carries it to points"}
	}
	log, alike := logVolume(units, t.Support.Dimension())
	if !alike {
		return functions, &UnnormalizedError{"columns of different scales stretch the manifold differently in each " +
			"direction; set data.standardize to scale, or use `ebim score`"}
	}
	normalizer, err := logNormalizer(ctx, inner, rng)
	if err != nil {
		return functions, err
	}
	log += normalizer
	e := *functions[at]
	e.LogNormalizer = &log
	density := e
	density.Name, density.Derived, density.Domain = "log_density", true, nil
	density.after = &points.Scaling{Shift: []float64{-log}, Scale: []float64{-1}}
	functions = slices.Clone(functions)
	functions[at] = &e
	return append(functions, &density), nil
}

// logNormalizer is log Z of a model, in its own units.
func logNormalizer(ctx context.Context, t *model.Trained, rng *rand.Rand) (float64, error) {
	found, err := func() (*support.LogDensity, error) {
		logs, err := support.LoggerOf(ctx, t.Density, rng)
		if err != nil {
			return nil, err
		}
		return logs(ctx, t.Energy().Support.Domain().Environment().Data.Slice(0, 1))
	}()
	switch {
	case ctx.Err() != nil:
		return 0, ctx.Err()
	case err != nil:
		return 0, &UnnormalizedError{strings.TrimSuffix(err.Error(), ": "+errors.ErrUnsupported.Error())}
	case math.IsInf(found.LogNormalizer, 0) || math.IsNaN(found.LogNormalizer):
		return 0, &UnnormalizedError{fmt.Sprintf("the normalizer's logarithm is %v", found.LogNormalizer)}
	}
	return found.LogNormalizer, nil
}
