package images

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"ebim/metrics"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"ebim/framework/experiment"
	"ebim/framework/output"
	"ebim/framework/points"
	"ebim/framework/statistics"
)

// KernelDistance returns the unbiased estimate of the squared maximum mean discrepancy of two sets of two points or more (Gretton et al.
// 2012) with the kernel (x.y/d + 1)^3 for points of R^d (Binkowski et al. 2018; of Inception's features it is called KID). Of equal
// distributions it is 0 on average, so negative at times. Its standard error is that of the statistic's projection on single points,
//
//	4/n var_i a_i + 4/m var_j b_j,    a_i = mean_{i'} k(x_i, x_i') - mean_j k(x_i, y_j),    b_j alike,
//
// which of equal distributions is too large by up to a factor of 2, as the means of few points vary themselves.
func KernelDistance(ctx context.Context, a, b *points.Set) (distance, standardError float64, err error) {
	if err := metrics.CheckPair(metrics.Sample{Points: a}, metrics.Sample{Points: b}); err != nil {
		return 0, 0, err
	}
	if a.Len() < 2 || b.Len() < 2 {
		return 0, 0, fmt.Errorf("there are %d and %d points; the unbiased estimate needs two or more", a.Len(), b.Len())
	}
	first, err := kernelMeans(ctx, a, a, true)
	if err != nil {
		return 0, 0, err
	}
	second, err := kernelMeans(ctx, b, b, true)
	if err != nil {
		return 0, 0, err
	}
	across, err := kernelMeans(ctx, a, b, false)
	if err != nil {
		return 0, 0, err
	}
	back, err := kernelMeans(ctx, b, a, false)
	if err != nil {
		return 0, 0, err
	}
	distance = statistics.Mean(first) + statistics.Mean(second) - 2*statistics.Mean(across)
	floats.Sub(first, across)
	floats.Sub(second, back)
	standardError = 2 * math.Hypot(statistics.StandardError(first), statistics.StandardError(second))
	return distance, standardError, metrics.CheckFinite(distance)
}

// kernelMeans returns for each point of a its mean kernel with the points of b, but with itself where the sets are one.
func kernelMeans(ctx context.Context, a, b *points.Set, itself bool) ([]float64, error) {
	const block = 512
	means, pairs := make([]float64, a.Len()), float64(b.Len())
	if itself {
		pairs--
	}
	var products mat.Dense
	for i := 0; i < a.Len(); i += block {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		rows := a.Slice(i, min(i+block, a.Len()))
		for j := 0; j < b.Len(); j += block {
			columns := b.Slice(j, min(j+block, b.Len()))
			products.Reset()
			products.Mul(mat.NewDense(rows.Len(), a.Dim, rows.Data), mat.NewDense(columns.Len(), b.Dim, columns.Data).T())
			for k := range rows.Len() {
				sum := 0.0
				for l, v := range products.RawRowView(k) {
					if itself && i+k == j+l {
						continue
					}
					v = v/float64(a.Dim) + 1
					sum += v * v * v
				}
				means[i+k] += sum / pairs
			}
		}
	}
	return means, nil
}

// KernelComparison is the kernel distance of a model's samples to images of the data, in stated features.
type KernelComparison struct {
	imageComparison
	Samples int `yaml:"samples" default:"5000" range:"[4, 100000]" doc:"images on each side, at most: all where there are fewer"`
}

// CodeVersion implements experiment.Metric.
func (*KernelComparison) CodeVersion() int { return 1 }

// Outputs implements experiment.Metric.
func (m *KernelComparison) Outputs() []experiment.Output {
	return imageOutputs(
		experiment.Output{Name: output.Value, Role: output.Main, Better: output.Lowest, Heading: m.heading("KID"), Meaning: "unbiased squared kernel distance of the samples' features to those of the reference"},
		experiment.Output{Name: "standard_error", Meaning: "standard error of the value, too large by up to a factor of 2 where it is nearly 0"},
		experiment.Output{Name: "noise_floor", Role: output.Beside, Meaning: "the same of other images of the data to the reference: training images to those kept from training, or the other way round; 0 on average if both are alike"})
}

// Measure implements experiment.Metric.
func (m *KernelComparison) Measure(ctx context.Context, s *experiment.Subject) (*experiment.Measurement, error) {
	return m.compare(ctx, s, "kernel_distance", m.Samples, 0, func(sets imageSets, _ *rand.Rand) (map[string]float64, error) {
		value, deviation, err := KernelDistance(ctx, sets.samples, sets.reference)
		if err != nil {
			return nil, fmt.Errorf("samples (first) and reference (second): %w", err)
		}
		floor, _, err := KernelDistance(ctx, sets.others, sets.floor)
		if err != nil {
			return nil, fmt.Errorf("noise floor: %w", err)
		}
		return map[string]float64{output.Value: value, "standard_error": deviation, "noise_floor": floor}, nil
	})
}

var (
	_ experiment.Metric          = (*KernelComparison)(nil)
	_ experiment.Sharing         = (*KernelComparison)(nil)
	_ experiment.SettingsChecker = (*KernelComparison)(nil)
)
