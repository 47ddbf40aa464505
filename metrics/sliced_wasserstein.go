package metrics

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

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
		direction := make([]float64, a.Points.Dim)
		random.Direction(direction, rng)
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

// massPoint is mass at a place on a line.
type massPoint struct{ at, mass float64 }

// slicer projects one sample time and again.
type slicer struct {
	sample    Sample
	shares    []float64
	projected []massPoint
}

func newSlicer(s Sample) *slicer {
	return &slicer{sample: s, shares: s.shares(), projected: make([]massPoint, s.Points.Len())}
}

// project is the sample along a direction, in ascending order; valid until the next call.
func (s *slicer) project(direction []float64) []massPoint {
	for i, share := range s.shares {
		at := 0.0
		for axis, value := range s.sample.Points.At(i) {
			at += value * direction[axis]
		}
		s.projected[i] = massPoint{at, share}
	}
	slices.SortFunc(s.projected, func(a, b massPoint) int { return cmp.Compare(a.at, b.at) })
	return s.projected
}

// quantileDistance is the Wasserstein-1 distance on a line: both in ascending order, mass goes to mass of the same
// rank.
func quantileDistance(a, b []massPoint) float64 {
	distance := 0.0
	i, j := 0, 0
	left, right := a[0].mass, b[0].mass
	for {
		moved := min(left, right)
		distance += moved * math.Abs(a[i].at-b[j].at)
		if left <= right {
			right -= moved
			if i++; i == len(a) {
				return distance
			}
			left = a[i].mass
		} else {
			left -= moved
			if j++; j == len(b) {
				return distance
			}
			right = b[j].mass
		}
	}
}
