package metrics

import (
	"gonum.org/v1/gonum/stat"

	"ebim/framework/statistics"
)

// MeanAndError returns the mean and its standard error, rounded as in all records: statistics.StandardError, which
// tables take, divides before it takes the root.
func MeanAndError(values []float64) (mean, standardError float64) {
	return statistics.Mean(values), stat.StdErr(statistics.StandardDeviation(values), float64(len(values)))
}
