package ridged

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"ebim/framework/points"
)

// sheet is a surface near a point: x(u) = at + T u + sum of bend_k m_k(u), where the m_k are the monomials of u up to
// degree 2.
type sheet struct {
	at       []float64   // where its coordinates u are 0
	tangents [][]float64 // T, orthonormal, [2][n]
	bend     [][]float64 // [6][n]
	off      float64     // distance from which points are not on it
	alike    float64     // least cosine between its tangents and those of points on it
}

const monomials = 6

// monomialsAt are the m_k and their derivatives by u and v.
func monomialsAt(u, v float64) (m, byU, byV [monomials]float64) {
	return [monomials]float64{1, u, v, u * u / 2, u * v, v * v / 2}, [monomials]float64{0, 1, 0, u, v, 0},
		[monomials]float64{0, 0, 1, 0, u, v}
}

// coordinates are u and v of a point; what is left of it across the tangents is written to across.
func (s *sheet) coordinates(x, across []float64) (u, v float64) {
	floats.SubTo(across, x, s.at)
	u, v = floats.Dot(s.tangents[0], across), floats.Dot(s.tangents[1], across)
	floats.AddScaled(across, -u, s.tangents[0])
	floats.AddScaled(across, -v, s.tangents[1])
	return u, v
}

// beside writes the way from the sheet to a point, across its tangents, and is its length.
func (s *sheet) beside(x, across []float64) float64 {
	u, v := s.coordinates(x, across)
	m, _, _ := monomialsAt(u, v)
	for k, b := range s.bend {
		floats.AddScaled(across, -m[k], b)
	}
	return floats.Norm(across, 2)
}

// distance is that of a point, across the tangents.
func (s *sheet) distance(x []float64) float64 { return s.beside(x, make([]float64, len(x))) }

// distances are those of points.
func (s *sheet) distances(x *points.Set) []float64 {
	all, across := make([]float64, x.Len()), make([]float64, x.Dim)
	for i := range all {
		all[i] = s.beside(x.At(i), across)
	}
	return all
}

// point is that with coordinates u and v, and the tangents there.
func (s *sheet) point(u, v float64) (x []float64, tangents [][]float64) {
	m, byU, byV := monomialsAt(u, v)
	x = append([]float64(nil), s.at...)
	a, b := append([]float64(nil), s.tangents[0]...), append([]float64(nil), s.tangents[1]...)
	floats.AddScaled(x, u, a)
	floats.AddScaled(x, v, b)
	for k, bend := range s.bend {
		floats.AddScaled(x, m[k], bend)
		floats.AddScaled(a, byU[k], bend)
		floats.AddScaled(b, byV[k], bend)
	}
	return x, orthonormal(a, b)
}

// orthonormal is the span of two vectors; nil where they have none.
func orthonormal(a, b []float64) [][]float64 {
	a, b = append([]float64(nil), a...), append([]float64(nil), b...)
	long := floats.Norm(a, 2)
	if !(long > 0) {
		return nil
	}
	floats.Scale(1/long, a)
	floats.AddScaled(b, -floats.Dot(a, b), a)
	rest := floats.Norm(b, 2)
	if !(rest > 1e-6*long) {
		return nil
	}
	floats.Scale(1/rest, b)
	return [][]float64{a, b}
}

// fit bends the sheet to weighted points, by least squares: false where they are too few. The stiffer it is, the less
// few points bend it.
func (s *sheet) fit(x *points.Set, weights []float64, reach, stiff float64) bool {
	n, total := x.Dim, 0.0
	var left [monomials * monomials]float64
	right, across := make([]float64, monomials*n), make([]float64, n)
	for i, w := range weights {
		if w < leastWeight {
			continue
		}
		total += w
		u, v := s.coordinates(x.At(i), across)
		m, _, _ := monomialsAt(u/reach, v/reach)
		for k, by := range m {
			for l := range m[:k+1] {
				left[k*monomials+l] += w * by * m[l]
			}
			floats.AddScaled(right[k*n:(k+1)*n], w*by, across)
		}
	}
	normal := mat.NewSymDense(monomials, nil)
	for k := range monomials {
		for l := range k + 1 {
			normal.SetSym(k, l, left[k*monomials+l])
		}
		normal.SetSym(k, k, normal.At(k, k)+total*1e-9)
		if k >= 3 {
			normal.SetSym(k, k, normal.At(k, k)+total*stiff)
		}
	}
	var factorized mat.Cholesky
	if !(total > 0) || !factorized.Factorize(normal) {
		return false
	}
	var solved mat.Dense
	if factorized.SolveTo(&solved, mat.NewDense(monomials, n, right)) != nil {
		return false
	}
	s.bend = make([][]float64, monomials)
	for k := range s.bend {
		degree := []float64{0, 1, 1, 2, 2, 2}[k]
		s.bend[k] = solved.RawRowView(k)
		floats.Scale(math.Pow(reach, -degree), s.bend[k])
	}
	return true
}

// leastWeight is that of points that count.
const leastWeight = 1e-4

// centered takes the coordinates' origin to where the sheet is nearest to it, and its tangents along.
func (s *sheet) centered() bool {
	at, tangents := s.point(0, 0)
	if tangents == nil {
		return false
	}
	s.at, s.tangents = at, tangents
	return true
}

// follows reports whether a point with tangents lies on a sheet, as neighbors of a point of it do.
func (s *sheet) follows(from, x []float64, tangents [][]float64) bool {
	const leeway = 0.25
	across := make([]float64, len(x))
	if s.beside(x, across) > s.off+leeway*math.Sqrt(points.SquaredDistance(from, x)) {
		return false
	}
	u, v := s.coordinates(x, across)
	_, there := s.point(u, v)
	return there != nil && alike(there, tangents) >= s.alike
}
