package metrics

import (
	"context"
	"fmt"
	"math"

	"ebim/framework/config"
	"ebim/framework/experiment"
)

// EnergyDistance is 2 E|X - Y| - E|X - X'| - E|Y - Y'| with the Euclidean norm (Szekely and Rizzo, "Energy statistics",
// 2013; no square root is taken), exact for the given samples in O(n m) time and little memory.
type EnergyDistance struct {
	Statistic EnergyStatistic `yaml:"statistic" default:"v" doc:"how a sample's distance to itself is averaged"`
}

// EnergyStatistic says whether the zero distance of each point to itself counts.
type EnergyStatistic string

// Choices lists the statistics.
func (EnergyStatistic) Choices() []config.Choice {
	return []config.Choice{
		{Name: "v", Doc: "over all pairs: the distance of the two samples as they are, never negative, zero only " +
			"for equal ones"},
		{Name: "u", Doc: "over pairs of different points: an unbiased estimate of the distributions' distance, so " +
			"negative at times"},
	}
}

// energyBlock is the number of points on each side whose distances are summed while both stay in the cache.
const energyBlock = 256

// Measure compares two samples, of any sizes and weights. With weights w, statistic u divides a sample's mean distance
// to itself by 1 - sum w^2, the weight of its pairs of different points, and so needs two points of positive weight.
func (e EnergyDistance) Measure(ctx context.Context, a, b Sample) (float64, error) {
	if err := CheckPair(a, b); err != nil {
		return 0, err
	}
	between, err := meanDistance(ctx, a, b)
	if err != nil {
		return 0, err
	}
	distance := 2 * between
	for side, sample := range []Sample{a, b} {
		within, err := meanDistance(ctx, sample, sample)
		if err != nil {
			return 0, err
		}
		if e.Statistic == "u" {
			pairs := 1.0
			for _, share := range sample.shares() {
				pairs -= share * share
			}
			if !(pairs > 1e-12) {
				return 0, fmt.Errorf("the %s sample has fewer than two points of positive weight; "+
					"statistic u needs two, statistic v does not", []string{"first", "second"}[side])
			}
			within /= pairs
		}
		distance -= within
	}
	return distance, CheckFinite(distance)
}

// meanDistance is sum_ij a_i b_j |x_i - y_j| with weights that sum to one.
func meanDistance(ctx context.Context, a, b Sample) (float64, error) {
	first, second := a.shares(), b.shares()
	n, m := len(first), len(second)
	sum := 0.0
	for i := 0; i < n; i += energyBlock {
		if err := ctx.Err(); err != nil {
			return 0, err
		}
		rows := min(energyBlock, n-i)
		for j := 0; j < m; j += energyBlock {
			columns := min(energyBlock, m-j)
			sum += blockDistance(
				Sample{a.Points.Slice(i, i+rows), first[i : i+rows]},
				Sample{b.Points.Slice(j, j+columns), second[j : j+columns]})
		}
	}
	return sum, nil
}

func blockDistance(a, b Sample) float64 {
	sum := 0.0
	for i, weight := range a.Weights {
		x := a.Points.At(i)
		row := 0.0
		for j, other := range b.Weights {
			row += other * distance(x, b.Points.Data[j*len(x):(j+1)*len(x)])
		}
		sum += weight * row
	}
	return sum
}

func distance(x, y []float64) float64 {
	y = y[:len(x)]
	squared := 0.0
	for axis, value := range x {
		d := value - y[axis]
		squared += d * d
	}
	return math.Sqrt(squared)
}

// EnergyComparison is the energy distance of a trained model's samples to the truth.
type EnergyComparison struct {
	Samples    int     `yaml:"samples" default:"10000" range:"[1, 1000000]" doc:"most points on each side"`
	Repeats    int     `yaml:"repeats" default:"400" range:"[1, 100000]" doc:"most pairs of true sets for the noise floor; 8 with statistic u"`
	FloorError float64 `yaml:"floor_error" default:"0.05" range:"(0, 1]" doc:"relative standard error at which the noise floor is known well enough"`
	EnergyDistance
	reference
	floored
}

// Needs implements experiment.Metric.
func (p *EnergyComparison) Needs(s *experiment.Settings) (experiment.Needs, error) {
	return p.comparison().needs(s)
}

func (p *EnergyComparison) comparison() comparison {
	sizes := Wasserstein{p.Samples, p.Repeats, p.FloorError}
	if p.Statistic == "u" { // no number of pairs determines a mean of 0 to a fraction of it
		sizes.Repeats = min(sizes.Repeats, leastRepeats)
	}
	return comparison{Distance: "energy_distance", Statistic: p.Statistic, Wasserstein: sizes, reference: p.reference,
		distance: p.EnergyDistance.Measure}
}

// Measure compares s.Samples with the truth.
func (p *EnergyComparison) Measure(ctx context.Context, s *experiment.Subject) (*experiment.Measurement, error) {
	return p.comparison().measure(ctx, s)
}
