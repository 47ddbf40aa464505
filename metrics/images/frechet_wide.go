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
