package dataset

import (
	"math"

	"ebim/framework/points"
)

// torus is the surface swept by a circle of radius minor around the third axis, at distance major > minor:
// (phi, psi) -> ((R + r cos psi) cos phi, (R + r cos psi) sin phi, r sin psi), with area element r (R + r cos psi).
type torus struct{ major, minor float64 }

func (t torus) area() float64 { return 4 * math.Pi * math.Pi * t.major * t.minor }

// place writes the point at the two angles (radians) into x.
func (t torus) place(x []float64, phi, psi float64) {
	sinPhi, cosPhi := math.Sincos(phi)
	sinPsi, cosPsi := math.Sincos(psi)
	out := t.major + t.minor*cosPsi
	x[0], x[1], x[2] = out*cosPhi, out*sinPhi, t.minor*sinPsi
}

// angles of the torus's point nearest to x, in (-pi, pi]; on the axis and on the core circle, where every angle would
// do, 0.
func (t torus) angles(x []float64) (phi, psi float64) {
	return math.Atan2(x[1], x[0]), math.Atan2(x[2], math.Hypot(x[0], x[1])-t.major)
}

func (t torus) nearest(x []float64) []float64 {
	phi, psi := t.angles(x)
	nearest := make([]float64, 3)
	t.place(nearest, phi, psi)
	return nearest
}

// logAreaElement is log(r (R + r cos psi)).
func (t torus) logAreaElement(psi float64) float64 {
	return math.Log(t.minor * (t.major + t.minor*math.Cos(psi)))
}

// tubeAngle is the angle psi up to which lies the share u of the area: it solves Kepler's equation
// psi + (r/R) sin psi = 2 pi u by Newton steps kept inside a shrinking bracket.
func (t torus) tubeAngle(u float64) float64 {
	target, ratio := 2*math.Pi*u, t.minor/t.major
	low, high := target-ratio, target+ratio
	psi := target
	for range 100 {
		excess := psi + ratio*math.Sin(psi) - target
		if excess > 0 {
			high = psi
		} else {
			low = psi
		}
		next := psi - excess/(1+ratio*math.Cos(psi))
		if next < low || next > high {
			next = (low + high) / 2
		}
		if math.Abs(next-psi) < 1e-15 {
			return next
		}
		psi = next
	}
	return psi
}

// evenly places about n points of equal area, a grid in phi and in the share of area below psi. Both are periodic, so
// that sums over it converge fast for smooth functions.
func (t torus) evenly(n int) (*points.Set, []float64) {
	around := max(1, int(math.Round(math.Sqrt(float64(n)*t.major/t.minor))))
	around = min(around, max(n, 1))
	along := max(1, int(math.Round(float64(n)/float64(around))))
	set := points.New(around*along, 3)
	for j := range along {
		psi := t.tubeAngle((float64(j) + 0.5) / float64(along))
		for i := range around {
			t.place(set.At(j*around+i), 2*math.Pi*float64(i)/float64(around), psi)
		}
	}
	return set, equalShares(set.Len(), t.area())
}

func (t torus) topology() Topology {
	return Topology{Dimension: 2, Components: 1, EulerCharacteristics: []int{0}}
}
