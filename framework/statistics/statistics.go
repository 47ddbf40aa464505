// Package statistics holds the few summaries of samples that records and tables are made of. Everything else is
// gonum's: stat and floats (LogSumExp among it). Means are summed in shares, x/n, so that they can't overflow and old
// records stay the same to the bit; gonum divides the sum.
package statistics

import (
	"math"
	"slices"
)

// Mean returns the mean of values; NaN of none.
func Mean(values []float64) float64 {
	if len(values) == 0 {
		return math.NaN()
	}
	mean, n := 0.0, float64(len(values))
	for _, x := range values {
		mean += x / n
	}
	return mean
}

// Variance returns the sample variance, with n - 1; NaN of fewer than two values.
func Variance(values []float64) float64 {
	if len(values) < 2 {
		return math.NaN()
	}
	squares, mean := 0.0, Mean(values)
	for _, x := range values {
		squares += (x - mean) * (x - mean)
	}
	return squares / float64(len(values)-1)
}

// StandardDeviation returns the root of the sample variance; NaN of fewer than two values.
func StandardDeviation(values []float64) float64 { return math.Sqrt(Variance(values)) }

// StandardError returns that of the mean of independent values; NaN of fewer than two.
func StandardError(values []float64) float64 {
	return math.Sqrt(Variance(values) / float64(len(values)))
}

// Median returns the middle value, or the mean of the two in the middle; NaN of none.
func Median(values []float64) float64 {
	if len(values) == 0 {
		return math.NaN()
	}
	sorted := slices.Sorted(slices.Values(values))
	n := len(sorted)
	if n%2 == 1 {
		return sorted[n/2]
	}
	return sorted[n/2-1]/2 + sorted[n/2]/2
}
