package dataset

import (
	"context"
	"math"

	"gonum.org/v1/gonum/mat"
)

// smooth is a function that climb looks for the maximum of. Its information is a first guess of minus the second derivative.
type smooth interface {
	value(p []float64) (value float64, inside bool) // inside of what is of interest
	gradient(p []float64) []float64
	information(p []float64) *mat.SymDense
}

// Limits of climb: its iterations, of which a search that settles needs some tens; the growth that a step promises and that
// counts as none, for rounding hides it; how often a step is halved; and its length at first, of that of p and 1.
const (
	mostIterations = 500
	flat           = 1e-15
	mostHalvings   = 30
	longest        = 10
)

// climb is a maximum near the start, or how far mostIterations come, or where it leaves the inside: BFGS (Nocedal and Wright, "Numerical Optimization",
// 2006, chapter 6) with steps that are halved until the value grows enough (Armijo). Where no step does, the second
// derivative is guessed anew, once. The error is ctx's.
func climb(ctx context.Context, start []float64, f smooth) ([]float64, error) {
	p := mat.NewVecDense(len(start), append([]float64(nil), start...))
	value, inside := f.value(start)
	gradient := mat.NewVecDense(len(start), f.gradient(start))
	inverse, fresh := invert(f.information(start)), true
	for i := 0; inside && i < mostIterations; i++ {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		var step mat.VecDense
		step.MulVec(inverse, gradient)
		if mat.Dot(gradient, &step) < flat*max(1, math.Abs(value)) {
			break
		}
		if length, most := mat.Norm(&step, 2), longest*(1+mat.Norm(p, 2)); length > most {
			step.ScaleVec(most/length, &step)
		}
		next := ascend(f, p, &step, value, mat.Dot(gradient, &step))
		if next == nil {
			if fresh {
				break
			}
			inverse, fresh = invert(f.information(p.RawVector().Data)), true
			continue
		}
		after := mat.NewVecDense(len(start), f.gradient(next.RawVector().Data))
		value, inside = f.value(next.RawVector().Data)
		var moved, fall mat.VecDense
		moved.SubVec(next, p)
		fall.SubVec(gradient, after)
		update(inverse, &moved, &fall)
		p, gradient, fresh = next, after, false
	}
	return p.RawVector().Data, nil
}

// ascend goes as far along a step as the value grows by a share of what its slope along the step promises; nil if it
// does not.
func ascend(f smooth, p, step *mat.VecDense, value, slope float64) *mat.VecDense {
	const share = 1e-4
	length := 1.0
	for range mostHalvings {
		next := mat.NewVecDense(p.Len(), nil)
		next.AddScaledVec(p, length, step)
		if higher, _ := f.value(next.RawVector().Data); higher > value && higher >= value+share*length*slope {
			return next
		}
		length /= 2
	}
	return nil
}

// invert is the inverse of a positive semidefinite matrix, whose diagonal is raised by a millionth of its largest entry so
// that there is one.
func invert(m *mat.SymDense) *mat.SymDense {
	n := m.SymmetricDim()
	largest := 0.0
	for i := range n {
		largest = max(largest, m.At(i, i))
	}
	inverse := mat.NewSymDense(n, nil)
	for i := range n {
		m.SetSym(i, i, m.At(i, i)+1e-6*largest)
		inverse.SetSym(i, i, 1)
	}
	var decomposed mat.Cholesky
	if largest > 0 && decomposed.Factorize(m) {
		_ = decomposed.InverseTo(inverse) // of a badly conditioned matrix the error says so, and the inverse is there
	}
	return inverse
}

// update is the BFGS update of an inverse second derivative, from how far a step moved and how much the gradient fell.
func update(inverse *mat.SymDense, moved, fall *mat.VecDense) {
	curvature := mat.Dot(moved, fall)
	if curvature <= 1e-12*mat.Norm(moved, 2)*mat.Norm(fall, 2) {
		return // the function bends upwards there
	}
	var turned mat.VecDense
	turned.MulVec(inverse, fall)
	inverse.RankTwo(inverse, -1/curvature, &turned, moved)
	inverse.SymRankOne(inverse, (curvature+mat.Dot(fall, &turned))/(curvature*curvature), moved)
}

var _ smooth = likelihood{}
