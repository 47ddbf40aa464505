package metrics

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"ebim/framework/experiment"
	"ebim/framework/output"
	"ebim/framework/points"
	"ebim/framework/statistics"
)

// KernelDistance returns the unbiased estimate of the squared maximum mean discrepancy of two sets of two points or more (Gretton et al.
// 2012) with the kernel (x.y/d + 1)^3 for points of R^d (Binkowski et al. 2018; of Inception's features it is called KID). Of equal
// distributions it is 0 on average, so negative at times.
func KernelDistance(ctx context.Context, a, b *points.Set) (float64, error) {
	if err := checkPair(Sample{Points: a}, Sample{Points: b}); err != nil {
		return 0, err
	}
	n, m := float64(a.Len()), float64(b.Len())
	if n < 2 || m < 2 {
		return 0, fmt.Errorf("there are %d and %d points; the unbiased estimate needs two or more", a.Len(), b.Len())
	}
	distance := 0.0
	for _, pair := range []struct {
		a, b   *points.Set
		weight float64
		itself bool
	}{{a, a, 1 / (n * (n - 1)), true}, {b, b, 1 / (m * (m - 1)), true}, {a, b, -2 / (n * m), false}} {
		sum, err := sumOfKernels(ctx, pair.a, pair.b)
		if err != nil {
			return 0, err
		}
		if pair.itself { // pairs of different points count
			for i := range pair.a.Len() {
				x := mat.NewVecDense(pair.a.Dim, pair.a.At(i))
				sum -= cubic(mat.Dot(x, x), pair.a.Dim)
			}
		}
		distance += pair.weight * sum
	}
	return distance, checkFinite(distance)
}

func cubic(product float64, dim int) float64 {
	v := product/float64(dim) + 1
	return v * v * v
}

// sumOfKernels is the sum of the kernel over all pairs.
func sumOfKernels(ctx context.Context, a, b *points.Set) (float64, error) {
	const block = 512
	sum := 0.0
	var products mat.Dense
	for i := 0; i < a.Len(); i += block {
		if err := ctx.Err(); err != nil {
			return 0, err
		}
		rows := a.Slice(i, min(i+block, a.Len()))
		for j := 0; j < b.Len(); j += block {
			columns := b.Slice(j, min(j+block, b.Len()))
			products.Reset()
			products.Mul(mat.NewDense(rows.Len(), a.Dim, rows.Data), mat.NewDense(columns.Len(), b.Dim, columns.Data).T())
			part := 0.0
			for _, v := range products.RawMatrix().Data {
				part += cubic(v, a.Dim)
			}
			sum += part
		}
	}
	return sum, nil
}

// kernelParts is the number of parts by which the standard error of a kernel distance is found.
const kernelParts = 10

// kernelError is the standard error of a kernel distance, by the spread of those of ten parts of the sets; NaN where parts would have
// fewer than two points. Of nearly equal distributions it is too large, since that spread does not go as the root of the size.
func kernelError(ctx context.Context, a, b *points.Set) (float64, error) {
	n, m := a.Len()/kernelParts, b.Len()/kernelParts
	if n < 2 || m < 2 {
		return math.NaN(), nil
	}
	var parts []float64
	for k := range kernelParts {
		part, err := KernelDistance(ctx, a.Slice(k*n, (k+1)*n), b.Slice(k*m, (k+1)*m))
		if err != nil {
			return 0, err
		}
		parts = append(parts, part)
	}
	return statistics.StandardError(parts), nil
}

// KernelComparison is the kernel distance of a model's samples to images of the data, in stated features.
type KernelComparison struct {
	imageComparison
	Samples int `yaml:"samples" default:"5000" range:"[4, 100000]" doc:"most images on each side, as many as there are if fewer"`
}

// CodeVersion implements experiment.Metric.
func (*KernelComparison) CodeVersion() int { return 1 }

// Outputs implements experiment.Metric.
func (*KernelComparison) Outputs() []experiment.Output {
	return imageOutputs(
		experiment.Output{Name: output.Value, Role: output.Main, Better: output.Lowest, Meaning: "unbiased squared kernel distance of the samples' features to those of the reference"},
		experiment.Output{Name: "standard_error", Meaning: "standard error of the value by that of ten parts, too large where it is nearly 0"},
		experiment.Output{Name: "noise_floor", Role: output.Beside, Meaning: "the same of other images of the data to the reference: training images to those kept from training, or the other way round; 0 on average if both are alike"})
}

// Measure implements experiment.Metric.
func (m *KernelComparison) Measure(ctx context.Context, s *experiment.Subject) (*experiment.Measurement, error) {
	return m.compare(ctx, s, "kernel_distance", m.Samples, func(sets imageSets, _ *rand.Rand) (map[string]float64, error) {
		value, err := KernelDistance(ctx, sets.samples, sets.reference)
		if err != nil {
			return nil, fmt.Errorf("samples (first) and reference (second): %w", err)
		}
		floor, err := KernelDistance(ctx, sets.others, sets.floor)
		if err != nil {
			return nil, fmt.Errorf("noise floor: %w", err)
		}
		figures := map[string]float64{output.Value: value, "noise_floor": floor}
		deviation, err := kernelError(ctx, sets.samples, sets.reference)
		if !math.IsNaN(deviation) {
			figures["standard_error"] = deviation
		}
		return figures, err
	})
}

var (
	_ experiment.Metric          = (*KernelComparison)(nil)
	_ experiment.Sharing         = (*KernelComparison)(nil)
	_ experiment.SettingsChecker = (*KernelComparison)(nil)
)
