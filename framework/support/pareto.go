package support

import (
	"math"
	"slices"
)

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
