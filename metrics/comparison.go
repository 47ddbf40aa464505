package metrics

import (
	"context"
	"fmt"

	"ebim/framework/experiment"
	"ebim/framework/output"
	"ebim/framework/points"
	"ebim/framework/random"
)

// comparison is a distance of a model's samples to the truth, in the sizes and with the noise floor of protocol
// `proper`.
type comparison struct {
	Wasserstein
	reference
	Distance   string `yaml:"distance" doc:"which one"`
	Directions int    `yaml:"directions" doc:"of sliced_wasserstein"`
	Statistic  string `yaml:"statistic" doc:"of energy_distance"`
	distance   distanceFunc
}

// measure compares a model's samples. What a derived model stands for has no truth among the data.
func (c comparison) measure(ctx context.Context, s *experiment.Subject) (*experiment.Measurement, error) {
	if s.Derived || s.Samples == nil {
		return nil, experiment.ErrNotApplicable
	}
	s, caveats := inOneUnit(s)
	rng := random.New(s.Seed, "metric/"+c.Distance, 0)
	figures, err := c.Wasserstein.measure(ctx, s.Samples, c.truth(s), rng, c.distance, s.Shared)
	if err != nil {
		return nil, err
	}
	figures[distinctShare] = shareOfDistinct(s.Samples)
	return &experiment.Measurement{Values: figures, Caveats: append(caveats, repeatedDraws(figures)...)}, nil
}

// inOneUnit is a subject in whose units distances mean something: the data's, or standardized ones where each column is
// scaled by itself, since otherwise the column with the largest numbers would decide. Then a caveat says so.
func inOneUnit(s *experiment.Subject) (*experiment.Subject, []string) {
	inner, by := s.Standardized()
	if by == nil {
		return s, nil
	}
	if _, one := by.Uniform(); one {
		return s, nil
	}
	return inner,
		[]string{"distances are in units of the columns' own standard deviations, by which the data are standardized"}
}

// distinctShare names the share of a model's draws that differ from all before them.
const distinctShare = "distinct_share"

func shareOfDistinct(draws *points.Set) float64 {
	return float64(draws.Distinct()) / float64(draws.Len())
}

// repeatedDraws says that a figure is of draws that are not independent; nothing if enough are distinct.
func repeatedDraws(figures map[string]float64) []string {
	if share, known := figures[distinctShare]; known && share < experiment.LeastDistinct {
		return []string{
			fmt.Sprintf("measured on samples that are not independent: a share of %.3g of them are distinct", share)}
	}
	return nil
}

var distinctOutput = experiment.Output{Name: distinctShare, Better: output.Highest, Format: output.Share,
	Meaning: "share of the model's draws that differ from all before them"}

// floorOutputs are those of a distance beside its noise floor.
func floorOutputs(distance string) []experiment.Output {
	return []experiment.Output{
		{Name: output.Value, Role: output.Main, Unit: "data units", Better: output.Lowest, Meaning: distance},
		{Name: "ratio", Role: output.Beside, Better: output.Lowest, Heading: " / noise floor",
			Meaning: "distance over its noise floor, 1 on average for a perfect model"},
		{Name: "ratio_error", ErrorOf: "ratio", Meaning: "part of the ratio's standard error due to the noise floor"},
		{Name: "noise_floor", Unit: "data units",
			Meaning: "mean distance of two independent true sets of the same sizes"},
		{Name: "noise_floor_standard_error", ErrorOf: "noise_floor", Unit: "data units",
			Formerly: []string{"noise_floor_error"}, Meaning: "standard error of the noise floor"},
		{Name: "noise_floor_standard_deviation", Unit: "data units",
			Formerly: []string{"noise_floor_deviation"}, Meaning: "standard deviation of one pair's distance"},
		{Name: "noise_floor_repeats", Format: output.Count, Meaning: "pairs of true sets that were compared"},
		{Name: "model_points", Role: output.ModelSize, Format: output.Count, Meaning: "compared points of the model"},
		{Name: "true_points", Role: output.TrueSize, Format: output.Count, Meaning: "true points compared with"},
	}
}

// floored has what is the same of all comparisons.
type floored struct{}

func (floored) CodeVersion() int { return 2 }

func (floored) Outputs() []experiment.Output {
	return append(floorOutputs("distance between samples of the model and of the truth"), distinctOutput)
}

// needs are the noise floor.
func (c comparison) needs(s *experiment.Settings) (experiment.Needs, error) {
	return experiment.Needs{Shared: c.floorOf(s)}, c.check(s)
}

// floorOf is the noise floor for the samples that an experiment draws of a model. A model that gives fewer has a floor
// of its own.
func (c comparison) floorOf(s *experiment.Settings) *truthFloor {
	f := &truthFloor{comparison: c, ModelPoints: s.Samples, fresh: c.drawn(s.Data.Source)}
	if f.fresh { // equal sizes are the same floor, however they come about
		f.Samples = min(f.Samples, f.ModelPoints)
		f.ModelPoints, f.Reference = f.Samples, ""
	}
	return f
}

// truthFloor is the noise floor as a part of a metric that models share.
type truthFloor struct {
	comparison
	ModelPoints int `yaml:"model_points" doc:"samples of a model"`
	fresh       bool
}

func (*truthFloor) Name() string { return "noise_floor" }

func (*truthFloor) CodeVersion() int { return 1 }

func (f *truthFloor) OfDistribution() bool { return f.fresh }

func (f *truthFloor) Compute(ctx context.Context, truth *experiment.Subject) (map[string][]float64, error) {
	truth, _ = inOneUnit(truth)
	source, err := f.truth(truth).source(f.Samples, f.ModelPoints)
	if err != nil {
		return nil, err
	}
	pairs, err := f.floor(ctx, source, random.New(truth.Seed, "noise_floor/"+f.Distance, 0), f.distance)
	if err != nil {
		return nil, err
	}
	return pairs.numbers(), nil
}
