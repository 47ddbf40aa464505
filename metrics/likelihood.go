package metrics

import (
	"context"
	"errors"
	"fmt"
	"math"

	"ebim/framework/experiment"
	"ebim/framework/mesh"
	"ebim/framework/points"
	"ebim/framework/random"
	"ebim/framework/support"
	"ebim/framework/statistics"
)

// MeanLikelihood is the mean log density of true points that the model has not been trained on, at the nearest points of its
// support. A model is good if the density is high and the support near: a support that misses the data can have a high
// density, so the distance belongs to the value.
//
// The density is with respect to the measure of the support: length, area, or the volume of R^n for a model of the whole
// space. Densities with respect to measures of different dimension can't be compared.
type MeanLikelihood struct {
	Points int `yaml:"points" default:"2000" range:"[1, 1000000]" doc:"most true points, as many as there are if fewer"`
	reference
}

// CodeVersion implements experiment.Metric.
func (*MeanLikelihood) CodeVersion() int { return 3 }

// Unit of the mean.
func (*MeanLikelihood) Unit() string { return "nats" }

// Measure gives the mean log density in nats (value), its standard error over the points, the dimension of the measure that
// the density refers to, the mean and median distance of the points to the support in the data's units (distance,
// median_distance), the searches for nearest points that failed (unconverged, see model.Projection), a bound of the error of the
// normaliser's logarithm, which shifts the value, that holds in 95 % of cases (normaliser_error), and the number of points. Of a
// pushforward model in up to three latent dimensions, whose density is summed over all sheets that pass a point, it gives the
// share of points with several of them (several_sheets).
//
// For a model of the whole space, whose density is one per volume, the mean is ambient_value instead.
//
// Where the law of the data is known and of the same dimension, truth is its mean log density at the same points, minus
// its differential entropy but for chance, and gap is truth less value, with its own standard error.
//
// Where more than half of the searches failed, the value, the distances and the gap are missing.
//
// Points of density 0 are counted (zero_density); with any of them the mean is minus infinity, so the record has null.
func (l *MeanLikelihood) Measure(ctx context.Context, s *experiment.Subject) (map[string]float64, error) {
	if s.Derived || s.Trained.Density == nil {
		return nil, experiment.ErrNotApplicable
	}
	rng := random.New(s.Seed, "metric/likelihood", 0)
	x, err := l.truth(s).atMost(rng, l.Points)
	if err != nil {
		return nil, err
	}
	found, err := s.Trained.Density.LogDensity(ctx, rng, x)
	if err != nil {
		return nil, supported(err)
	}
	figures, err := densityFigures(x, found)
	if err != nil {
		return nil, err
	}
	figures["dimension"] = float64(s.Nature.Dimension)
	name := "value"
	if s.Nature.Dimension == s.Nature.Ambient {
		name = "ambient_value" // of another unit, so that tables don't set it beside densities on manifolds
	}
	figures[name], figures["standard_error"] = MeanAndError(found.Values)
	if law, known := comparableLaw(s); known {
		truths, gaps := logDensities(law, x), make([]float64, x.Len())
		for i, truth := range truths {
			gaps[i] = truth - found.Values[i]
		}
		figures["truth"] = statistics.Mean(truths)
		figures["gap"], figures["gap_standard_error"] = MeanAndError(gaps)
	}
	dropUnfounded(figures, name, "standard_error", "gap", "gap_standard_error", "distance", "median_distance")
	return figures, nil
}

// Note says that projections did not converge.
func (*MeanLikelihood) Note(figures map[string]float64) string {
	return projectionNote("likelihood", figures)
}

// supported makes of an error that tells of a support without points, of one that fills the box, or of what a model lacks,
// ErrNotApplicable: the run
// notes it where it draws from the support or meshes it, and topology measures it.
func supported(err error) error {
	var unmeshable *mesh.UnmeshableError
	var empty *support.EmptyError
	if errors.As(err, &unmeshable) || errors.As(err, &empty) || errors.Is(err, errors.ErrUnsupported) {
		return experiment.ErrNotApplicable
	}
	return err
}

// fills tells whether a support is of the dimension of its space, so that no point of that has a distance to it.
func fills(s support.Support) bool { return s.Dimension() == s.Ambient() }

// densityFigures tell how far a model's densities at true points can be trusted.
func densityFigures(x *points.Set, found *support.LogDensity) (map[string]float64, error) {
	zero := 0
	for i, value := range found.Values {
		switch {
		case math.IsInf(value, -1):
			zero++
		case math.IsNaN(value) || math.IsInf(value, 1):
			return nil, fmt.Errorf("the log density at the point of the support that is nearest to point %d of %d (from 0) is %v",
				i, x.Len(), value)
		}
	}
	distances, err := projectionDistances(x, found.Nearest)
	if err != nil {
		return nil, err
	}
	summary := Summarize(distances)
	figures := map[string]float64{"points": float64(x.Len()), "zero_density": float64(zero), "normaliser_error": found.NormalizerError,
		"distance": summary.Mean, "median_distance": summary.Median, "unconverged": float64(found.Nearest.Unconverged)}
	if found.Sheets != nil {
		several := 0
		for _, sheets := range found.Sheets {
			if sheets > 1 {
				several++
			}
		}
		figures["several_sheets"] = float64(several) / float64(x.Len())
	}
	return figures, nil
}

var (
	_ experiment.Metric          = (*MeanLikelihood)(nil)
	_ experiment.SettingsChecker = (*MeanLikelihood)(nil)
	_ experiment.Noting          = (*MeanLikelihood)(nil)
)
