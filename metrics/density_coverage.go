package metrics

import (
	"context"
	"fmt"
	"math/rand/v2"

	"ebim/framework/experiment"
	"ebim/framework/neighbors"
	"ebim/framework/output"
	"ebim/framework/parallel"
	"ebim/framework/points"
)

// DensityCoverage returns density and coverage (Naeem et al. 2020, equations 5 and 6) of M samples among N true points, of which each has the
// ball B_i to its k-th nearest other one:
//
//	density = 1/(k M) sum_j sum_i 1[Y_j in B_i],    coverage = 1/N sum_i 1[some Y_j in B_i].
//
// Of equal distributions the density is 1 on average, and the coverage PerfectCoverage. The error is one of fewer than k + 1 true points.
func DensityCoverage(ctx context.Context, samples, truth *points.Set, k int) (density, coverage float64, err error) {
	if err := checkPair(Sample{Points: samples}, Sample{Points: truth}); err != nil {
		return 0, 0, err
	}
	n, m := truth.Len(), samples.Len()
	if n <= k {
		return 0, 0, fmt.Errorf("there are %d true points; their %d nearest others need %d or more: set neighbors lower, or hold more out", n, k, k+1)
	}
	_, distances := neighbors.Nearest(truth, k)
	within := make([]int, n) // samples in each ball
	parallel.Each(n, func(i int) {
		if ctx.Err() != nil {
			return
		}
		x, radius := truth.At(i), distances[i][k-1]
		for j := range m {
			if distance(x, samples.At(j)) < radius {
				within[i]++
			}
		}
	})
	for _, count := range within {
		density += float64(count)
		if count > 0 {
			coverage++
		}
	}
	return density / (float64(k) * float64(m)), coverage / float64(n), ctx.Err()
}

// PerfectCoverage returns the mean coverage of n true points with balls to their k-th neighbors by m samples of the same distribution
// (Naeem et al. 2020, lemma 2): 1 - (n-1)...(n-k) / ((m+n-1)...(m+n-k)).
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
	Samples   int `yaml:"samples" default:"5000" range:"[2, 100000]" doc:"most images on each side, as many as there are if fewer"`
	Neighbors int `yaml:"neighbors" default:"5" range:"[1, 1000]" doc:"the ball around a true image reaches to this one of its nearest others"`
}

// CodeVersion implements experiment.Metric.
func (*DensityCoverageComparison) CodeVersion() int { return 1 }

// Outputs implements experiment.Metric.
func (*DensityCoverageComparison) Outputs() []experiment.Output {
	return imageOutputs(
		experiment.Output{Name: "coverage", Role: output.Main, Better: output.Highest, Format: output.Share, Meaning: "share of the true images with a sample in their ball"},
		experiment.Output{Name: "density", Role: output.Beside, Better: output.Highest, Meaning: "how many balls hold a sample, over how many do on average of a perfect model; more than 1 where samples crowd in the middle of the data"},
		experiment.Output{Name: "perfect_coverage", Format: output.Share, Meaning: "mean coverage of a perfect model with as many samples"},
		experiment.Output{Name: "coverage_noise_floor", Format: output.Share, Meaning: "coverage of other images of the data, as many as samples where there are as many"},
		experiment.Output{Name: "density_noise_floor", Meaning: "density of other images of the data"})
}

// Measure implements experiment.Metric.
func (m *DensityCoverageComparison) Measure(ctx context.Context, s *experiment.Subject) (*experiment.Measurement, error) {
	return m.compare(ctx, s, "density_coverage", m.Samples, func(sets imageSets, _ *rand.Rand) (map[string]float64, error) {
		density, coverage, err := DensityCoverage(ctx, sets.samples, sets.reference, m.Neighbors)
		if err != nil {
			return nil, err
		}
		figures := map[string]float64{"density": density, "coverage": coverage,
			"perfect_coverage": PerfectCoverage(sets.reference.Len(), sets.samples.Len(), m.Neighbors)}
		figures["density_noise_floor"], figures["coverage_noise_floor"], err = DensityCoverage(ctx, sets.others, sets.floor, m.Neighbors)
		return figures, err
	})
}

var (
	_ experiment.Metric          = (*DensityCoverageComparison)(nil)
	_ experiment.Sharing         = (*DensityCoverageComparison)(nil)
	_ experiment.SettingsChecker = (*DensityCoverageComparison)(nil)
)
