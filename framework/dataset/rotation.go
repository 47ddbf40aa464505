package dataset

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"
)

// rotationSize is the number of a rotation's coordinates, the entries of its matrix row by row.
const rotationSize = 9

// mostOffUnit is how far a quaternion's length may be from 1, as by rounding.
const mostOffUnit = 0.01

// rotationOf is the matrix of the rotation x -> q x q^-1 of a unit quaternion (scalar, i, j, k), row by row.
func rotationOf(q [4]float64) ([]float64, error) {
	length := math.Sqrt(q[0]*q[0] + q[1]*q[1] + q[2]*q[2] + q[3]*q[3])
	if !(math.Abs(length-1) <= mostOffUnit) {
		return nil, fmt.Errorf("the quaternion %.6g has length %.6g; 1 is needed", q, length)
	}
	w, x, y, z := q[0]/length, q[1]/length, q[2]/length, q[3]/length
	return []float64{
		1 - 2*(y*y+z*z), 2 * (x*y - w*z), 2 * (x*z + w*y),
		2 * (x*y + w*z), 1 - 2*(x*x+z*z), 2 * (y*z - w*x),
		2 * (x*z - w*y), 2 * (y*z + w*x), 1 - 2*(x*x+y*y),
	}, nil
}

// quaternionOf is the unit quaternion of the rotation nearest to a matrix in the mean square of its entries, with a
// scalar that is not negative: the main eigenvector of the symmetric K with q^T K q = sum of the entries' products
// (Bar-Itzhack 2000).
func quaternionOf(m []float64) [4]float64 {
	k := mat.NewSymDense(4, []float64{
		m[0] + m[4] + m[8], m[7] - m[5], m[2] - m[6], m[3] - m[1],
		0, m[0] - m[4] - m[8], m[1] + m[3], m[2] + m[6],
		0, 0, m[4] - m[0] - m[8], m[5] + m[7],
		0, 0, 0, m[8] - m[0] - m[4],
	})
	var eigen mat.EigenSym
	if !eigen.Factorize(k, true) { // of a symmetric matrix of finite numbers it succeeds
		return [4]float64{1}
	}
	var vectors mat.Dense
	eigen.VectorsTo(&vectors)
	sign := math.Copysign(1, vectors.At(0, 3))
	var q [4]float64
	for i := range q {
		q[i] = sign * vectors.At(i, 3)
	}
	return q
}
