package metrics

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"

	"ebim/framework/statistics"
)

// Summary is the spread of some values; NaN throughout if there are none.
type Summary struct{ Min, Median, Mean, Max float64 }

// Summarize describes values by their least, middle (the mean of two for an even number), mean and greatest.
func Summarize(values []float64) Summary {
	if len(values) == 0 {
		return Summary{math.NaN(), math.NaN(), math.NaN(), math.NaN()}
	}
	return Summary{Min: slices.Min(values), Median: statistics.Median(values), Mean: statistics.Mean(values),
		Max: slices.Max(values)}
}

// MeanAndError returns the mean and its standard error, rounded as in all records: statistics.StandardError, which
// tables take, divides before it takes the root.
func MeanAndError(values []float64) (mean, standardError float64) {
	return statistics.Mean(values), stat.StdErr(statistics.StandardDeviation(values), float64(len(values)))
}
