package images

import (
	"context"
	"fmt"
	"math"
	"sort"
	"sync/atomic"

	"ebim/framework/experiment"
	"ebim/framework/neighbors"
	"ebim/framework/output"
	"ebim/framework/parallel"
	"ebim/framework/points"
	"ebim/framework/statistics"
	"ebim/metrics"
)

// balls are those around true points to their k-th neighbors, with what they hold of samples.
type balls struct {
	truth, samples, neighbors int
	nearest                   [][]int     // of each true point its k nearest others
	distances                 [][]float64 // to these, ascending
	clipped                   []float64   // radii that are no larger than the median
	within                    []int       // samples in each open ball
	holding                   []int       // closed balls of clipped radii that hold each sample
}

// fillBalls compares all true points with all samples. There must be more than k true points.
func fillBalls(ctx context.Context, samples, truth *points.Set, k int) (*balls, error) {
	if err := metrics.CheckPair(metrics.Sample{Points: samples}, metrics.Sample{Points: truth}); err != nil {
		return nil, err
	}
	n, m := truth.Len(), samples.Len()
	if n <= k {
		return nil, fmt.Errorf("there are %d true points; their %d nearest others need %d or more: set neighbors "+
			"lower, or hold more out", n, k, k+1)
	}
	b := &balls{truth: n, samples: m, neighbors: k, within: make([]int, n), holding: make([]int, m)}
	b.nearest, b.distances = neighbors.Nearest(truth, k)
	radii := make([]float64, n)
	for i, d := range b.distances {
		radii[i] = d[k-1]
	}
	b.clipped = clip(radii)
	holding := make([]atomic.Int64, m)
	parallel.Each(n, func(i int) {
		if ctx.Err() != nil {
			return
		}
		x := truth.At(i)
		for j := range m {
			far := math.Sqrt(points.SquaredDistance(x, samples.At(j)))
			if far < radii[i] {
				b.within[i]++
			}
			if far <= b.clipped[i] {
				holding[j].Add(1)
			}
		}
	})
	for j := range holding {
		b.holding[j] = int(holding[j].Load())
	}
	return b, ctx.Err()
}

// densityCoverage returns density and coverage (Naeem et al. 2020, equations 5 and 6) of M samples Y among N true
// points, with the ball B_i of each:
//
//	density = 1/(k M) sum_j sum_i 1[Y_j in B_i],    coverage = 1/N sum_i 1[some Y_j in B_i].
//
// For equal distributions the density is 1 on average, and the coverage PerfectCoverage.
func (b *balls) densityCoverage() (density, coverage float64) {
	for _, count := range b.within {
		density += float64(count)
		if count > 0 {
			coverage++
		}
	}
	return density / (float64(b.neighbors) * float64(b.samples)), coverage / float64(b.truth)
}

// PerfectCoverage returns the mean coverage of n true points with balls to their k-th neighbors by m samples of the
// same distribution (Naeem et al. 2020, lemma 2): 1 - (n-1)...(n-k) / ((m+n-1)...(m+n-k)).
func PerfectCoverage(n, m, k int) float64 {
	missed := 1.0
	for i := 1; i <= k; i++ {
		missed *= float64(n-i) / float64(m+n-i)
	}
	return 1 - missed
}

// DensityCoverageComparison is density and coverage of a model's samples among images of the data, in stated features.
type DensityCoverageComparison struct {
	imageComparison
	Samples   int `yaml:"samples" default:"5000" range:"[2, 100000]" doc:"most images on each side"`
	Neighbors int `yaml:"neighbors" default:"5" range:"[1, 1000]" doc:"balls around true images reach to this one of their nearest others"`
}

// CodeVersion implements experiment.Metric.
func (*DensityCoverageComparison) CodeVersion() int { return 2 }

// Outputs implements experiment.Metric.
func (*DensityCoverageComparison) Outputs() []experiment.Output {
	return append([]experiment.Output{
		{Name: "coverage", Role: output.Main, Better: output.Highest, Format: output.Share,
			Meaning: "share of the true images with a sample in their ball"},
		{Name: "density", Role: output.Beside, Better: output.Highest,
			Meaning: "mean number of balls that hold a sample, over that of a perfect model; above 1 where samples " +
				"crowd in the middle of the data"},
		{Name: "perfect_coverage", Format: output.Share, Meaning: "mean coverage of a perfect model's samples"},
		{Name: "coverage_noise_floor", Format: output.Share, Meaning: "coverage of as many other images of the data"},
		{Name: "density_noise_floor", Meaning: "density of other images of the data"},
		{Name: "clipped_density", Better: output.Highest, Format: output.Share,
			Meaning: "share of the samples as good as true images, without outliers' balls (Salvy et al. 2025)"},
		{Name: "clipped_coverage", Better: output.Highest, Format: output.Share,
			Meaning: "share of a perfect model's samples that would cover the true images as well (Salvy et al. 2025)"},
		{Name: "clipped_density_noise_floor", Format: output.Share,
			Meaning: "clipped_density of other images of the data"},
		{Name: "clipped_coverage_noise_floor", Format: output.Share,
			Meaning: "clipped_coverage of other images of the data"},
	}, imageOutputs...)
}

// Measure implements experiment.Metric.
func (m *DensityCoverageComparison) Measure(ctx context.Context,
	s *experiment.Subject) (*experiment.Measurement, error) {
	return m.compare(ctx, s, "density_coverage", m.Samples, 0,
		func(sets imageSets) (map[string]float64, error) {
			figures := map[string]float64{"perfect_coverage": PerfectCoverage(sets.reference.Len(),
				sets.samples.Len(), m.Neighbors)}
			for suffix, pair := range map[string][2]*points.Set{"": {sets.samples, sets.reference},
				"_noise_floor": {sets.others[0], sets.floor}} {
				b, err := fillBalls(ctx, pair[0], pair[1], m.Neighbors)
				if err != nil {
					return nil, err
				}
				figures["density"+suffix], figures["coverage"+suffix] = b.densityCoverage()
				figures["clipped_density"+suffix], figures["clipped_coverage"+suffix] = b.clippedDensity(),
					b.clippedCoverage()
			}
			return figures, nil
		})
}

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
