package images

import (
	"sort"

	"ebim/framework/statistics"
)

// Clipped density and clipped coverage of M samples Y among N true points X (Salvy, Talbot and Thirion 2025, "Enhanced
// generative model evaluation with clipped density and coverage", as their code computes them) are shares: of the
// samples that are as good as true points, and of a perfect model's M samples that would cover as much.

// clippedDensity lets no ball reach farther than the median one, and no sample count more than one that lies in k
// balls. With r_i = min(R_i, median R) and the sum that true points reach among themselves, where a ball holds none but
// its k neighbors,
//
//	density = min(1, sum_j min(1, 1/k sum_i 1[|Y_j - X_i| <= r_i]) / M
//	            : sum_l min(1, 1/k sum_i 1[X_l is of X_i's k nearest, within r_i]) / N).
func (b *balls) clippedDensity() float64 {
	own := make([]int, b.truth) // clipped balls of other true points that each true point is in
	for i, neighbors := range b.nearest {
		for rank, l := range neighbors {
			if b.distances[i][rank] <= b.clipped[i] {
				own[l]++
			}
		}
	}
	// Half of the balls keep their k points, so that no mean is 0.
	return min(1, meanShare(b.holding, b.neighbors)/meanShare(own, b.neighbors))
}

// clippedCoverage counts a ball as covered by the share of k samples that it holds, and looks the mean up among those
// of perfect models:
//
//	coverage = g(1/N sum_i min(1, 1/k sum_j 1[|Y_j - X_i| < R_i])),    g(ExpectedCover(N, m, k)) = m/M.
//
// Between m and m + 1, g is linear here, where their code takes steps.
func (b *balls) clippedCoverage() float64 {
	return equivalentShare(meanShare(b.within, b.neighbors), b.truth, b.samples, b.neighbors)
}

// meanShare is the mean of min(1, count/k).
func meanShare(counts []int, k int) float64 {
	sum := 0
	for _, count := range counts {
		sum += min(count, k)
	}
	return float64(sum) / float64(k*len(counts))
}

// ExpectedCover returns the mean share of k samples, and no more, that balls of n true points to their k-th neighbors
// hold of m samples of the same distribution. Of a point's n - 1 others and the samples, all orders by distance are
// equally likely, so that j samples come before the k-th other with the probability p_j = C(j+k-1, j) C(n-1-k+m-j,
// m-j) / C(n-1+m, m), and it is 1 - sum_{j<k} p_j (k-j)/k.
func ExpectedCover(n, m, k int) float64 {
	p, cover := 1.0, 1.0
	for i := 1; i <= k; i++ {
		p *= float64(n-i) / float64(m+n-i)
	}
	for j := 0; j < k && j <= m; j++ {
		cover -= p * float64(k-j) / float64(k)
		if j < m {
			p *= float64((j+k)*(m-j)) / float64((j+1)*(n-1-k+m-j))
		}
	}
	return max(0, cover)
}

// equivalentShare is the share of m samples of a perfect model that cover as much in the mean.
func equivalentShare(cover float64, n, m, k int) float64 {
	if cover >= ExpectedCover(n, m, k) {
		return 1
	}
	// 1 or more, since none cover nothing
	above := sort.Search(m, func(count int) bool { return ExpectedCover(n, count, k) > cover })
	low, high := ExpectedCover(n, above-1, k), ExpectedCover(n, above, k)
	return (float64(above-1) + (cover-low)/(high-low)) / float64(m)
}

// clip returns radii that are no larger than their median.
func clip(radii []float64) []float64 {
	most, clipped := statistics.Median(radii), make([]float64, len(radii))
	for i, r := range radii {
		clipped[i] = min(r, most)
	}
	return clipped
}
