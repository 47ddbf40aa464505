package metrics

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"ebim/framework/points"
)

// Diagnostics of Markov chains after Vehtari, Gelman, Simpson, Carpenter and Buerkner, "Rank-normalization, folding,
// and localization: an improved R-hat", 2021. All take one quantity at the draws of several chains of equal length, at
// least four draws each, and are NaN for chains that never move.

// RHat is the rank-normalized split R-hat: by how much the spread of all draws exceeds that within half a chain, for
// the quantity's place or its scale, whichever is worse. Chains that have mixed are at 1; above 1.01 they have not.
func RHat(chains [][]float64) float64 {
	halves := split(chains)
	return max(potentialScaleReduction(normalScores(halves)), potentialScaleReduction(normalScores(folded(halves))))
}

// potentialScaleReduction is R-hat (Gelman and Rubin 1992) of chains as they are.
func potentialScaleReduction(chains [][]float64) float64 {
	within, total := variances(chains)
	return math.Sqrt(total / within)
}

// variances are the mean variance within a chain, and the estimate of the whole variance from that and the chains'
// means.
func variances(chains [][]float64) (within, total float64) {
	means := make([]float64, len(chains))
	for i, chain := range chains {
		mean, variance := stat.MeanVariance(chain, nil)
		means[i] = mean
		within += variance / float64(len(chains))
	}
	draws := float64(len(chains[0]))
	return within, (draws-1)/draws*within + stat.Variance(means, nil)
}

// split is the halves of all chains, without the middle draw of an odd number.
func split(chains [][]float64) [][]float64 {
	var halves [][]float64
	for _, chain := range chains {
		half := len(chain) / 2
		halves = append(halves, chain[:half], chain[len(chain)-half:])
	}
	return halves
}

// normalScores replaces each draw by the normal quantile of its rank among all draws; equal ones share a rank.
func normalScores(chains [][]float64) [][]float64 {
	scores := Ranks(slices.Concat(chains...))
	for i, rank := range scores {
		scores[i] = distuv.UnitNormal.Quantile((rank - 0.375) / (float64(len(scores)) + 0.25))
	}
	result := make([][]float64, len(chains))
	for i := range chains { // of its own each: sums of gonum depend on where an array begins
		result[i] = slices.Clone(scores[i*len(chains[0]) : (i+1)*len(chains[0])])
	}
	return result
}

// Ranks returns ranks from 1; equal values share the mean of theirs.
func Ranks(values []float64) []float64 {
	order := points.Range(0, len(values))
	slices.SortFunc(order, func(i, j int) int { return cmp.Compare(values[i], values[j]) })
	ranks := make([]float64, len(values))
	for from := 0; from < len(order); {
		to := from + 1
		for to < len(order) && values[order[to]] == values[order[from]] {
			to++
		}
		for _, i := range order[from:to] {
			ranks[i] = float64(from+to+1) / 2
		}
		from = to
	}
	return ranks
}

// folded is the draws' distances to their median, in which a difference of scales becomes one of places.
func folded(chains [][]float64) [][]float64 {
	middle := quantile(chains, 0.5)
	return mapped(chains, func(v float64) float64 { return math.Abs(v - middle) })
}

func mapped(chains [][]float64, f func(v float64) float64) [][]float64 {
	result := make([][]float64, len(chains))
	for i, chain := range chains {
		result[i] = make([]float64, len(chain))
		for k, v := range chain {
			result[i][k] = f(v)
		}
	}
	return result
}

// quantile of all draws, between two of them in proportion.
func quantile(chains [][]float64, p float64) float64 {
	all := slices.Concat(chains...)
	slices.Sort(all)
	place := p * float64(len(all)-1)
	low := int(place)
	if low+1 == len(all) {
		return all[low]
	}
	return all[low] + (place-float64(low))*(all[low+1]-all[low])
}
