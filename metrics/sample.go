package metrics

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/stat"

	"ebim/framework/points"
	"ebim/framework/statistics"
)

// Sample is a set of points with their weights, which are finite, not negative, and have a positive sum that is of no
// matter. Nil weights are equal.
type Sample struct {
	Points  *points.Set
	Weights []float64
}

func (s Sample) check() error {
	if s.Points == nil || s.Points.Len() == 0 {
		return errors.New("there are no points")
	}
	if s.Points.Len()*s.Points.Dim != len(s.Points.Data) {
		return fmt.Errorf("%d numbers are no whole number of points of dimension %d", len(s.Points.Data), s.Points.Dim)
	}
	for k, value := range s.Points.Data {
		if math.IsNaN(value) || math.IsInf(value, 0) {
			return fmt.Errorf("row %d, column %d (both from 0) holds %v; coordinates must be finite",
				k/s.Points.Dim, k%s.Points.Dim, value)
		}
	}
	return s.checkWeights()
}

func (s Sample) checkWeights() error {
	if s.Weights == nil {
		return nil
	}
	if len(s.Weights) != s.Points.Len() {
		return fmt.Errorf("there are %d weights for %d points", len(s.Weights), s.Points.Len())
	}
	sum := 0.0
	for i, weight := range s.Weights {
		if !(weight >= 0) || math.IsInf(weight, 0) {
			return fmt.Errorf("row %d (from 0) has weight %v; weights must be finite and not negative", i, weight)
		}
		sum += weight
	}
	if sum == 0 {
		return errors.New("all weights are zero; their sum must be positive")
	}
	if math.IsInf(sum, 0) {
		return errors.New("the weights' sum is beyond float64's range; rescale them")
	}
	return nil
}

// CheckPair checks both samples and that they lie in one space. Errors say "first sample" or "second sample".
func CheckPair(a, b Sample) error {
	if err := a.check(); err != nil {
		return fmt.Errorf("first sample: %w", err)
	}
	if err := b.check(); err != nil {
		return fmt.Errorf("second sample: %w", err)
	}
	if a.Points.Dim != b.Points.Dim {
		return fmt.Errorf("the first sample has dimension %d, the second %d; they must be equal",
			a.Points.Dim, b.Points.Dim)
	}
	return nil
}

// CheckFinite catches distances that overflowed.
func CheckFinite(value float64) error {
	if math.IsNaN(value) || math.IsInf(value, 0) {
		return errors.New("the points are too far apart for their distances to be numbers; rescale them")
	}
	return nil
}

// shares is the weights divided by their sum.
func (s Sample) shares() []float64 {
	shares := make([]float64, s.Points.Len())
	sum := 0.0
	for i := range shares {
		shares[i] = 1
		if s.Weights != nil {
			shares[i] = s.Weights[i]
		}
		sum += shares[i]
	}
	for i := range shares {
		shares[i] /= sum
	}
	return shares
}

// thinned is n of the points drawn without replacement, with their weights, or the sample itself if it has no more.
func (s Sample) thinned(rng *rand.Rand, n int) Sample {
	if n >= s.Points.Len() {
		return s
	}
	chosen := rng.Perm(s.Points.Len())[:n]
	thin := Sample{Points: s.Points.Select(chosen)}
	if s.Weights != nil {
		thin.Weights = make([]float64, n)
		for k, i := range chosen {
			thin.Weights[k] = s.Weights[i]
		}
	}
	return thin
}

// MeanAndError returns the mean and its standard error, rounded as in all records: statistics.StandardError, which
// tables take, divides before it takes the root.
func MeanAndError(values []float64) (mean, standardError float64) {
	return statistics.Mean(values), stat.StdErr(statistics.StandardDeviation(values), float64(len(values)))
}
