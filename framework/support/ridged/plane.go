package ridged

import (
	"slices"

	"gonum.org/v1/gonum/floats"
)

// plane is one through an origin, with a length as its unit.
type plane struct {
	origin []float64
	axes   [2][]float64
	scale  float64
}

// planeThrough is that through three points, with the longer way from the first to another as its unit; not ok where
// they are in a line.
func planeThrough(origin, a, b []float64) (p plane, ok bool) {
	p.origin = origin
	u, v := make([]float64, len(origin)), make([]float64, len(origin))
	floats.SubTo(u, a, origin)
	floats.SubTo(v, b, origin)
	p.scale = max(floats.Norm(u, 2), floats.Norm(v, 2))
	floats.Scale(1/floats.Norm(u, 2), u)
	floats.AddScaled(v, -floats.Dot(u, v), u)
	norm := floats.Norm(v, 2)
	floats.Scale(1/norm, v)
	p.axes = [2][]float64{u, v}
	return p, norm > 1e-6*p.scale
}

// of is where in the plane a point is.
func (p plane) of(x []float64) (at [2]float64) {
	for k, axis := range p.axes {
		for j, a := range axis {
			at[k] += (x[j] - p.origin[j]) * a / p.scale
		}
	}
	return at
}

// dot is the product of the ways from one place to two others.
func dot(from, a, b [2]float64) float64 {
	return (a[0]-from[0])*(b[0]-from[0]) + (a[1]-from[1])*(b[1]-from[1])
}

// at is the point of a place in the plane.
func (p plane) at(of [2]float64) []float64 {
	x := slices.Clone(p.origin)
	for k, axis := range p.axes {
		floats.AddScaled(x, of[k]*p.scale, axis)
	}
	return x
}
