package support

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"ebim/framework/points"
)

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
