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
		{Name: "validation", Doc: "points that were kept from training to choose settings by, also where the law is known; needs data.validation"},
		{Name: "training", Doc: "the training points themselves: comparable with published figures, but it flatters a model that memorises them"},
	}
}

// reference is the setting that all metrics against true samples share.
type reference struct {
	Reference Reference `yaml:"reference" default:"held_out" doc:"true points to compare with where the law of the data is not known; synthetic data are drawn anew"`
}

// CheckSettings refuses a comparison with points of which there are none.
func (r reference) CheckSettings(s *experiment.Settings) error {
	if _, known := s.Data.Source.(dataset.Distribution); known && r.Reference != "validation" {
		return nil
	}
	return r.Reference.check(s)
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
	if law, known := s.Source.(dataset.Distribution); known && r.Reference != "validation" {
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
func (*ProperWasserstein) CodeVersion() int { return 1 }

// Unit of the distance.
func (*ProperWasserstein) Unit() string { return "data units" }

// Measure gives the distance (value), its noise floor with the deviation of one repeat, and their ratio.
func (p *ProperWasserstein) Measure(ctx context.Context, s *experiment.Subject) (map[string]float64, error) {
	return p.against(ctx, p.Wasserstein, s, "wasserstein", func(a, b Sample) (float64, error) { return Wasserstein1(ctx, a, b) })
}

// SlicedComparison is the sliced Wasserstein distance of a trained model's samples to the truth.
type SlicedComparison struct {
	Samples int `yaml:"samples" default:"20000" range:"[1, 10000000]" doc:"most points on each side, as many as there are if fewer"`
	Repeats int `yaml:"repeats" default:"5" range:"[1, 1000]" doc:"independent pairs of true sets that the noise floor is the mean of"`
	SlicedWasserstein
	reference
}

// CodeVersion implements experiment.Metric.
func (*SlicedComparison) CodeVersion() int { return 1 }

// Measure gives the same figures as ProperWasserstein. Every comparison takes the same directions.
func (p *SlicedComparison) Measure(ctx context.Context, s *experiment.Subject) (map[string]float64, error) {
	return p.against(ctx, Wasserstein{p.Samples, p.Repeats}, s, "sliced_wasserstein", func(a, b Sample) (float64, error) {
		result, err := p.SlicedWasserstein.Measure(ctx, a, b, random.New(s.Seed, "metric/directions", 0))
		if err != nil {
			return 0, err
		}
		return result.Value, nil
	})
}

// EnergyComparison is the energy distance of a trained model's samples to the truth.
type EnergyComparison struct {
	Samples int `yaml:"samples" default:"10000" range:"[1, 1000000]" doc:"most points on each side, as many as there are if fewer"`
	Repeats int `yaml:"repeats" default:"5" range:"[1, 1000]" doc:"independent pairs of true sets that the noise floor is the mean of"`
	EnergyDistance
	reference
}

// CodeVersion implements experiment.Metric.
func (*EnergyComparison) CodeVersion() int { return 1 }

// Measure gives the same figures as ProperWasserstein.
func (p *EnergyComparison) Measure(ctx context.Context, s *experiment.Subject) (map[string]float64, error) {
	return p.against(ctx, Wasserstein{p.Samples, p.Repeats}, s, "energy_distance", func(a, b Sample) (float64, error) {
		return p.EnergyDistance.Measure(ctx, a, b)
	})
}

// against compares a model's samples with the truth, in the sizes and with the noise floor of protocol `proper`. What a
// derived model stands for has no truth among the data.
func (r reference) against(ctx context.Context, sizes Wasserstein, s *experiment.Subject, name string,
	distance func(a, b Sample) (float64, error)) (map[string]float64, error) {
	if s.Derived || s.Samples == nil {
		return nil, experiment.ErrNotApplicable
	}
	result, err := sizes.measure(ctx, s.Samples, r.truth(s), random.New(s.Seed, "metric/"+name, 0), distance)
	if err != nil {
		return nil, err
	}
	return result.figures(), nil
}

var (
	_ experiment.Metric          = (*ProperWasserstein)(nil)
	_ experiment.Metric          = (*SlicedComparison)(nil)
	_ experiment.Metric          = (*EnergyComparison)(nil)
	_ experiment.SettingsChecker = (*ProperWasserstein)(nil)
)
