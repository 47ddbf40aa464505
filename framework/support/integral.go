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

// EffectiveSize is the number of equally weighted points that would say as much as points of the weights
// exp(logWeights), (sum w)^2 / sum w^2 (Kish 1965).
func EffectiveSize(logWeights []float64) float64 {
	largest := slices.Max(logWeights)
	total, squares := 0.0, 0.0
	for _, w := range logWeights {
		weight := math.Exp(w - largest)
		total += weight
		squares += weight * weight
	}
	return total * total / squares
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

// TailIndex is the shape k of the generalized Pareto distribution that fits the largest of the weights exp(logs), by
// Zhang and Stephens (2009): weights have moments up to the order 1/k. A mean of weights with k above 0.7 has not
// converged, whatever its standard error says (Vehtari, Simpson, Gelman, Yao and Gabry 2024, "Pareto smoothed
// importance sampling"). The tail is the largest fifth of the weights, at most 3 sqrt(n); minus infinity where it has
// fewer than five or these are equal.
func TailIndex(logs []float64) float64 {
	const least = 5
	sorted := slices.Sorted(slices.Values(logs))
	n := len(sorted)
	count := min(n/5, int(3*math.Sqrt(float64(n))))
	if count < least || math.IsNaN(sorted[0]) {
		return math.Inf(-1)
	}
	largest, threshold := sorted[n-1], sorted[n-1-count]
	excess := make([]float64, count)
	for i, v := range sorted[n-count:] {
		excess[i] = math.Exp(v-largest) - math.Exp(threshold-largest)
	}
	if excess[0] <= 0 {
		excess = slices.DeleteFunc(excess, func(v float64) bool { return v <= 0 })
		if len(excess) < least {
			return math.Inf(-1)
		}
	}
	return paretoShape(excess)
}

// mostTailIndex is that of weights whose mean has converged.
const mostTailIndex = 0.7

// Unseen is what the mean of weights exp(logs) may lack, as a share of it, where their tail is too heavy for their
// standard error to say so. The largest of n weights is exceeded with a probability p of some 1/n, below 3/n in 95 % of
// cases, and beyond it a Pareto tail of the index k has p/(1 - k) times that weight: little where all but few weights
// are about equal. As k is estimated from the same weights, both together hold the error in 70 to 95 % of simulated
// cases with k from 0.75 to 0.95 (TestHowOftenUnseenHolds). With k of 1 or more weights have no mean: it is infinite.
func Unseen(logs []float64) float64 {
	const exceeded = 3 // -log(0.05)
	k := TailIndex(logs)
	switch {
	case k <= mostTailIndex:
		return 0
	case !(k < 1):
		return math.Inf(1)
	}
	sum, _ := LogSum(logs)
	return exceeded / (1 - k) * math.Exp(slices.Max(logs)-sum)
}

// paretoShape is Zhang and Stephens' mean of profile-likelihood estimates of k, over a grid of b = -k/scale, of sorted
// excesses; with a weak prior at 0.5 worth ten of them.
func paretoShape(excess []float64) float64 {
	const prior, shrunk, worth = 3, 0.5, 10
	n := float64(len(excess))
	quartile, grid := excess[int(n/4+0.5)-1], 30+int(math.Sqrt(n))
	shape := func(b float64) float64 {
		sum := 0.0
		for _, v := range excess {
			sum += math.Log1p(-b * v)
		}
		return sum / n
	}
	places, profiles := make([]float64, grid), make([]float64, grid)
	for i := range places {
		places[i] = 1/excess[len(excess)-1] + (1-math.Sqrt(float64(grid)/(float64(i)+0.5)))/(prior*quartile)
		k := shape(places[i])
		profiles[i] = n * (math.Log(-places[i]/k) - k - 1)
	}
	mean, total := 0.0, 0.0
	for i, b := range places {
		weight := 0.0
		for _, other := range profiles {
			weight += math.Exp(other - profiles[i])
		}
		mean, total = mean+b/weight, total+1/weight
	}
	return (n*shape(mean/total) + worth*shrunk) / (n + worth)
}
