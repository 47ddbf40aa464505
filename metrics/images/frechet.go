package images

import (
	"context"
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"ebim/framework/experiment"
	"ebim/framework/neighbors"
	"ebim/framework/output"
	"ebim/framework/points"
	"ebim/framework/statistics"
	"ebim/metrics"
)

// FrechetDistance returns the squared Frechet distance (Wasserstein-2 distance) of the normal distributions with the
// means m, n and the covariances C, D (with n - 1) of two sets of two points or more,
//
//	|m - n|^2 + tr C + tr D - 2 tr (C^(1/2) D C^(1/2))^(1/2),
//
// which is that of Heusel et al. 2017 (of Inception's features it is called FID). The last trace is the sum of the
// singular values of R S^T, whatever the factors in C = R^T R and D = S^T S, whose rounding errors are not under a
// root, so that covariances may be singular. It is biased upward, by about a constant over the number of points.
func FrechetDistance(a, b *points.Set) (float64, error) {
	if err := metrics.CheckPair(metrics.Sample{Points: a}, metrics.Sample{Points: b}); err != nil {
		return 0, err
	}
	if a.Len() < 2 || b.Len() < 2 {
		return 0, fmt.Errorf("there are %d and %d points; a covariance needs two or more", a.Len(), b.Len())
	}
	return frechetDistance(a, b, a.Dim >= manyFeatures)
}

func frechetDistance(a, b *points.Set, wide bool) (float64, error) {
	of := momentsOf
	if wide {
		of = wideMomentsOf
	}
	first, err := of(a)
	if err != nil {
		return 0, err
	}
	second, err := of(b)
	if err != nil {
		return 0, err
	}
	distance := first.trace + second.trace
	for j, m := range first.mean {
		distance += (m - second.mean[j]) * (m - second.mean[j])
	}
	if err := metrics.CheckFinite(distance); err != nil || first.trace == 0 || second.trace == 0 {
		return distance, err
	}
	var product mat.Dense
	if wide {
		product.Mul(first.factor, second.factor.T())
	} else {
		product.Mul(second.factor, first.factor)
	}
	var svd mat.SVD
	if !svd.Factorize(&product, mat.SVDNone) {
		return 0, errors.New("the singular values of the covariances' product do not converge")
	}
	for _, v := range svd.Values(nil) {
		distance -= 2 * v
	}
	return distance, metrics.CheckFinite(distance)
}

// moments are a set's mean, its covariance's trace, and a factor R [k, features] of the covariance R^T R: its symmetric
// root, or of many features one with as few rows as points or features.
type moments struct {
	mean   []float64
	trace  float64
	factor *mat.Dense
}

func momentsOf(set *points.Set) (moments, error) {
	found, err := neighbors.PrincipalComponents(set, points.Range(0, set.Len()))
	if err != nil {
		return moments{}, fmt.Errorf("%w; rescale them", err)
	}
	m := moments{mean: found.Mean, factor: new(mat.Dense)}
	unbiased := float64(set.Len()) / float64(set.Len()-1)
	for _, v := range found.Variances {
		m.trace += unbiased * v
	}
	var scaled mat.Dense
	scaled.Apply(func(_, k int, v float64) float64 { return v * math.Sqrt(unbiased*found.Variances[k]) }, found.Axes)
	m.factor.Mul(&scaled, found.Axes.T())
	return m, nil
}

// Frechet is the Frechet distance of a model's samples to images of the data, in stated features.
type Frechet struct {
	imageComparison
	Samples int `yaml:"samples" default:"10000" range:"[4, 1000000]" doc:"most images on each side"`
}

// CodeVersion implements experiment.Metric.
func (*Frechet) CodeVersion() int { return 2 }

// Outputs implements experiment.Metric.
func (m *Frechet) Outputs() []experiment.Output {
	return append([]experiment.Output{
		{Name: output.Value, Role: output.Main, Better: output.Lowest, Heading: m.heading("FID"),
			Meaning: "squared Frechet distance of the samples' features to those of the reference"},
		{Name: "ratio", Role: output.Beside, Better: output.Lowest, Heading: " / noise floor",
			Meaning: "distance over its noise floor, about 1 for a perfect model if both are of as many images"},
		{Name: "noise_floor",
			Meaning: "Frechet distance of real images, as many as samples, from the reference (of training images " +
				"from held-out ones, or the other way round), averaged over several sets"},
		{Name: "noise_floor_standard_deviation", Meaning: "standard deviation of the distance of one such set"},
		{Name: "floor_points", Format: output.Count, Meaning: "images in each of these sets"},
		{Name: "half_size", Better: output.Lowest,
			Meaning: "mean distance of the two halves of the images; what it is above the value shows the bias"},
		{Name: "extrapolated", Better: output.Lowest,
			Meaning: "twice the value less half_size, which removes a bias of one over the number of images"},
	}, imageOutputs...)
}

// floorSets is how many sets of true images the noise floor is the mean of, beside the first: one alone is off by a
// sixth or so. Inception takes too long for more.
func (m *Frechet) floorSets() int {
	if m.Features == "inception" {
		return 0
	}
	return 15
}

// Measure implements experiment.Metric.
func (m *Frechet) Measure(ctx context.Context, s *experiment.Subject) (*experiment.Measurement, error) {
	return m.compare(ctx, s, "frechet", m.Samples, m.floorSets(),
		func(sets imageSets) (map[string]float64, error) {
			value, err := FrechetDistance(sets.samples, sets.reference)
			if err != nil {
				return nil, fmt.Errorf("samples (first) and reference (second): %w", err)
			}
			var floors []float64
			for _, others := range sets.others {
				one, err := FrechetDistance(others, sets.floor)
				if err != nil {
					return nil, fmt.Errorf("noise floor: %w", err)
				}
				floors = append(floors, one)
			}
			floor := statistics.Mean(floors)
			figures := map[string]float64{output.Value: value, "noise_floor": floor,
				"floor_points": float64(sets.others[0].Len())}
			if len(floors) > 1 {
				figures["noise_floor_standard_deviation"] = statistics.StandardDeviation(floors)
			}
			if floor > 0 {
				figures["ratio"] = value / floor
			}
			half, n := sets.samples.Len()/2, sets.reference.Len()/2
			if half < 2 || n < 2 {
				return figures, nil
			}
			one, err := FrechetDistance(sets.samples.Slice(0, half), sets.reference.Slice(0, n))
			if err != nil {
				return nil, err
			}
			other, err := FrechetDistance(sets.samples.Slice(half, 2*half), sets.reference.Slice(n, 2*n))
			figures["half_size"] = (one + other) / 2
			figures["extrapolated"] = 2*value - figures["half_size"]
			return figures, err
		})
}

// manyFeatures is the number of features from which on covariances are not diagonalized, as of Inception's 2048: the
// eigenvectors alone would take minutes.
const manyFeatures = 256

func wideMomentsOf(set *points.Set) (moments, error) {
	n, d := set.Len(), set.Dim
	m := moments{mean: make([]float64, d)}
	for i := range n {
		for j, v := range set.At(i) {
			m.mean[j] += v / float64(n)
		}
	}
	scale := 1 / math.Sqrt(float64(n-1))
	centered := mat.NewDense(n, d, nil)
	for i := range n {
		row := centered.RawRowView(i)
		for j, v := range set.At(i) {
			row[j] = scale * (v - m.mean[j])
			m.trace += row[j] * row[j]
		}
	}
	if err := metrics.CheckFinite(m.trace); err != nil {
		return m, fmt.Errorf("%w; rescale them", err)
	}
	if n <= d {
		m.factor = centered
		return m, nil
	}
	covariance := mat.NewSymDense(d, nil)
	covariance.SymOuterK(1, centered.T())
	var cholesky mat.PivotedCholesky // of P^T C P, with zeros in the rows beyond the rank
	cholesky.Factorize(covariance, -1)
	var upper mat.TriDense
	cholesky.UTo(&upper)
	m.factor = mat.NewDense(cholesky.Rank(), d, nil)
	for j, column := range cholesky.ColumnPivots(nil) {
		for i := range min(j+1, cholesky.Rank()) {
			m.factor.Set(i, column, upper.At(i, j))
		}
	}
	return m, nil
}
