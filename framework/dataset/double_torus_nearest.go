package dataset

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// descend finds the surface's point nearest to x around p, a point of it: a zero of (p - x + lambda G, F/2) by Newton
// steps, with G half the gradient of F, each cut down until it brings p nearer to x once it is back on the surface.
// Where Newton's step does not lead down, the step is x - p along the surface.
func (d *DoubleTorus) descend(p, x []float64) []float64 {
	p = d.onto(p)
	for range 200 {
		step, tangent := d.newton(p, x), d.tangent(p, x)
		if norm(tangent) <= 1e-15 {
			break
		}
		if step == nil || floats.Dot(step, tangent) <= 0 {
			step = tangent
		}
		next := d.shortened(p, step, x)
		if next == nil {
			break
		}
		p = next
	}
	return p
}

// shortened is p plus the longest of step, step/2, ... that leads nearer to x, or nil.
func (d *DoubleTorus) shortened(p, step, x []float64) []float64 {
	for scale := 1.0; scale > 1e-12; scale /= 2 {
		next := slices.Clone(p)
		floats.AddScaled(next, scale, step)
		next = d.onto(next)
		if square(next, x) < square(p, x) {
			return next
		}
	}
	return nil
}

// onto follows the gradient to the surface.
func (d *DoubleTorus) onto(p []float64) []float64 {
	p = slices.Clone(p)
	for range 50 {
		g, f := d.gradient(p), d.value(p)/2
		floats.AddScaled(p, -f/floats.Dot(g[:], g[:]), g[:])
		if math.Abs(f) < 1e-17 {
			break
		}
	}
	return p
}

// tangent is x - p without what is normal to the surface at p.
func (d *DoubleTorus) tangent(p, x []float64) []float64 {
	g := d.gradient(p)
	tangent := slices.Clone(x)
	floats.Sub(tangent, p)
	floats.AddScaled(tangent, -floats.Dot(tangent, g[:])/floats.Dot(g[:], g[:]), g[:])
	return tangent
}

// newton is the step of p, or nil where there is none.
func (d *DoubleTorus) newton(p, x []float64) []float64 {
	g := d.gradient(p)
	offset := slices.Clone(p)
	floats.Sub(offset, x)
	lambda := -floats.Dot(offset, g[:]) / floats.Dot(g[:], g[:])
	f, fx, fy := lemniscate(p[0], p[1])
	hessian := [3][3]float64{ // half that of F
		{fx*fx + f*(2-12*p[0]*p[0]), fx * fy, 0},
		{fx * fy, fy*fy - 2*f, 0},
		{0, 0, 1},
	}
	system, right := mat.NewDense(4, 4, nil), mat.NewVecDense(4, nil)
	for i := range 3 {
		for j := range 3 {
			system.Set(i, j, lambda*hessian[i][j])
		}
		system.Set(i, i, 1+lambda*hessian[i][i])
		system.Set(i, 3, g[i])
		system.Set(3, i, g[i])
		right.SetVec(i, -offset[i]-lambda*g[i])
	}
	right.SetVec(3, -d.value(p)/2)
	var step mat.VecDense
	if err := step.SolveVec(system, right); err != nil {
		return nil
	}
	return step.RawVector().Data[:3]
}
