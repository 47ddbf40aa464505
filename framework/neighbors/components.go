package neighbors

import (
	"errors"
	"math"
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

// PrincipalComponents returns those of the points with the given indices, of which there is at least one. Their signs
// are arbitrary, though always the same for the same points. Points that are not finite are an error.
func PrincipalComponents(x *points.Set, indices []int) (Components, error) {
	n := x.Dim
	c := Components{Variances: make([]float64, n), Axes: new(mat.Dense)}
	centered, mean := center(x, indices)
	c.Mean = mean
	covariance := mat.NewSymDense(n, nil)
	covariance.SymOuterK(1/float64(len(indices)), centered.T())
	if err := factorize(covariance, c.Variances, c.Axes); err != nil {
		return c, err
	}
	return c, nil
}

// LargestComponents returns PrincipalComponents with the axes of the largest variances alone, [n, count]: at most
// count, and fewer where there are fewer dimensions, or points less one. It is faster where there are fewer points
// than dimensions.
func LargestComponents(x *points.Set, indices []int, count int) (Components, error) {
	k, n := len(indices), x.Dim
	count = min(count, n, max(1, k-1))
	if k >= n {
		c, err := PrincipalComponents(x, indices)
		if err == nil {
			c.Variances, c.Axes = c.Variances[:count], mat.DenseCopyOf(c.Axes.Slice(0, n, 0, count))
		}
		return c, err
	}
	centered, mean := center(x, indices)
	c := Components{Mean: mean, Variances: make([]float64, k), Axes: mat.NewDense(n, count, nil)}
	gram, vectors := mat.NewSymDense(k, nil), new(mat.Dense)
	gram.SymOuterK(1/float64(k), centered)
	if err := factorize(gram, c.Variances, vectors); err != nil {
		return c, err
	}
	c.Variances = c.Variances[:count]
	for j := range count {
		axis := mat.NewVecDense(n, nil)
		axis.MulVec(centered.T(), vectors.ColView(j))
		if length := mat.Norm(axis, 2); length > 0 {
			axis.ScaleVec(1/length, axis)
		}
		c.Axes.SetCol(j, axis.RawVector().Data)
	}
	return c, nil
}

// Variances returns those of PrincipalComponents alone, which is faster, above all where there are fewer points than
// dimensions.
func Variances(x *points.Set, indices []int) ([]float64, error) {
	variances, scatter := make([]float64, x.Dim), scatterOf(x, indices)
	return variances, factorize(scatter, variances[:scatter.SymmetricDim()], nil)
}

// scatterOf is a matrix whose eigenvalues are the variances of points, but for those that are 0 as points are few.
func scatterOf(x *points.Set, indices []int) *mat.SymDense {
	centered, _ := center(x, indices)
	if k := len(indices); k < x.Dim {
		gram := mat.NewSymDense(k, nil)
		gram.SymOuterK(1/float64(k), centered)
		return gram
	}
	covariance := mat.NewSymDense(x.Dim, nil)
	covariance.SymOuterK(1/float64(len(indices)), centered.T())
	return covariance
}

// thin reports whether the standard deviation of points along their second axis is less than a share of that along the
// first. Most that are not thin show it without their variances.
func thin(x *points.Set, indices []int, share float64) bool {
	scatter := scatterOf(x, indices)
	if wide(scatter, share*share) {
		return false
	}
	variances := make([]float64, x.Dim)
	err := factorize(scatter, variances[:scatter.SymmetricDim()], nil)
	return err == nil && math.Sqrt(variances[1]) < share*math.Sqrt(variances[0])
}

// wide says that the second eigenvalue is more than a share of the first for sure: the first is at most the root of the
// sum of all squares, and what that leaves of the trace is shared by the others.
func wide(m *mat.SymDense, share float64) bool {
	const rounding, least = 1 + 1e-6, 1e-280 // below which squares lose digits
	trace, squares, size := 0.0, 0.0, m.SymmetricDim()
	for i := range size {
		trace += m.At(i, i)
		for j := range size {
			squares += m.At(i, j) * m.At(i, j)
		}
	}
	first := math.Sqrt(squares)
	return squares > least && trace-first > rounding*share*float64(size-1)*first
}

// center returns the points less their mean, a row each. Differences from the first point lose no digits far from the
// origin.
func center(x *points.Set, indices []int) (centered *mat.Dense, mean []float64) {
	first := x.At(indices[0])
	mean = make([]float64, x.Dim)
	for _, i := range indices {
		for axis, v := range x.At(i) {
			mean[axis] += (v - first[axis]) / float64(len(indices))
		}
	}
	centered = mat.NewDense(len(indices), x.Dim, nil)
	for row, i := range indices {
		for axis, v := range x.At(i) {
			centered.Set(row, axis, v-first[axis]-mean[axis])
		}
	}
	for axis := range mean {
		mean[axis] += first[axis]
	}
	return centered, mean
}

// factorize writes the eigenvalues, largest first, and the eigenvectors, if they are wanted.
func factorize(m *mat.SymDense, values []float64, vectors *mat.Dense) error {
	if !finite(m) {
		return errors.New("principal components of points that are not finite, or too far apart for 64 bits")
	}
	var eigen mat.EigenSym
	if !eigen.Factorize(m, vectors != nil) {
		return errors.New("the eigenvalues of a covariance matrix did not converge")
	}
	eigen.Values(values) // ascending
	slices.Reverse(values)
	for j := range values {
		values[j] = max(values[j], 0) // rounding
	}
	if vectors == nil {
		return nil
	}
	var ascending mat.Dense
	eigen.VectorsTo(&ascending)
	n := len(values)
	vectors.ReuseAs(n, n)
	for j := range n {
		vectors.SetCol(j, mat.Col(nil, n-1-j, &ascending))
	}
	return nil
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
