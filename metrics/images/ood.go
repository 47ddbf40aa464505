package images

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"

	"ebim/framework/config"
	"ebim/framework/experiment"
	"ebim/framework/output"
	"ebim/framework/points"
	"ebim/framework/random"
	"ebim/framework/support"
	"ebim/metrics"
)

// OutOfDistribution measures how well a model's scores separate held-out images from images unlike the data: the area
// under the ROC curve, the probability that one of these scores higher, where ties count half.
type OutOfDistribution struct {
	Samples   int `yaml:"samples" default:"1000" range:"[2, 100000]" doc:"most held-out images, and as many others"`
	Bootstrap int `yaml:"bootstrap" default:"1000" range:"[10, 100000]" doc:"resamples of the images, for the intervals"`
}

// coverageOfIntervals is that of the bootstrap intervals.
const coverageOfIntervals = 0.95

// imageScore is a score of images, higher outside the data.
type imageScore struct {
	name, meaning string
	of            func(ctx context.Context, s *experiment.Subject, x *points.Set) ([]float64, error)
}

var imageScores = []imageScore{
	{"residual", "|F|", func(ctx context.Context, s *experiment.Subject, x *points.Set) ([]float64, error) {
		values, err := s.Trained.Values(ctx, x)
		if err != nil {
			return nil, err
		}
		return lengths(values), nil
	}},
	{"energy", "the energy", func(ctx context.Context, s *experiment.Subject, x *points.Set) ([]float64, error) {
		return s.Trained.Energies(ctx, x)
	}},
	{"reconstruction", "the reconstruction error", func(ctx context.Context, s *experiment.Subject,
		x *points.Set) ([]float64, error) {
		made, err := support.Reconstruct(ctx, s.Trained.Support, x)
		if err != nil {
			return nil, err
		}
		floats.Sub(made.Data, x.Data)
		return lengths(made), nil
	}},
}

// lengths are those of points.
func lengths(x *points.Set) []float64 {
	all := make([]float64, x.Len())
	for i := range all {
		squares := 0.0
		for _, v := range x.At(i) {
			squares += v * v
		}
		all[i] = math.Sqrt(squares)
	}
	return all
}

// otherImages make images that are none of the data's from rows of images that are.
var otherImages = []struct {
	name, meaning string
	make          func(x *points.Set, rng *rand.Rand)
}{
	{"shuffled", "the held-out images with shuffled pixels", func(x *points.Set, rng *rand.Rand) {
		for i := range x.Len() {
			row := x.At(i)
			rng.Shuffle(len(row), func(j, k int) { row[j], row[k] = row[k], row[j] })
		}
	}},
	{"noise", "uniform noise", func(x *points.Set, rng *rand.Rand) {
		for i := range x.Data {
			x.Data[i] = rng.Float64()
		}
	}},
}

// CodeVersion implements experiment.Metric.
func (*OutOfDistribution) CodeVersion() int { return 1 }

// Needs implements experiment.Metric.
func (*OutOfDistribution) Needs(s *experiment.Settings) (experiment.Needs, error) {
	return experiment.Needs{}, checkHeldOut(s)
}

// checkHeldOut refuses data that are no images, and images without a holdout.
func checkHeldOut(s *experiment.Settings) error {
	if err := checkImages(s); err != nil {
		return err
	}
	if s.Data.Holdout > 0 {
		return nil
	}
	return &config.FieldError{Found: "a comparison with held-out images, but none are held out",
		Allowed: "data.holdout above 0"}
}

// Outputs implements experiment.Metric.
func (*OutOfDistribution) Outputs() []experiment.Output {
	var all []experiment.Output
	role := output.Main
	for _, others := range otherImages {
		for _, score := range imageScores {
			name := score.name + "_" + others.name
			all = append(all, []experiment.Output{
				{Name: name, Role: role, Better: output.Highest, Format: output.Share,
					Meaning: "area under the ROC curve of " + score.meaning + " for " + others.meaning +
						" against held-out images"},
				{Name: name + "_low", Format: output.Share, Meaning: "lower end of its 95 % bootstrap interval"},
				{Name: name + "_high", Format: output.Share, Meaning: "upper end of its 95 % bootstrap interval"},
			}...)
		}
		role = ""
	}
	return append(all, experiment.Output{Name: "true_points", Role: output.TrueSize, Format: output.Count,
		Meaning: "scored held-out images"})
}

// Measure leaves out a score that the model does not have.
func (m *OutOfDistribution) Measure(ctx context.Context, s *experiment.Subject) (*experiment.Measurement, error) {
	if s.Derived || s.Images == nil || s.Images.Held.Len() == 0 {
		return nil, experiment.ErrNotApplicable
	}
	rng := random.New(s.Seed, "metric/ood", 0)
	held := points.FromFloat32(trueImages(s.Images.Held, m.Samples, rng), s.Images.Held.Shape.Size())
	values := map[string]float64{}
	for _, score := range imageScores {
		inside, err := score.of(ctx, s, held)
		if errors.Is(err, errors.ErrUnsupported) {
			continue
		}
		if err != nil {
			return nil, err
		}
		for _, others := range otherImages {
			x := &points.Set{Dim: held.Dim, Data: slices.Clone(held.Data)}
			others.make(x, random.New(s.Seed, "metric/ood/"+others.name, 0))
			outside, err := score.of(ctx, s, x)
			if err != nil {
				return nil, err
			}
			name := score.name + "_" + others.name
			values[name] = areaUnderROC(inside, outside)
			values[name+"_low"], values[name+"_high"] = m.interval(inside, outside, rng)
		}
	}
	if len(values) == 0 {
		return nil, experiment.ErrNotApplicable
	}
	values["true_points"] = float64(held.Len())
	return &experiment.Measurement{Values: values}, nil
}

// interval is that of an area, with both sets resampled.
func (m *OutOfDistribution) interval(inside, outside []float64, rng *rand.Rand) (low, high float64) {
	return bootstrapInterval(m.Bootstrap, func() float64 {
		return areaUnderROC(resampled(inside, rng), resampled(outside, rng))
	})
}

// resampled are as many values, drawn with replacement.
func resampled(values []float64, rng *rand.Rand) []float64 {
	drawn := make([]float64, len(values))
	for i := range drawn {
		drawn[i] = values[rng.IntN(len(values))]
	}
	return drawn
}

// bootstrapInterval is the percentile interval of resampled values, but those that are NaN; NaN if all are.
func bootstrapInterval(count int, resample func() float64) (low, high float64) {
	var values []float64
	for range count {
		if v := resample(); !math.IsNaN(v) {
			values = append(values, v)
		}
	}
	if len(values) == 0 {
		return math.NaN(), math.NaN()
	}
	slices.Sort(values)
	cut := int((1 - coverageOfIntervals) / 2 * float64(len(values)))
	return values[cut], values[len(values)-1-cut]
}

// areaUnderROC is the share of pairs in which the outside score is higher, where ties count half. A score that is NaN
// is the highest.
func areaUnderROC(inside, outside []float64) float64 {
	all := slices.Concat(inside, outside)
	for i, v := range all {
		if math.IsNaN(v) {
			all[i] = math.Inf(1)
		}
	}
	below, n := 0.0, float64(len(outside))
	for _, rank := range metrics.Ranks(all)[len(inside):] {
		below += rank
	}
	return (below - n*(n+1)/2) / (float64(len(inside)) * n)
}
