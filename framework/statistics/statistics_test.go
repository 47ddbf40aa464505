package statistics

import (
	"math"
	"testing"
)

func TestSummariesOfSmallSamples(t *testing.T) {
	nan := math.NaN()
	for _, test := range []struct {
		values                               []float64
		mean, median, deviation, errorOfMean float64
	}{
		{nil, nan, nan, nan, nan},
		{[]float64{3}, 3, 3, nan, nan},
		{[]float64{4, 1}, 2.5, 2.5, 3 / math.Sqrt2, 1.5},
		{[]float64{9, 1, 2}, 4, 2, math.Sqrt(19), math.Sqrt(19.0 / 3)},
		{[]float64{math.MaxFloat64, math.MaxFloat64}, math.MaxFloat64, math.MaxFloat64, 0, 0},
	} {
		for name, pair := range map[string][2]float64{"mean": {Mean(test.values), test.mean},
			"median":             {Median(test.values), test.median},
			"standard deviation": {StandardDeviation(test.values), test.deviation},
			"standard error":     {StandardError(test.values), test.errorOfMean}} {
			got, want := pair[0], pair[1]
			if math.IsNaN(got) != math.IsNaN(want) || math.Abs(got-want) > 1e-15*math.Abs(want) {
				t.Errorf("%s of %v is %v, want %v", name, test.values, got, want)
			}
		}
	}
}
