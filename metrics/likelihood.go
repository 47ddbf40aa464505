package metrics

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"ebim/framework/dataset"
	"ebim/framework/experiment"
	"ebim/framework/mesh"
	"ebim/framework/output"
	"ebim/framework/points"
	"ebim/framework/random"
	"ebim/framework/statistics"
	"ebim/framework/support"
)

// MeanLikelihood is the mean log density of true points that the model has not been trained on, at the nearest points
// of its support. A model is good if the density is high and the support near: a support that misses the data can have
// a high density, so the distance belongs to the value.
//
// The density is with respect to the measure of the support: length, area, or the volume of R^n for a model of the
// whole space. Densities with respect to measures of different dimension can't be compared.
type MeanLikelihood struct {
	Points int `yaml:"points" default:"2000" range:"[1, 1000000]" doc:"most true points"`
	reference
}

// CodeVersion implements experiment.Metric.
func (*MeanLikelihood) CodeVersion() int { return 10 }

// Needs refuses a comparison with missing points.
func (l *MeanLikelihood) Needs(s *experiment.Settings) (experiment.Needs, error) {
	return experiment.Needs{}, l.check(s)
}

// Outputs implements experiment.Metric.
func (*MeanLikelihood) Outputs() []experiment.Output {
	outputs := append(scoreOutputs("mean log density of true points at the nearest points of the support"),
		experiment.Output{Name: "ambient_value", Role: output.Main, Unit: "nats", Better: output.Highest,
			Meaning: "the same of a model of the whole space, a density per volume"},
		experiment.Output{Name: "dimension", Format: output.Count,
			Meaning: "dimension of the measure that the density refers to"},
		experiment.Output{Name: "shrinkage", Unit: "nats",
			Meaning: "by how much the score is too high as the support is smaller than the true manifold, by cut " +
				"corners, where that is known"},
		experiment.Output{Name: "repeats", Format: output.Share,
			Meaning: "share of the true points that equal a training point"},
		experiment.Output{Name: "without_repeats", Role: output.Beside, Unit: "nats", Better: output.Highest,
			Meaning: "the mean log density of the others, where some do: what repeats is no unseen point, and a " +
				"density's score on it rises without bound"},
		experiment.Output{Name: "without_repeats_error", Unit: "nats", Meaning: "standard error of that"})
	return append(outputs, densityOutputs()...)
}

// scoreOutputs are those of a mean log density, beside the truth's.
func scoreOutputs(score string) []experiment.Output {
	return []experiment.Output{
		{Name: output.Value, Role: output.Main, Unit: "nats", Better: output.Highest, Meaning: score},
		{Name: "standard_error", Unit: "nats", Meaning: "standard error of the mean over the points"},
		{Name: "truth", Unit: "nats", Meaning: "the same of the data's distribution, where it is known"},
		{Name: "gap", Unit: "nats", Better: output.Lowest, Meaning: "truth less value"},
		{Name: "gap_standard_error", Unit: "nats", Meaning: "standard error of the gap over the points"},
	}
}

// addTruth adds the truth's score and its gap to a model's, from those at each point.
func addTruth(figures map[string]float64, truths, values []float64) {
	figures["truth"] = statistics.Mean(truths)
	gaps := floats.SubTo(make([]float64, len(truths)), truths, values)
	figures["gap"], figures["gap_standard_error"] = MeanAndError(gaps)
}

// densityOutputs show how far a model's densities at true points can be trusted.
func densityOutputs() []experiment.Output {
	return append([]experiment.Output{
		{Name: "zero_density", Better: output.Lowest, Format: output.Count, Meaning: "points where the density is 0"},
		{Name: "normalizer_error", Better: output.Lowest, Formerly: []string{"normaliser_error"},
			Meaning: "95 % bound on the error of the normalizer's logarithm, of about 80 % where draws' weights have " +
				"a heavy tail"},
		{Name: "distance", Unit: "data units", Better: output.Lowest, Meaning: "mean distance to the support"},
		{Name: "median_distance", Unit: "data units", Better: output.Lowest, Meaning: "median distance"},
		{Name: "several_sheets", Format: output.Share,
			Meaning: "share of points that several sheets of a pushforward model's support pass, in up to three " +
				"latent dimensions"},
	}, projectionOutputs...)
}

// Measure takes the mean log density, and the truth's at the same points where it is known and of the same dimension.
// Points of density 0 make the mean minus infinity, which the record has as null.
func (l *MeanLikelihood) Measure(ctx context.Context, s *experiment.Subject) (*experiment.Measurement, error) {
	if s.Derived || s.Trained.Density == nil {
		return nil, experiment.ErrNotApplicable
	}
	rng := random.New(s.Seed, "metric/likelihood", 0)
	x, err := l.truth(s).atMost(rng, l.Points)
	if err != nil {
		return nil, err
	}
	values, figures, err := densitiesAt(ctx, s, rng, x)
	if err != nil {
		return nil, err
	}
	figures["dimension"] = float64(s.Traits.Dimension)
	name := "value"
	if s.Traits.Dimension == s.Traits.Ambient {
		name = "ambient_value" // of another unit, so that tables don't set it beside densities on manifolds
	}
	figures[name], figures["standard_error"] = MeanAndError(values)
	if distribution, known := comparableDistribution(s); known {
		addTruth(figures, logDensities(distribution, x), values)
		shrunk, err := shrinkage(ctx, s, distribution, x)
		if err != nil && !errors.Is(err, errors.ErrUnsupported) {
			return nil, err
		}
		if err == nil {
			figures["shrinkage"] = shrunk
		}
	}
	addWithoutRepeats(figures, x.In(s.Train), values)
	dropUnfounded(figures, name, "standard_error", "without_repeats", "without_repeats_error",
		"gap", "gap_standard_error", "distance", "median_distance")
	caveats := append(failedProjections("likelihood", figures), looseNormalizer(figures)...)
	if s.Traits.Mixed {
		caveats = append(caveats, "likelihood: densities per length on curves and per area on surfaces are averaged, "+
			"which no other model's can be compared with")
	}
	return &experiment.Measurement{Values: figures, Caveats: caveats}, nil
}

// addWithoutRepeats adds the score of the points that equal no training point, where others do.
func addWithoutRepeats(figures map[string]float64, repeated []bool, values []float64) {
	var others []float64
	for i, again := range repeated {
		if !again {
			others = append(others, values[i])
		}
	}
	if len(others) == len(values) {
		return
	}
	figures["repeats"] = 1 - float64(len(others))/float64(len(values))
	if len(others) > 1 {
		figures["without_repeats"], figures["without_repeats_error"] = MeanAndError(others)
	}
}

// loose is an error of the normalizer, in nats, from which on a likelihood says so, unless the points' own is larger.
// Where it was larger than this on data of known distribution, likelihoods were above the truth's.
const loose = 0.05

func looseNormalizer(figures map[string]float64) []string {
	if off := figures["normalizer_error"]; off > max(loose, figures["standard_error"]) {
		return []string{
			fmt.Sprintf(
				"likelihood: the normalizer is known to %.2g nats only, so that the density may be off by as much "+
					"at all points; "+
					"more data, a smoother energy or a finer mesh help", off)}
	}
	return nil
}

// supported makes of an error about a support without points, of one that fills the box, or of what a model
// lacks, ErrNotApplicable: the run notes it where it draws from the support or meshes it, and topology measures it.
func supported(err error) error {
	var unmeshable *mesh.UnmeshableError
	var empty *support.EmptyError
	if errors.As(err, &unmeshable) || errors.As(err, &empty) || errors.Is(err, errors.ErrUnsupported) {
		return experiment.ErrNotApplicable
	}
	return err
}

// fills says whether a support is of the dimension of its space, so that no point of that has a distance to it.
func fills(s support.Support) bool { return s.Dimension() == s.Ambient() }

// densitiesAt are a model's log densities at the points of its support nearest to x, and the densityOutputs.
func densitiesAt(ctx context.Context, s *experiment.Subject, rng *rand.Rand, x *points.Set) (values []float64,
	figures map[string]float64, err error) {
	found, err := s.Trained.Density.LogDensity(ctx, rng, x)
	if err != nil {
		return nil, nil, supported(err)
	}
	zero := 0
	for i, value := range found.Values {
		switch {
		case math.IsInf(value, -1):
			zero++
		case math.IsNaN(value) || math.IsInf(value, 1):
			return nil, nil, fmt.Errorf("the log density at the point of the support nearest to point %d of %d (from "+
				"0) is %v", i, x.Len(), value)
		}
	}
	distances, err := projectionDistances(x, found.Nearest)
	if err != nil {
		return nil, nil, err
	}
	figures = map[string]float64{"points": float64(x.Len()), "zero_density": float64(zero),
		"normalizer_error": found.NormalizerError, "distance": statistics.Mean(distances),
		"median_distance": statistics.Median(distances), "unconverged": float64(found.Nearest.Unconverged)}
	if found.Sheets != nil {
		several := 0
		for _, sheets := range found.Sheets {
			if sheets > 1 {
				several++
			}
		}
		figures["several_sheets"] = float64(several) / float64(x.Len())
	}
	return found.Values, figures, nil
}

// comparableDistribution is the distribution of the data, where it is known and has a density with respect to a
// measure of the same dimension as the model's: densities of different dimension can't be compared.
func comparableDistribution(s *experiment.Subject) (dataset.Distribution, bool) {
	distribution, known := s.Source.(dataset.Distribution)
	if !known {
		return nil, false
	}
	_, dimension := distribution.Dimensions()
	return distribution, dimension == s.Traits.Dimension
}

// logDensities are a distribution's, at points of its manifold.
func logDensities(distribution dataset.Distribution, x *points.Set) []float64 {
	logs := make([]float64, x.Len())
	for i := range logs {
		logs[i] = distribution.LogDensity(x.At(i))
	}
	return logs
}

const (
	// shrunkPoints are the points of the truth at which shrinkage looks.
	shrunkPoints = 200
	// shrunkStep is how far its differences reach, as a share of the data's scale: farther than projections are
	// inexact, and less than corners are cut.
	shrunkStep = 3e-3
	// mostStretch bounds stretches: beyond, or below its inverse, neighbors were projected to different sheets, or to
	// one point.
	mostStretch = 10
)

// shrinkage is by how many nats a model's log density at x is too high because its support is smaller than the truth:
// a support that cuts corners is shorter, and the same mass on it denser. With the projection P to the support, the
// density on the true manifold is p(P(x)) |det DP| along the manifold (change of variables), so that the score is off
// by minus the mean of log |det DP|. The determinant is taken from differences: m+1 near points of the truth.
func shrinkage(ctx context.Context, s *experiment.Subject, truth dataset.Manifold, x *points.Set) (float64, error) {
	rng := random.New(s.Seed, "metric/shrinkage", 0)
	_, m := truth.Dimensions()
	x = x.Slice(0, min(x.Len(), shrunkPoints))
	near := nearPoints(rng, truth, x, m, shrunkStep*x.Scale())
	feet, err := support.Nearest(ctx, s.Trained.Support, near)
	if err != nil {
		return 0, err
	}
	var logs []float64
	for i := range x.Len() {
		at := i * (m + 1)
		stretch := logVolume(feet.Points, at, m) - logVolume(near, at, m)
		if !math.IsNaN(stretch) && math.Abs(stretch) < float64(m)*math.Log(mostStretch) {
			logs = append(logs, stretch)
		}
	}
	return -statistics.Mean(logs), nil
}

// nearPoints gives, for each x, the truth's point and m more a step away, in random directions.
func nearPoints(rng *rand.Rand, truth dataset.Manifold, x *points.Set, m int, step float64) *points.Set {
	near := points.New(x.Len()*(m+1), x.Dim)
	moved := make([]float64, x.Dim)
	for i := range x.Len() {
		foot := near.At(i * (m + 1))
		copy(foot, truth.Nearest(x.At(i)))
		for k := 1; k <= m; k++ {
			for j := range moved {
				moved[j] = foot[j] + step*rng.NormFloat64()
			}
			copy(near.At(i*(m+1)+k), truth.Nearest(moved))
		}
	}
	return near
}

// logVolume is the logarithm of the m-volume of the parallelepiped from a point to the m after it.
func logVolume(x *points.Set, at, m int) float64 {
	edges := mat.NewDense(m, x.Dim, nil)
	for k := range m {
		for j, v := range x.At(at + 1 + k) {
			edges.Set(k, j, v-x.At(at)[j])
		}
	}
	var gram mat.Dense
	gram.Mul(edges, edges.T())
	logarithm, sign := mat.LogDet(&gram)
	if sign <= 0 {
		return math.NaN()
	}
	return logarithm / 2
}
