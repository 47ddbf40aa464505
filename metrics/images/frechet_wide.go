package images

import (
	"fmt"
	"math"

	"ebim/metrics"

	"gonum.org/v1/gonum/mat"

	"ebim/framework/points"
)

// manyFeatures is the number of features from which on covariances are not diagonalized, as of Inception's 2048: the
// eigenvectors alone would take minutes.
const manyFeatures = 256

// wideMoments are a set's mean, and its covariance's trace and a factor R [k, features] of it, R^T R, with as few rows
// as points or features.
type wideMoments struct {
	mean   []float64
	trace  float64
	factor *mat.Dense
}

func wideMomentsOf(set *points.Set) (wideMoments, error) {
	n, d := set.Len(), set.Dim
	m := wideMoments{mean: make([]float64, d)}
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

// wideFrechetDistance is FrechetDistance of many features: the trace of (C^(1/2) D C^(1/2))^(1/2) is the sum of the
// singular values of R S^T, whatever the factors in C = R^T R and D = S^T S.
func wideFrechetDistance(a, b *points.Set) (float64, error) {
	first, err := wideMomentsOf(a)
	if err != nil {
		return 0, err
	}
	second, err := wideMomentsOf(b)
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
	product.Mul(first.factor, second.factor.T())
	var svd mat.SVD
	if !svd.Factorize(&product, mat.SVDNone) {
		return 0, fmt.Errorf("the singular values of the covariances' product do not converge")
	}
	for _, v := range svd.Values(nil) {
		distance -= 2 * v
	}
	return distance, metrics.CheckFinite(distance)
}
