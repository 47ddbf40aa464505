package ridged

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// MostExact is the most dimensions in which a matrix is factorized whole: in more, only the wanted vectors are found.
const MostExact = 20

// lowest are the least eigenvalues of a symmetric matrix and their eigenvectors, ascending.
func lowest(a *mat.SymDense, count int) (values []float64, vectors [][]float64) {
	n := a.SymmetricDim()
	var eigen mat.EigenSym
	if n <= MostExact {
		if !eigen.Factorize(a, true) {
			return nanPairs(n, count)
		}
		var all mat.Dense
		eigen.VectorsTo(&all)
		return eigen.Values(nil)[:count], columns(&all, count)
	}
	return subspace(a, count)
}

// subspace finds them by iteration with 1.25 - A, whose eigenvalues are largest where those of A, at most about 1, are
// least, in a space of a few dimensions more. Two rounds cost its basis a digit or two of 16.
func subspace(a *mat.SymDense, count int) (values []float64, vectors [][]float64) {
	const shift, times, rounds, more = 1.25, 5, 2, 4
	n := a.SymmetricDim()
	rows := make([][]float64, n) // of shift - A
	for i := range rows {
		rows[i] = make([]float64, n)
		for j := range rows[i] {
			rows[i][j] = -a.At(i, j)
		}
		rows[i][i] += shift
	}
	basis, next := generic(n, min(n, count+more)), make([]float64, n)
	for range times {
		for range rounds {
			for k, b := range basis {
				for i, row := range rows {
					next[i] = floats.Dot(row, b)
				}
				basis[k], next = next, b
			}
		}
		orthonormalize(basis)
	}
	return ritz(rows, basis, shift, count)
}

// generic are vectors of which no direction is left out.
func generic(n, count int) [][]float64 {
	basis := make([][]float64, count)
	for j := range basis {
		basis[j] = make([]float64, n)
		for i := range n {
			basis[j][i] = math.Cos(float64((2*i+1)*(j+1))*math.Pi/float64(2*n)) + math.Sin(float64(i*i*(j+1)))
		}
	}
	return basis
}

// orthonormalize does so by the modified method of Gram and Schmidt. What is left of a vector that the earlier ones
// span is rounding, so that an axis of coordinates takes its place.
func orthonormalize(basis [][]float64) {
	const dependent = 1e-9
	for k, b := range basis {
		before, left := floats.Norm(b, 2), across(b, basis[:k])
		for axis := 0; !(left > dependent*before) && axis < len(b); axis++ {
			clear(b)
			b[axis], before = 1, 1
			left = across(b, basis[:k])
		}
		floats.Scale(1/left, b)
	}
}

// across takes what orthonormal vectors have of b from it, twice, as rounding asks for, and returns its length then.
func across(b []float64, orthonormal [][]float64) float64 {
	for range 2 {
		for _, one := range orthonormal {
			floats.AddScaled(b, -floats.Dot(one, b), one)
		}
	}
	return floats.Norm(b, 2)
}

// ritz are the least eigenvalues of A within the space of an orthonormal basis, and their vectors, of the rows of
// shift - A.
func ritz(rows, basis [][]float64, shift float64, count int) (values []float64, vectors [][]float64) {
	n, image := len(rows), make([]float64, len(rows))
	small := mat.NewSymDense(len(basis), nil)
	for k, b := range basis {
		for i, row := range rows {
			image[i] = floats.Dot(row, b)
		}
		for l, other := range basis[:k+1] {
			product := -floats.Dot(other, image)
			if l == k {
				product += shift
			}
			small.SetSym(l, k, product)
		}
	}
	var eigen mat.EigenSym
	if !eigen.Factorize(small, true) {
		return nanPairs(n, count)
	}
	var within mat.Dense
	eigen.VectorsTo(&within)
	for k := range count {
		vector := make([]float64, n)
		for l, b := range basis {
			floats.AddScaled(vector, within.At(l, k), b)
		}
		vectors = append(vectors, vector)
	}
	return eigen.Values(nil)[:count], vectors
}
