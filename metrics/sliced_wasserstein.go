package metrics

import (
	"context"
	"fmt"
	"math/rand/v2"

	"ebim/framework/experiment"
	"ebim/framework/random"
)

// SlicedWasserstein is the mean over random directions of the Wasserstein-1 distance between the samples' projections
// onto a line (Bonneel, Rabin, Peyre and Pfister, "Sliced and Radon Wasserstein barycenters of measures", 2015). It is
// at most the Wasserstein-1 distance, takes O(n log n) a direction, and so serves large samples.
type SlicedWasserstein struct {
	Directions int `yaml:"directions" default:"200" range:"[1, 1000000]" doc:"random directions of the mean"`
}

// Measure compares two samples, of any sizes and weights, and returns the mean and its standard error over directions,
// which is NaN for one direction. On a line all directions agree, one is taken, and the error is 0.
func (s SlicedWasserstein) Measure(ctx context.Context, a, b Sample, rng *rand.Rand) (value, standardError float64,
	err error) {
	if err := CheckPair(a, b); err != nil {
		return 0, 0, err
	}
	if s.Directions < 1 {
		return 0, 0, fmt.Errorf("%d directions are too few; at least one is needed", s.Directions)
	}
	first, second := newSlicer(a), newSlicer(b)
	if a.Points.Dim == 1 {
		value = quantileDistance(first.project([]float64{1}), second.project([]float64{1}))
		return value, 0, CheckFinite(value)
	}
	values := make([]float64, s.Directions)
	for k := range values {
		if err := ctx.Err(); err != nil {
			return 0, 0, err
		}
		direction := randomDirection(rng, a.Points.Dim)
		values[k] = quantileDistance(first.project(direction), second.project(direction))
	}
	value, standardError = MeanAndError(values)
	return value, standardError, CheckFinite(value)
}

// SlicedComparison is the sliced Wasserstein distance of a trained model's samples to the truth.
type SlicedComparison struct {
	Samples    int     `yaml:"samples" default:"20000" range:"[1, 10000000]" doc:"most points on each side"`
	Repeats    int     `yaml:"repeats" default:"400" range:"[1, 100000]" doc:"most pairs of true sets for the noise floor"`
	FloorError float64 `yaml:"floor_error" default:"0.05" range:"(0, 1]" doc:"relative standard error at which the noise floor is known well enough"`
	SlicedWasserstein
	reference
	floored
}

// Needs implements experiment.Metric.
func (p *SlicedComparison) Needs(s *experiment.Settings) (experiment.Needs, error) {
	return p.comparison().needs(s)
}

// comparison takes the same directions everywhere, whatever the seed.
func (p *SlicedComparison) comparison() comparison {
	return comparison{Distance: "sliced_wasserstein", Directions: p.Directions,
		Wasserstein: Wasserstein{p.Samples, p.Repeats, p.FloorError},
		reference:   p.reference, distance: func(ctx context.Context, a, b Sample) (float64, error) {
			value, _, err := p.SlicedWasserstein.Measure(ctx, a, b, random.New(0, "metric/directions", 0))
			return value, err
		}}
}

// Measure compares s.Samples with the truth.
func (p *SlicedComparison) Measure(ctx context.Context, s *experiment.Subject) (*experiment.Measurement, error) {
	return p.comparison().measure(ctx, s)
}
