package metrics

import "math"

// BulkESS is the effective sample size of a quantity's middle: the number of independent draws that would give its
// rank-normalized mean as well as the chains do.
func BulkESS(chains [][]float64) float64 { return effectiveSize(normalScores(split(chains))) }

// TailESS is the effective sample size of a quantity's tails: the smaller of those for the probabilities of being below
// its quantiles of 5 % and of 95 %.
func TailESS(chains [][]float64) float64 {
	smaller := math.Inf(1)
	for _, p := range []float64{0.05, 0.95} {
		bound := quantile(chains, p)
		below := mapped(split(chains), func(v float64) float64 {
			if v <= bound {
				return 1
			}
			return 0
		})
		smaller = min(smaller, effectiveSize(below))
	}
	return smaller
}

// effectiveSize is the number of draws over their autocorrelation time -1 + 2 (P_0 + P_1 + ...), with P_k the sum of
// the autocorrelations at lags 2k and 2k+1 over all chains. They are summed while positive, and held from rising, as
// they must fall for reversible chains (Geyer 1992).
func effectiveSize(chains [][]float64) float64 {
	within, total := variances(chains)
	length, count := len(chains[0]), float64(len(chains)*len(chains[0]))
	centered := make([][]float64, len(chains))
	for i, chain := range chains {
		centered[i] = minusMean(chain)
	}
	correlation := func(lag int) float64 { return 1 - (within-autocovariance(centered, lag))/total }
	sum, last := 0.0, math.Inf(1)
	for lag := 0; lag+1 < length; lag += 2 {
		even := correlation(lag)
		if lag == 0 {
			even = 1
		}
		pair := even + correlation(lag+1)
		if math.IsNaN(pair) {
			return math.NaN()
		}
		if pair <= 0 {
			sum += max(even, 0) / 2 // the first lag left out lowers the variance for chains that swing
			break
		}
		last = min(last, pair)
		sum += last
	}
	// Chains that swing may know a mean better than independent draws, but not without bound.
	return count / max(2*sum-1, 1/math.Log10(count))
}

func minusMean(chain []float64) []float64 {
	mean := 0.0
	for _, v := range chain {
		mean += v / float64(len(chain))
	}
	centered := make([]float64, len(chain))
	for i, v := range chain {
		centered[i] = v - mean
	}
	return centered
}

// autocovariance at a lag is the mean over the chains of sums of products over their length.
func autocovariance(centered [][]float64, lag int) float64 {
	sum := 0.0
	for _, chain := range centered {
		for i := range len(chain) - lag {
			sum += chain[i] * chain[i+lag]
		}
	}
	return sum / float64(len(centered)*len(centered[0]))
}
