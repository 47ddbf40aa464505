package metrics

import (
	"context"
	"fmt"
	"math/rand/v2"

	"ebim/framework/config"
	"ebim/framework/dataset"
	"ebim/framework/experiment"
	"ebim/framework/points"
	"ebim/framework/random"
)

// Reference says which true points a model's samples are compared with, where the true law is not known.
type Reference string

// Choices lists the references.
func (Reference) Choices() []config.Choice {
	return []config.Choice{
		{Name: "held_out", Doc: "points that were kept from training, which needs a holdout"},
		{Name: "validation", Doc: "points that were kept from training to choose settings by, also where the distribution is known; needs data.validation"},
		{Name: "training", Doc: "the training points themselves: comparable with published figures, but it flatters a model that memorises them"},
	}
}

// reference is the setting that all metrics against true samples share.
type reference struct {
	Reference Reference `yaml:"reference" default:"held_out" doc:"true points to compare with where the distribution of the data is not known; synthetic data are drawn anew"`
}

// CheckSettings refuses a comparison with points of which there are none.
func (r reference) CheckSettings(s *experiment.Settings) error {
	if r.drawn(s.Data.Source) {
		return nil
	}
	return r.Reference.check(s)
}

// drawn says whether true points are drawn anew, from a known law.
func (r reference) drawn(source dataset.Source) bool {
	_, known := source.(dataset.Distribution)
	return known && r.Reference != "validation"
}

// check refuses points of which there are none.
func (r Reference) check(s *experiment.Settings) error {
	switch {
	case r == "training" || r == "validation" && s.Data.Validation > 0 || r != "validation" && s.Data.Holdout > 0:
		return nil
	case r == "validation":
		return &config.FieldError{Field: "reference", Found: "validation, with no validation points", Allowed: "data.validation above 0, or another reference"}
	}
	return &config.FieldError{Field: "reference", Found: "held_out, with no points held out", Allowed: "data.holdout above 0, or reference: training"}
}

// points are those that the reference stands for.
func (r Reference) points(s *experiment.Subject) *points.Set {
	switch r {
	case "training":
		return s.Train
	case "validation":
		return s.Validation
	}
	return s.Held
}

// truth is where a metric's true points come from.
func (r reference) truth(s *experiment.Subject) Truth {
	if r.drawn(s.Source) {
		law := s.Source.(dataset.Distribution)
		return Truth{Draw: func(rng *rand.Rand, n int) (*points.Set, error) { return law.Sample(rng, n), nil }}
	}
	if r.Reference == "training" {
		return Truth{HeldOut: s.Train}
	}
	return Truth{HeldOut: r.Reference.points(s), Further: s.Train}
}

// atMost is up to n true points: freshly drawn where the law is known.
func (t Truth) atMost(rng *rand.Rand, n int) (*points.Set, error) {
	if t.Draw != nil {
		return t.Draw(rng, n)
	}
	if err := (Sample{Points: t.HeldOut}).check(); err != nil {
		return nil, fmt.Errorf("the points to compare with: %w", err)
	}
	return Sample{Points: t.HeldOut}.thinned(rng, n).Points, nil
}

// ProperWasserstein is protocol `proper` on a trained model.
type ProperWasserstein struct {
	Wasserstein
	reference
}

// CodeVersion implements experiment.Metric.
func (*ProperWasserstein) CodeVersion() int { return 2 }

// Unit of the distance.
func (*ProperWasserstein) Unit() string { return "data units" }

func (p *ProperWasserstein) comparison() comparison {
	return comparison{Distance: "wasserstein", Wasserstein: p.Wasserstein, reference: p.reference, distance: Wasserstein1}
}

// Shared is the noise floor.
func (p *ProperWasserstein) Shared(s *experiment.Settings) experiment.Shared {
	return p.comparison().floorOf(s)
}

// Measure gives the distance (value) and its noise floor, with the floor's standard error, the deviation of one repeat and the
// number of repeats; their ratio, with the part of its standard error that the floor causes; and the numbers of points.
func (p *ProperWasserstein) Measure(ctx context.Context, s *experiment.Subject) (map[string]float64, error) {
	return p.comparison().measure(ctx, s)
}

// SlicedComparison is the sliced Wasserstein distance of a trained model's samples to the truth.
type SlicedComparison struct {
	Samples    int     `yaml:"samples" default:"20000" range:"[1, 10000000]" doc:"most points on each side, as many as there are if fewer"`
	Repeats    int     `yaml:"repeats" default:"400" range:"[1, 100000]" doc:"most pairs of true sets whose distances the noise floor is estimated from"`
	FloorError float64 `yaml:"floor_error" default:"0.05" range:"(0, 1]" doc:"standard error of the noise floor, as a fraction of it, at which there are pairs enough; at least 8"`
	SlicedWasserstein
	reference
}

// CodeVersion implements experiment.Metric.
func (*SlicedComparison) CodeVersion() int { return 2 }

// comparison takes the same directions everywhere, whatever the seed.
func (p *SlicedComparison) comparison() comparison {
	return comparison{Distance: "sliced_wasserstein", Directions: p.Directions, Wasserstein: Wasserstein{p.Samples, p.Repeats, p.FloorError},
		reference: p.reference, distance: func(ctx context.Context, a, b Sample) (float64, error) {
			result, err := p.SlicedWasserstein.Measure(ctx, a, b, random.New(0, "metric/directions", 0))
			if err != nil {
				return 0, err
			}
			return result.Value, nil
		}}
}

// Shared is the noise floor.
func (p *SlicedComparison) Shared(s *experiment.Settings) experiment.Shared {
	return p.comparison().floorOf(s)
}

// Measure gives the same figures as ProperWasserstein.
func (p *SlicedComparison) Measure(ctx context.Context, s *experiment.Subject) (map[string]float64, error) {
	return p.comparison().measure(ctx, s)
}

// EnergyComparison is the energy distance of a trained model's samples to the truth.
type EnergyComparison struct {
	Samples    int     `yaml:"samples" default:"10000" range:"[1, 1000000]" doc:"most points on each side, as many as there are if fewer"`
	Repeats    int     `yaml:"repeats" default:"400" range:"[1, 100000]" doc:"most pairs of true sets whose distances the noise floor is estimated from; 8 of statistic u, whose floor is 0 on average"`
	FloorError float64 `yaml:"floor_error" default:"0.05" range:"(0, 1]" doc:"standard error of the noise floor, as a fraction of it, at which there are pairs enough; at least 8"`
	EnergyDistance
	reference
}

// CodeVersion implements experiment.Metric.
func (*EnergyComparison) CodeVersion() int { return 2 }

func (p *EnergyComparison) comparison() comparison {
	sizes := Wasserstein{p.Samples, p.Repeats, p.FloorError}
	if p.Statistic == "u" { // no number of pairs tells a mean of 0 to a fraction of it
		sizes.Repeats = min(sizes.Repeats, leastRepeats)
	}
	return comparison{Distance: "energy_distance", Statistic: p.Statistic, Wasserstein: sizes, reference: p.reference,
		distance: p.EnergyDistance.Measure}
}

// Shared is the noise floor.
func (p *EnergyComparison) Shared(s *experiment.Settings) experiment.Shared {
	return p.comparison().floorOf(s)
}

// Measure gives the same figures as ProperWasserstein.
func (p *EnergyComparison) Measure(ctx context.Context, s *experiment.Subject) (map[string]float64, error) {
	return p.comparison().measure(ctx, s)
}

// comparison is a distance of a model's samples to the truth, in the sizes and with the noise floor of protocol `proper`.
type comparison struct {
	Wasserstein
	reference
	Distance   string          `yaml:"distance" doc:"which one"`
	Directions int             `yaml:"directions" doc:"of sliced_wasserstein"`
	Statistic  EnergyStatistic `yaml:"statistic" doc:"of energy_distance"`
	distance   distanceFunc
}

// measure compares a model's samples. What a derived model stands for has no truth among the data.
func (c comparison) measure(ctx context.Context, s *experiment.Subject) (map[string]float64, error) {
	if s.Derived || s.Samples == nil {
		return nil, experiment.ErrNotApplicable
	}
	rng := random.New(s.Seed, "metric/"+c.Distance, 0)
	result, err := c.Wasserstein.measure(ctx, s.Samples, c.truth(s), rng, c.distance, s.Shared)
	if err != nil {
		return nil, err
	}
	figures := result.figures()
	figures[distinctShare] = shareOfDistinct(s.Samples)
	return figures, nil
}

// distinctShare names the share of a model's draws that differ from all before them.
const distinctShare = "distinct_share"

func shareOfDistinct(draws *points.Set) float64 {
	return float64(draws.Distinct()) / float64(draws.Len())
}

// noteOfRepeats says that a figure is of draws that are not independent; empty if enough are distinct.
func noteOfRepeats(figures map[string]float64) string {
	if share, known := figures[distinctShare]; known && share < experiment.LeastDistinct {
		return fmt.Sprintf("measured on samples that are not independent: a share of %.3g of them are distinct", share)
	}
	return ""
}

// Note tells of samples that are not independent.
func (*ProperWasserstein) Note(figures map[string]float64) string { return noteOfRepeats(figures) }

// Note tells of samples that are not independent.
func (*SlicedComparison) Note(figures map[string]float64) string { return noteOfRepeats(figures) }

// Note tells of samples that are not independent.
func (*EnergyComparison) Note(figures map[string]float64) string { return noteOfRepeats(figures) }

// floorOf is the noise floor for the samples that an experiment draws of a model. A model that gives fewer has a floor of its
// own.
func (c comparison) floorOf(s *experiment.Settings) *truthFloor {
	f := &truthFloor{comparison: c, ModelPoints: s.Samples, ofLaw: c.drawn(s.Data.Source)}
	if f.ofLaw { // equal sizes are the same floor, however they come about
		f.Samples = min(f.Samples, f.ModelPoints)
		f.ModelPoints, f.Reference = f.Samples, ""
	}
	return f
}

// truthFloor is the noise floor as a part of a metric that models share.
type truthFloor struct {
	comparison
	ModelPoints int `yaml:"model_points" doc:"samples of a model"`
	ofLaw       bool
}

// Name implements experiment.Shared.
func (*truthFloor) Name() string { return "noise_floor" }

// CodeVersion implements experiment.Shared.
func (*truthFloor) CodeVersion() int { return 1 }

// OfDistribution implements experiment.Shared.
func (f *truthFloor) OfDistribution() bool { return f.ofLaw }

// Compute implements experiment.Shared.
func (f *truthFloor) Compute(ctx context.Context, truth *experiment.Subject) (map[string][]float64, error) {
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

var (
	_ experiment.Sharing         = (*ProperWasserstein)(nil)
	_ experiment.Sharing         = (*SlicedComparison)(nil)
	_ experiment.Sharing         = (*EnergyComparison)(nil)
	_ experiment.Metric          = (*ProperWasserstein)(nil)
	_ experiment.Noting          = (*ProperWasserstein)(nil)
	_ experiment.Noting          = (*SlicedComparison)(nil)
	_ experiment.Noting          = (*EnergyComparison)(nil)
	_ experiment.Metric          = (*SlicedComparison)(nil)
	_ experiment.Metric          = (*EnergyComparison)(nil)
	_ experiment.SettingsChecker = (*ProperWasserstein)(nil)
)
