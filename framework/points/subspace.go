package points

import "gonum.org/v1/gonum/floats"

// Subspace is an affine one of R^n, of dimension k.
type Subspace struct {
	Center []float64   // [n]
	Axes   [][]float64 // orthonormal, [k][n]
}

// In returns the coordinates [points, k] of the orthogonal projections of points [points, n].
func (s *Subspace) In(x *Set) *Set {
	y, away := New(x.Len(), len(s.Axes)), make([]float64, x.Dim)
	for i := range x.Len() {
		floats.SubTo(away, x.At(i), s.Center)
		for k, axis := range s.Axes {
			y.At(i)[k] = floats.Dot(axis, away)
		}
	}
	return y
}

// Out returns the points [points, n] with coordinates [points, k].
func (s *Subspace) Out(y *Set) *Set {
	x := New(y.Len(), len(s.Center))
	for i := range y.Len() {
		copy(x.At(i), s.Center)
		floats.Add(x.At(i), s.Turned(y.At(i)))
	}
	return x
}

// Turned is a vector [k] of the subspace in R^n.
func (s *Subspace) Turned(v []float64) []float64 {
	w := make([]float64, len(s.Center))
	for k, axis := range s.Axes {
		floats.AddScaled(w, v[k], axis)
	}
	return w
}
