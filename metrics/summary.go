package metrics

import (
	"math"
	"slices"
)

// Summary is the spread of some values; NaN throughout if there are none.
type Summary struct{ Min, Median, Mean, Max float64 }

// Summarise describes values by their least, middle (the mean of two for an even number), mean and greatest.
func Summarise(values []float64) Summary {
	if len(values) == 0 {
		return Summary{math.NaN(), math.NaN(), math.NaN(), math.NaN()}
	}
	sorted := slices.Sorted(slices.Values(values))
	mean, _ := MeanAndDeviation(values)
	n := len(sorted)
	return Summary{Min: sorted[0], Median: sorted[(n-1)/2]/2 + sorted[n/2]/2, Mean: mean, Max: sorted[n-1]}
}

// MeanAndDeviation is the mean and the standard deviation (with n - 1). The mean of no values and the deviation of less
// than two are NaN.
func MeanAndDeviation(values []float64) (mean, deviation float64) {
	n := float64(len(values))
	for _, value := range values {
		mean += value / n
	}
	squares := 0.0
	for _, value := range values {
		squares += (value - mean) * (value - mean)
	}
	if len(values) == 0 {
		mean = math.NaN()
	}
	if len(values) < 2 {
		return mean, math.NaN()
	}
	return mean, math.Sqrt(squares / (n - 1))
}

// MeanAndError is the mean over seeds and its standard error, the standard deviation over the root of their number; NaN
// where MeanAndDeviation has it.
func MeanAndError(values []float64) (mean, standardError float64) {
	mean, deviation := MeanAndDeviation(values)
	return mean, deviation / math.Sqrt(float64(len(values)))
}
