package onkernels

import (
	"math"

	"ebim/framework/points"
)

// logShadow is log |det(A B^T)| of two bases [rank, n].
func logShadow(a, b []float64, n int, matrix []float64) float64 {
	rank := len(a) / n
	for i := range rank {
		points.Dots(a[i*n:(i+1)*n], b, matrix[i*rank:(i+1)*rank])
	}
	return logDeterminant(matrix, rank)
}

// logDeterminant is log |det| of a matrix, which it overwrites, by elimination with partial pivoting.
func logDeterminant(a []float64, size int) float64 {
	log := 0.0
	for k := range size {
		pivot := k
		for i := k + 1; i < size; i++ {
			if math.Abs(a[i*size+k]) > math.Abs(a[pivot*size+k]) {
				pivot = i
			}
		}
		if pivot != k {
			for j := k; j < size; j++ {
				a[k*size+j], a[pivot*size+j] = a[pivot*size+j], a[k*size+j]
			}
		}
		diagonal := a[k*size+k]
		log += math.Log(math.Abs(diagonal))
		if diagonal == 0 {
			return math.Inf(-1)
		}
		for i := k + 1; i < size; i++ {
			factor := a[i*size+k] / diagonal
			for j := k + 1; j < size; j++ {
				a[i*size+j] -= factor * a[k*size+j]
			}
		}
	}
	return log
}
