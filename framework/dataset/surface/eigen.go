package surface

import (
	"fmt"
	"math"

	"ebim/framework/parallel"
	"ebim/framework/random"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// lowest is the eigenvector of a positive semidefinite matrix that has the k-th eigenvalue from below, from 0, by
// subspace iteration with Chebyshev polynomials, which grow fast below an interval and stay small in it (Zhou and
// Saad, A Chebyshev-Davidson algorithm, 2007): the interval from the largest eigenvalue of the subspace to the
// matrix's bound.
func lowest(s *sparse, k int) (eigenvalue float64, eigenvector []float64, err error) {
	n := s.len()
	if k >= n {
		return 0, nil, fmt.Errorf("there is no eigenfunction %d; a surface of %d vertices has 0 to %d", k, n, n-1)
	}
	width := min(n, k+1+max(10, k/3)) // of the subspace: the gap to its largest eigenvalue speeds up the iteration
	rng := random.New(0, "surface/eigenfunctions", 0)
	block := mat.NewDense(n, width, nil)
	for i := range n {
		for j := range width {
			block.Set(i, j, rng.NormFloat64())
		}
	}
	bound := s.bound()
	for range 300 {
		values, err := s.rotate(block)
		if err != nil {
			return 0, nil, err
		}
		eigenvector = mat.Col(nil, k, block)
		if s.residual(eigenvector, values[k]) <= 1e-8*max(values[k], values[width-1]) {
			return values[k], eigenvector, nil
		}
		s.filter(block, values[width-1], bound)
	}
	return 0, nil, fmt.Errorf("eigenfunction %d was not found: the iteration does not settle", k)
}

// rotate takes the columns of block to the orthonormal eigenvectors of s within their span, by increasing eigenvalues,
// which it returns (Rayleigh and Ritz). Columns are orthonormal after the inverse of their Gram matrix's factor; filter
// keeps the condition of that far from what rounding allows.
func (s *sparse) rotate(block *mat.Dense) ([]float64, error) {
	_, width := block.Dims()
	var gram, within, vectors, rotated mat.Dense
	gram.Mul(block.T(), block)
	var cholesky mat.Cholesky
	var factor, inverse mat.TriDense
	if !cholesky.Factorize(symmetric(&gram)) {
		return nil, fmt.Errorf("%d vectors depend on one another", width)
	}
	cholesky.UTo(&factor)
	if err := inverse.InverseTri(&factor); err != nil {
		return nil, fmt.Errorf("%d vectors depend on one another: %w", width, err)
	}
	within.Product(inverse.T(), block.T(), s.times(block), &inverse)
	var eigen mat.EigenSym
	if !eigen.Factorize(symmetric(&within), true) {
		return nil, fmt.Errorf("the eigenvalues of a matrix of %d rows were not found", width)
	}
	eigen.VectorsTo(&vectors)
	rotated.Product(block, &inverse, &vectors)
	block.Copy(&rotated)
	return eigen.Values(nil), nil
}

// symmetric is a matrix that is symmetric up to rounding.
func symmetric(m *mat.Dense) *mat.SymDense {
	n, _ := m.Dims()
	s := mat.NewSymDense(n, nil)
	for i := range n {
		for j := i; j < n; j++ {
			s.SetSym(i, j, (m.At(i, j)+m.At(j, i))/2)
		}
	}
	return s
}

// times is the product with a block of columns.
func (s *sparse) times(block *mat.Dense) *mat.Dense {
	n, width := block.Dims()
	product := mat.NewDense(n, width, nil)
	parallel.Each(n, func(i int) {
		row := product.RawRowView(i)
		for e := s.starts[i]; e < s.starts[i+1]; e++ {
			floats.AddScaled(row, s.values[e], block.RawRowView(s.columns[e]))
		}
	})
	return product
}

// residual is the length of s y - eigenvalue y, for y of length 1.
func (s *sparse) residual(y []float64, eigenvalue float64) float64 {
	product := s.times(mat.NewDense(len(y), 1, append([]float64(nil), y...)))
	left := mat.Col(nil, 0, product)
	floats.AddScaled(left, -eigenvalue, y)
	return floats.Norm(left, 2)
}

// filter multiplies a block by the Chebyshev polynomial of s whose interval is [from, to], scaled so that it is 1 at 0.
// Its degree makes it exp(8) times as large at 0 as in the interval: beyond, columns grow alike.
func (s *sparse) filter(block *mat.Dense, from, to float64) {
	half, center := (to-from)/2, (to+from)/2
	if half <= 0 {
		return
	}
	degree := int(min(max(4*math.Sqrt(to/from), 4), 2000))
	// the recursion T_j = 2 x T_j-1 - T_j-2 with x = (s - center)/half, over its value at 0
	first := -half / center
	sigma := first
	before := mat.DenseCopyOf(block)
	now := s.times(block)
	n, _ := block.Dims()
	combine := func(next, y, z *mat.Dense, a, b float64) { // next = a (next - center y) - b z
		parallel.Each(n, func(i int) {
			row, yi := next.RawRowView(i), y.RawRowView(i)
			for j := range row {
				row[j] = a * (row[j] - center*yi[j])
			}
			if z != nil {
				floats.AddScaled(row, -b, z.RawRowView(i))
			}
		})
	}
	combine(now, before, nil, sigma/half, 0)
	for range degree - 1 {
		following := 1 / (2/first - sigma)
		next := s.times(now)
		combine(next, now, before, 2*following/half, sigma*following)
		before, now, sigma = now, next, following
	}
	block.Copy(now)
}
