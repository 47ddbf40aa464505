package neighbors

import (
	"errors"
	"slices"

	"gonum.org/v1/gonum/mat"

	"ebim/framework/points"
)

// Components are the principal components of some points in R^n.
type Components struct {
	Mean      []float64
	Variances []float64  // along each axis, largest first; they add up to the mean squared distance from the mean
	Axes      *mat.Dense // n x n, orthonormal: column j is axis j; also of those along which there is no variance
}

// PrincipalComponents returns those of the points with the given indices, of which there is at least one. Their signs are arbitrary, though
// always the same for the same points. Points that are not finite are an error.
func PrincipalComponents(x *points.Set, indices []int) (Components, error) {
	n := x.Dim
	c := Components{Mean: make([]float64, n), Variances: make([]float64, n), Axes: new(mat.Dense)}
	first := x.At(indices[0]) // differences from it don't lose digits where the points are far from the origin
	for _, i := range indices {
		for axis, v := range x.At(i) {
			c.Mean[axis] += (v - first[axis]) / float64(len(indices))
		}
	}
	covariance, offset := mat.NewSymDense(n, nil), mat.NewVecDense(n, nil)
	for _, i := range indices {
		for axis, v := range x.At(i) {
			offset.SetVec(axis, v-first[axis]-c.Mean[axis])
		}
		covariance.SymRankOne(covariance, 1/float64(len(indices)), offset)
	}
	for axis := range c.Mean {
		c.Mean[axis] += first[axis]
	}
	if !finite(covariance) {
		return c, errors.New("principal components of points that are not finite, or too far apart for 64 bits")
	}
	var eigen mat.EigenSym
	if !eigen.Factorize(covariance, true) {
		return c, errors.New("the eigenvalues of a covariance matrix did not converge")
	}
	eigen.Values(c.Variances) // ascending
	slices.Reverse(c.Variances)
	for j := range c.Variances {
		c.Variances[j] = max(c.Variances[j], 0) // rounding
	}
	var ascending mat.Dense
	eigen.VectorsTo(&ascending)
	c.Axes.ReuseAs(n, n)
	for j := range n {
		c.Axes.SetCol(j, mat.Col(nil, n-1-j, &ascending))
	}
	return c, nil
}

func finite(m *mat.SymDense) bool {
	for i := range m.SymmetricDim() {
		for j := i; j < m.SymmetricDim(); j++ {
			if v := m.At(i, j); v-v != 0 {
				return false
			}
		}
	}
	return true
}
