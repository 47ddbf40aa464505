package supporttest

import (
	"math"

	"ebim/framework/points"
)

// Mean of coordinate j.
func Mean(set *points.Set, j int) float64 {
	mean := 0.0
	for i := range set.Len() {
		mean += set.At(i)[j] / float64(set.Len())
	}
	return mean
}

// ChiSquare compares counts with expected ones. Of the tests that use it each states its limit's false-alarm rate.
func ChiSquare(counts, expected []float64) float64 {
	sum := 0.0
	for i, e := range expected {
		sum += (counts[i] - e) * (counts[i] - e) / e
	}
	return sum
}

// Integral is the trapezoidal rule for a function of period or support [from, to].
func Integral(f func(x float64) float64, from, to float64) float64 {
	const n = 20000
	sum, h := (f(from)+f(to))/2, (to-from)/n
	for i := 1; i < n; i++ {
		sum += f(from + float64(i)*h)
	}
	return sum * h
}

// Bessel is the modified Bessel function I_0 by its series.
func Bessel(k float64) float64 {
	sum, term := 1.0, 1.0
	for i := 1.0; term > 1e-16*sum; i++ {
		term *= k * k / (4 * i * i)
		sum += term
	}
	return sum
}

// MeanOnCircle is the mean of x_0 under exp(k x_0) on the unit circle: I_1(k)/I_0(k), the derivative of log I_0.
func MeanOnCircle(k float64) float64 {
	return Integral(func(a float64) float64 { return math.Cos(a) * math.Exp(k*math.Cos(a)) }, -math.Pi,
		math.Pi) / (2 * math.Pi * Bessel(k))
}

// The integral of exp(2 x_0) over known manifolds: von Mises' and von Mises-Fisher's normalizing constants on the
// circle and the sphere; on the torus of radii 3 and 1 x_0 = (3 + cos v) cos u with the area element 3 + cos v; on the
// ring x_0 = 0.3 + 0.8 r cos a with r = sqrt(3)/2.
var (
	OverCircle = 2 * math.Pi * Bessel(2)
	OverSphere = 2 * math.Pi * math.Sinh(2)
	OverTorus  = 2 * math.Pi * Integral(func(v float64) float64 {
		return (3 + math.Cos(v)) * Bessel(2*(3+math.Cos(v)))
	}, -math.Pi, math.Pi)
	OverRing = 2 * math.Pi * math.Sqrt(0.75) * math.Exp(0.6) * Bessel(1.6*math.Sqrt(0.75))
)
