package metrics

import (
	"context"
	"math"

	"ebim/framework/experiment"
)

// energyBlock is the number of points on each side whose distances are summed while both stay in the cache.
const energyBlock = 256

// EnergyDistance is 2 E|X - Y| - E|X - X'| - E|Y - Y'| of two samples, of any sizes and weights, with the Euclidean
// norm (Szekely and Rizzo, "Energy statistics", 2013; no square root is taken), exact in O(n m) time and little memory.
// Means are over all pairs, also of a point with itself: it is never negative, and zero only for equal samples.
func EnergyDistance(ctx context.Context, a, b Sample) (float64, error) {
	if err := CheckPair(a, b); err != nil {
		return 0, err
	}
	between, err := meanDistance(ctx, a, b)
	if err != nil {
		return 0, err
	}
	distance := 2 * between
	for _, sample := range []Sample{a, b} {
		within, err := meanDistance(ctx, sample, sample)
		if err != nil {
			return 0, err
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
	Repeats    int     `yaml:"repeats" default:"400" range:"[1, 100000]" doc:"most pairs of true sets for the noise floor"`
	FloorError float64 `yaml:"floor_error" default:"0.05" range:"(0, 1]" doc:"relative standard error at which the noise floor is known well enough"`
	reference
	floored
}

// Removed implements config.Remover.
func (*EnergyComparison) Removed() map[string]string {
	return map[string]string{"statistic": "u, over pairs of different points, was removed; delete this"}
}

// Needs implements experiment.Metric.
func (p *EnergyComparison) Needs(s *experiment.Settings) (experiment.Needs, error) {
	return p.comparison().needs(s)
}

func (p *EnergyComparison) comparison() comparison {
	return comparison{Distance: "energy_distance", Statistic: "v",
		Wasserstein: Wasserstein{p.Samples, p.Repeats, p.FloorError}, reference: p.reference, distance: EnergyDistance}
}

// Measure compares s.Samples with the truth.
func (p *EnergyComparison) Measure(ctx context.Context, s *experiment.Subject) (*experiment.Measurement, error) {
	return p.comparison().measure(ctx, s)
}
