package images

import (
	"context"
	"fmt"
	"math"
	"sync/atomic"

	"ebim/metrics"

	"ebim/framework/experiment"
	"ebim/framework/neighbors"
	"ebim/framework/output"
	"ebim/framework/parallel"
	"ebim/framework/points"
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
	Samples   int `yaml:"samples" default:"5000" range:"[2, 100000]" doc:"images on each side, at most: all where there are fewer"`
	Neighbors int `yaml:"neighbors" default:"5" range:"[1, 1000]" doc:"the ball around a true image reaches to this one of its nearest others"`
}

func (*DensityCoverageComparison) CodeVersion() int { return 2 }

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
