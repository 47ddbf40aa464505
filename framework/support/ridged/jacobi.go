package ridged

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// mostRotated is the largest matrix whose eigenvalues are found by rotations.
const mostRotated = 6

// byRotations are the least eigenvalues of a small symmetric matrix and their eigenvectors, ascending, by plane
// rotations (Jacobi 1846): of matrices of few rows in a fraction of the time of a factorization by reflections.
func byRotations(a *mat.SymDense, count int) (values []float64, vectors [][]float64) {
	const mostSweeps, small = 30, 1e-32
	n := a.SymmetricDim()
	var m, v [mostRotated][mostRotated]float64 // v's rows become the eigenvectors
	whole := 0.0
	for i := range n {
		v[i][i] = 1
		for j := range n {
			m[i][j] = a.At(i, j)
			whole += m[i][j] * m[i][j]
		}
	}
	if math.IsNaN(whole) || math.IsInf(whole, 0) {
		return nanPairs(n, count)
	}
	for range mostSweeps {
		left := 0.0
		for p := range n {
			for q := p + 1; q < n; q++ {
				left += m[p][q] * m[p][q]
			}
		}
		if left <= small*whole {
			break
		}
		for p := range n {
			for q := p + 1; q < n; q++ {
				if m[p][q] != 0 {
					rotate(&m, &v, n, p, q)
				}
			}
		}
	}
	order := []int{0, 1, 2, 3, 4, 5}[:n]
	slices.SortStableFunc(order, func(i, j int) int {
		switch {
		case m[i][i] < m[j][j]:
			return -1
		case m[i][i] > m[j][j]:
			return 1
		}
		return 0
	})
	for _, i := range order[:count] {
		values, vectors = append(values, m[i][i]), append(vectors, slices.Clone(v[i][:n]))
	}
	return values, vectors
}

// rotate turns axes p and q so that m[p][q] becomes 0.
func rotate(m, v *[mostRotated][mostRotated]float64, n, p, q int) {
	theta := (m[q][q] - m[p][p]) / (2 * m[p][q])
	t := math.Copysign(1/(math.Abs(theta)+math.Sqrt(theta*theta+1)), theta)
	c := 1 / math.Sqrt(t*t+1)
	s := t * c
	off := m[p][q]
	m[p][p], m[q][q] = m[p][p]-t*off, m[q][q]+t*off
	m[p][q], m[q][p] = 0, 0
	for k := range n {
		if k != p && k != q {
			x, y := m[k][p], m[k][q]
			m[k][p], m[k][q] = c*x-s*y, s*x+c*y
			m[p][k], m[q][k] = m[k][p], m[k][q]
		}
		x, y := v[p][k], v[q][k]
		v[p][k], v[q][k] = c*x-s*y, s*x+c*y
	}
}
