package support

import (
	"fmt"
	"math"
	"slices"
)

// Integral is the logarithm of the integral of an unnormalized density over its domain, with a bound of its error that
// holds in 95 % of cases.
type Integral struct{ Log, Error float64 }

// WithinErrors is how many standard errors about an average hold what it estimates in 95 % of cases.
const WithinErrors = 1.96

// Normalized is logarithms of a density less that of its integral.
func Normalized(logs []float64, logIntegral float64) ([]float64, error) {
	if math.IsNaN(logIntegral) || math.IsInf(logIntegral, 0) {
		return nil, fmt.Errorf("the density's integral over its support is exp(%v), so that it can't be normalized; "+
			"train the energy again with a lower learning rate", logIntegral)
	}
	values := make([]float64, len(logs))
	for i, v := range logs {
		values[i] = v - logIntegral
	}
	return values, nil
}

// LogSum is the logarithms of sum exp(logs) and of sum exp(2 logs), without overflow.
func LogSum(logs []float64) (sum, squares float64) {
	largest := math.Inf(-1)
	for _, v := range logs {
		largest = math.Max(largest, v) // NaN stays
	}
	if math.IsInf(largest, 0) || math.IsNaN(largest) {
		return largest, largest
	}
	for _, v := range logs {
		share := math.Exp(v - largest)
		sum += share
		squares += share * share
	}
	return largest + math.Log(sum), 2*largest + math.Log(squares)
}

// singlePrecision is the relative distance of neighboring numbers in which energies are evaluated.
const singlePrecision = 1.0 / (1 << 23)

// Refined is the logarithm of an integral of exp(logs), from values by cells of a size, twice and four times that. For
// an error of second order, differences are three times the error of the finer value; below the resolution of the
// cells they are as random as the errors. The larger of the two, each as it bears on the finest value, is seldom small
// by chance. To that come some units in the last place of the energies: the differences of a rule that converges
// faster may be none.
func Refined(values [3]float64, logs []float64) Integral {
	err := max(math.Abs(values[0]-values[1]), math.Abs(values[1]-values[2])/4)
	return Integral{values[0], err + 4*singlePrecision*(1+math.Abs(slices.Max(logs)))}
}

// MeanOfExp is the logarithm of the mean of exp(logs) over count values; those not given are 0, and the mean's
// relative standard error.
func MeanOfExp(logs []float64, count int) Integral {
	sum, squares := LogSum(logs)
	n := float64(count)
	// n times the mean square over the squared mean, less 1, is the relative variance.
	return Integral{sum - math.Log(n), math.Sqrt(max(n*math.Exp(squares-2*sum)-1, 0) / n)}
}

// LogSumExp is log(exp(a) + exp(b)).
func LogSumExp(a, b float64) float64 {
	if a < b {
		a, b = b, a
	}
	if math.IsInf(a, 0) { // their difference may be NaN
		return a
	}
	return a + math.Log1p(math.Exp(b-a))
}
