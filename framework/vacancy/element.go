package vacancy

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"ebim/framework/points"
)

// element is a segment or a triangle.
type element struct {
	corners       [][]float64
	middle        []float64
	size, measure float64 // its longest side; its length or area
	longest       [2]int  // ends of that side
}

func newElement(corners [][]float64) element {
	e := element{corners: corners, middle: make([]float64, len(corners[0]))}
	for a, x := range corners {
		floats.AddScaled(e.middle, 1/float64(len(corners)), x)
		for b := range a {
			if side := math.Sqrt(points.SquaredDistance(x, corners[b])); side >= e.size {
				e.size, e.longest = side, [2]int{a, b}
			}
		}
	}
	e.measure = e.size
	if len(corners) == 3 {
		a, b, dot := 0.0, 0.0, 0.0
		for j, x := range corners[0] {
			u, v := corners[1][j]-x, corners[2][j]-x
			a, b, dot = a+u*u, b+v*v, dot+u*v
		}
		e.measure = math.Sqrt(max(a*b-dot*dot, 0)) / 2
	}
	return e
}

// tangents are an orthonormal frame of the element; fewer where it is degenerate.
func (e element) tangents() (frame [][]float64) {
	for _, x := range e.corners[1:] {
		side := make([]float64, len(x))
		floats.SubTo(side, x, e.corners[0])
		for _, t := range frame {
			floats.AddScaled(side, -floats.Dot(side, t), t)
		}
		if length := floats.Norm(side, 2); length > 0 {
			floats.Scale(1/length, side)
			frame = append(frame, side)
		}
	}
	return frame
}

// along is the cosine between two frames' spans: that of their angle, or by how much an area shrinks from one to the
// other; 1 where one is degenerate.
func along(a, b [][]float64) float64 {
	switch {
	case len(a) != len(b) || len(a) == 0:
		return 1
	case len(a) == 1:
		return math.Abs(floats.Dot(a[0], b[0]))
	}
	return math.Abs(floats.Dot(a[0], b[0])*floats.Dot(a[1], b[1]) - floats.Dot(a[0], b[1])*floats.Dot(a[1], b[0]))
}

// divide visits an element and, where the visit says no, its halves, as far as numbers can be told apart.
func (e element) divide(visit func(part element) bool) {
	if visit(e) || !(e.size > 0) {
		return
	}
	half := make([]float64, len(e.middle))
	for _, end := range e.longest {
		floats.AddScaled(half, 0.5, e.corners[end])
	}
	if slices.Equal(half, e.corners[e.longest[0]]) || slices.Equal(half, e.corners[e.longest[1]]) {
		return // no number lies between
	}
	for _, end := range e.longest {
		corners := slices.Clone(e.corners)
		corners[end] = half
		newElement(corners).divide(visit)
	}
}
