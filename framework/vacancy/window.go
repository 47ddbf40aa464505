package vacancy

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"ebim/framework/points"
)

// window is a sheet in pieces, with the smaller ball that is empty.
type window struct {
	middle  []float64
	frame   [][]float64 // tangents, over the window's radius
	pieces  *points.Set
	rows    [][]float64 // features of the pieces
	weights []float64   // their measures, as shares
	hole    []bool
}

// window is that of a sheet around a place, and its hole up to a radius; nil where the mesh has no tangents there.
func (f *finder) window(of sheet, x []float64, radius float64) *window {
	const fine, finest = 4, 24 // pieces along the hole's radius, or along the reach
	reach := of.reach
	w := &window{middle: x, pieces: points.New(0, len(x))}
	f.pieces(of.elements, x, reach, max(radius/fine, reach/finest), func(_ int, part element, apart float64) {
		w.pieces.Data, w.weights = append(w.pieces.Data, part.middle...), append(w.weights, part.measure)
		w.hole = append(w.hole, apart < radius)
	})
	total := floats.Sum(w.weights)
	if !(total > 0) || !w.findFrame(f.mesh.Dimension, reach) {
		return nil
	}
	floats.Scale(1/total, w.weights)
	for i := range w.pieces.Len() {
		row := make([]float64, w.size())
		w.features(w.pieces.At(i), row)
		w.rows = append(w.rows, row)
	}
	return w
}

// outside is the pieces with their measures, 0 in the hole.
func (w *window) outside() (pieces *points.Set, weights []float64) {
	weights = slices.Clone(w.weights)
	for i, hole := range w.hole {
		if hole {
			weights[i] = 0
		}
	}
	return w.pieces, weights
}

// findFrame takes the principal components of the pieces as tangents.
func (w *window) findFrame(dimension int, reach float64) bool {
	n := len(w.middle)
	scatter, off := mat.NewSymDense(n, nil), mat.NewVecDense(n, nil)
	for i, weight := range w.weights {
		floats.SubTo(off.RawVector().Data, w.pieces.At(i), w.middle)
		scatter.SymRankOne(scatter, weight, off)
	}
	var eigen mat.EigenSym
	if !eigen.Factorize(scatter, true) {
		return false
	}
	var vectors mat.Dense
	eigen.VectorsTo(&vectors)
	for j := range dimension {
		tangent := mat.Col(nil, n-1-j, &vectors)
		floats.Scale(1/reach, tangent)
		w.frame = append(w.frame, tangent)
	}
	return true
}

// size is the number of features.
func (w *window) size() int {
	m := len(w.frame)
	return m + m*(m+1)/2
}

// features are the monomials of degree 1 and 2 of the tangential coordinates.
func (w *window) features(x, into []float64) {
	m := len(w.frame)
	for a, tangent := range w.frame {
		into[a] = 0
		for j, v := range tangent {
			into[a] += v * (x[j] - w.middle[j])
		}
	}
	next := m
	for a := range m {
		for b := range a + 1 {
			into[next] = into[a] * into[b]
			next++
		}
	}
}

// fitted is the density exp(theta.f) whose mean of f is given.
type fitted struct {
	theta  []float64
	value  float64 // log of the integral of exp(theta.(f - mean))
	logDet float64 // of the covariance of f
}

// fit finds it by Newton's method, over the window or without its hole; false where there is none.
func (w *window) fit(mean []float64, without bool) (fitted, bool) {
	const rounds, enough, decrease, shortest = 60, 1e-9, 0.1, 1e-6
	at := w.moments(make([]float64, len(mean)), mean, without)
	for range rounds {
		var curvature mat.Cholesky
		var step mat.VecDense
		if !curvature.Factorize(at.covariance) || curvature.SolveVecTo(&step, at.gradient) != nil {
			return fitted{}, false
		}
		slope := mat.Dot(at.gradient, &step)
		if slope < enough {
			return fitted{at.theta, at.value, curvature.LogDet()}, true
		}
		for length := 1.0; ; length /= 2 {
			if length < shortest {
				return fitted{}, false
			}
			theta := make([]float64, len(mean))
			floats.AddScaledTo(theta, at.theta, -length, step.RawVector().Data)
			if next := w.moments(theta, mean, without); next.value <= at.value-decrease*length*slope {
				at = next
				break
			}
		}
	}
	return fitted{}, false
}

// moments are the value at a theta, its gradient, and the covariance of the features.
type moments struct {
	theta      []float64
	value      float64
	gradient   *mat.VecDense
	covariance *mat.SymDense
}

func (w *window) moments(theta, mean []float64, without bool) moments {
	size, sum, shift := len(theta), 0.0, floats.Dot(theta, mean)
	first, second, off := mat.NewVecDense(size, nil), mat.NewSymDense(size, nil), make([]float64, size)
	of, squares := first.RawVector().Data, second.RawSymmetric()
	for i, row := range w.rows {
		if without && w.hole[i] {
			continue
		}
		p := w.weights[i] * math.Exp(floats.Dot(theta, row)-shift)
		sum += p
		floats.SubTo(off, row, mean)
		floats.AddScaled(of, p, off)
		for a, v := range off {
			floats.AddScaled(squares.Data[a*squares.Stride+a:a*squares.Stride+size], p*v, off[a:])
		}
	}
	floats.Scale(1/sum, of)
	floats.Scale(1/sum, squares.Data)
	second.SymRankOne(second, -1, first)
	return moments{theta, math.Log(sum), first, second}
}

// inside is the integral of a density over the hole, over that without it.
func (w *window) inside(theta []float64) float64 {
	in, out := 0.0, 0.0
	for i, row := range w.rows {
		p := w.weights[i] * math.Exp(floats.Dot(theta, row))
		if w.hole[i] {
			in += p
		} else {
			out += p
		}
	}
	return in / out
}

// even is minus the logarithm of the chance that the hole is empty, with so many data spread evenly over the window,
// but half as densely over the hole; and how many data it would hold.
func (w *window) even(count int) (exponent, missing float64) {
	const share = 0.5
	n := float64(count)
	inside := w.inside(make([]float64, w.size()))
	return n * math.Log1p(share*inside), n * inside
}

// exponent is minus the logarithm of the chance that the hole is empty, given the mean of the data's features, and how
// many data the hole would hold; false where the data have no such density.
func (w *window) exponent(data *points.Set) (exponent, missing float64, ok bool) {
	mean, feature, n := make([]float64, w.size()), make([]float64, w.size()), float64(data.Len())
	for i := range data.Len() {
		w.features(data.At(i), feature)
		floats.AddScaled(mean, 1/n, feature)
	}
	all, okAll := w.fit(mean, false)
	outside, okOutside := w.fit(mean, true)
	if !okAll || !okOutside {
		return 0, 0, false
	}
	return n*(all.value-outside.value) + (outside.logDet-all.logDet)/2, n * w.inside(outside.theta), true
}
