package support

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"ebim/framework/points"
)

// Stretcher is a support that knows its tangent spaces.
type Stretcher interface {
	// LogStretch is, at each point of x, which lies on the support, the logarithm of the factor by which the support's
	// measure grows where every axis j is stretched by scale[j].
	LogStretch(ctx context.Context, x *points.Set, scale []float64) ([]float64, error)
}

// LogStretch is that of any support under a scaling, at points x of it.
func LogStretch(ctx context.Context, s Support, x *points.Set, by *points.Scaling) ([]float64, error) {
	if stretcher, ok := s.(Stretcher); ok {
		return stretcher.LogStretch(ctx, x, by.Scale)
	}
	if logs := EvenStretch(by.Scale, s.Dimension(), x.Len()); logs != nil {
		return logs, nil
	}
	return nil, fmt.Errorf("a %T does not say how it is stretched along its axes: %w", s, errors.ErrUnsupported)
}

// EvenStretch is LogStretch at n points where all axes are stretched alike; nil otherwise.
func EvenStretch(scale []float64, dimension, count int) []float64 {
	factor, alike := (&points.Scaling{Scale: scale}).Uniform()
	if !alike {
		return nil
	}
	return slices.Repeat([]float64{float64(dimension) * math.Log(factor)}, count)
}

// StretchByNormals is the stretch of the null space of a Jacobian [codimension, n]. With an orthonormal basis V of the
// normals and A = diag(scale), normals become A^-1 v, the volume of A is that on the tangent space times that on the
// quotient by it, and so
//
//	log |A on the tangent space| = log det A + log det(V^T A^-2 V)/2,
//
// which is taken from singular values. Where the Jacobian loses rank, V has arbitrary directions, and the result is
// finite still.
func StretchByNormals(jacobian []float64, scale []float64) float64 {
	n := len(scale)
	var svd mat.SVD
	if !svd.Factorize(mat.NewDense(len(jacobian)/n, n, jacobian), mat.SVDThinV) {
		return math.NaN()
	}
	var normals mat.Dense
	svd.VTo(&normals)
	log := 0.0
	inverse := make([]float64, n)
	for j, v := range scale {
		log += math.Log(v)
		inverse[j] = 1 / v
	}
	return log + logVolume(&normals, inverse)
}

// StretchByTangents is the stretch of the image of a Jacobian [n, m].
func StretchByTangents(jacobian []float64, scale []float64) float64 {
	n := len(scale)
	var svd mat.SVD
	if !svd.Factorize(mat.NewDense(n, len(jacobian)/n, jacobian), mat.SVDThinU) {
		return math.NaN()
	}
	var tangents mat.Dense
	svd.UTo(&tangents)
	return logVolume(&tangents, scale)
}

// logVolume is the logarithm of the volume that the columns of a matrix span whose rows are scaled.
func logVolume(columns *mat.Dense, scale []float64) float64 {
	columns.Apply(func(i, _ int, v float64) float64 { return scale[i] * v }, columns)
	var svd mat.SVD
	if !svd.Factorize(columns, mat.SVDNone) {
		return math.NaN()
	}
	log := 0.0
	for _, v := range svd.Values(nil) {
		log += math.Log(v)
	}
	return log
}

// SingularValues of matrices [rows, columns], largest first.
func SingularValues(matrices [][]float64, rows, columns int) (*points.Set, error) {
	values := points.New(len(matrices), min(rows, columns))
	for i, matrix := range matrices {
		for _, v := range matrix {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				return nil, fmt.Errorf("the Jacobian at point %d holds %v, so it has no singular values", i, v)
			}
		}
		var svd mat.SVD
		if !svd.Factorize(mat.NewDense(rows, columns, matrix), mat.SVDNone) {
			return nil, fmt.Errorf("the singular values of the Jacobian at point %d could not be found", i)
		}
		svd.Values(values.At(i))
	}
	return values, nil
}
