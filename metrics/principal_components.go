package metrics

import (
	"context"
	"math"

	"gonum.org/v1/gonum/mat"

	"ebim/framework/classifier"
	"ebim/framework/points"
)

// Numbers of images from which principal components are taken: more where their covariance matrix is small, as the matrix that is
// decomposed has the images' numbers as its order, or the number of images.
const (
	smallImage      = 1024
	imagesIfSmall   = 5000
	imagesOtherwise = 1000
)

// principalComponents are the features of images along the axes of largest variance of training images, at most count, in units of the
// root of the mean of these variances.
func principalComponents(train *points.Images, count int) extractor {
	n, limit := train.Shape.Size(), imagesOtherwise
	if n <= smallImage {
		limit = imagesIfSmall
	}
	images := train.Evenly(limit)
	mean, axes, variances := principalAxes(classifier.Rows(images), n, count)
	scale := 0.0
	for _, v := range variances {
		scale += v / float64(len(variances))
	}
	if scale = math.Sqrt(scale); !(scale > 0) { // all images are one
		scale = 1
	}
	return func(ctx context.Context, rows []float32) (*points.Set, error) {
		_, kept := axes.Dims()
		features := points.New(len(rows)/n, kept)
		x, y := mat.NewVecDense(n, nil), mat.NewVecDense(kept, nil)
		for i := range features.Len() {
			if i%256 == 0 && ctx.Err() != nil {
				return nil, ctx.Err()
			}
			for j := range n {
				x.SetVec(j, float64(rows[i*n+j])-mean[j])
			}
			y.MulVec(axes.T(), x)
			for j, v := range y.RawVector().Data {
				features.At(i)[j] = v / scale
			}
		}
		return features, nil
	}
}

// principalAxes returns the mean of rows of n numbers, the orthonormal axes [n, at most count] of their largest variances, and these.
func principalAxes(rows []float32, n, count int) (mean []float64, axes *mat.Dense, variances []float64) {
	m := len(rows) / n
	mean = make([]float64, n)
	for i, v := range rows {
		mean[i%n] += float64(v) / float64(m)
	}
	centered := mat.NewDense(m, n, nil)
	for i := range m {
		for j := range n {
			centered.Set(i, j, float64(rows[i*n+j])-mean[j])
		}
	}
	count = min(count, n, max(1, m-1))
	matrix := mat.NewSymDense(min(n, m), nil)
	if n <= m {
		matrix.SymOuterK(1/float64(m), centered.T())
	} else { // the same eigenvalues, but for zeros
		matrix.SymOuterK(1/float64(m), centered)
	}
	values, vectors := eigen(matrix)
	axes = mat.NewDense(n, count, nil)
	for k := range count {
		from := len(values) - 1 - k // they ascend
		variances = append(variances, max(0, values[from]))
		axis := mat.NewVecDense(n, nil)
		if n <= m {
			axis.CopyVec(vectors.ColView(from))
		} else if axis.MulVec(centered.T(), vectors.ColView(from)); mat.Norm(axis, 2) > 0 {
			axis.ScaleVec(1/mat.Norm(axis, 2), axis)
		}
		axes.SetCol(k, axis.RawVector().Data)
	}
	return mean, axes, variances
}

// eigen returns the eigenvalues of a finite symmetric matrix in ascending order, and its eigenvectors as columns.
func eigen(matrix *mat.SymDense) (values []float64, vectors *mat.Dense) {
	var e mat.EigenSym
	vectors = new(mat.Dense)
	if !e.Factorize(matrix, true) {
		panic("metrics: the eigenvalues of a finite symmetric matrix do not converge")
	}
	e.VectorsTo(vectors)
	return e.Values(nil), vectors
}
