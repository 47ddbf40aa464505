package dataset

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"ebim/framework/points"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/integrate/quad"
)

// Ellipsoid is the uniform distribution, with respect to length or area, on the ellipse in the plane or the ellipsoid
// in space with the given half axes: the points center + A u, u of the unit sphere and A the diagonal matrix of the
// axes.
type Ellipsoid struct {
	OneMember
	Axes   []float64 `yaml:"axes" length:"[2, 3]" range:"[1e-6, 1e6]" doc:"half axes along the coordinates; two make an ellipse in the plane"`
	Center []float64 `yaml:"center" default:"null" doc:"center, as many numbers as axes; the origin unless given"`

	area cached[string, float64]
}

var _ Family = (*Ellipsoid)(nil)

// Check refuses a center of another dimension.
func (e *Ellipsoid) Check() error {
	if len(e.Center) == 0 {
		return nil
	}
	return checkLength("center", e.Center, len(e.Axes), "as axes")
}

// place writes center + A u into x.
func (e *Ellipsoid) place(x, u []float64) {
	for i, axis := range e.Axes {
		x[i] = axis * u[i]
		if len(e.Center) > 0 {
			x[i] += e.Center[i]
		}
	}
}

// stretch is det A |A^-1 u|, by which A stretches length or area of the unit sphere at u.
func (e *Ellipsoid) stretch(u []float64) float64 {
	determinant, length := 1.0, 0.0
	for i, axis := range e.Axes {
		determinant *= axis
		length = math.Hypot(length, u[i]/axis)
	}
	return determinant * length
}

// measure is the length or area, computed once: the periodic trapezoidal rule and, along the third axis, Gauss's.
func (e *Ellipsoid) measure() float64 {
	const around = 2000
	circle := func(radius, z float64) float64 {
		sum := 0.0
		for i := range around {
			sin, cos := math.Sincos(2 * math.Pi * float64(i) / around)
			sum += e.stretch([]float64{radius * cos, radius * sin, z}[:len(e.Axes)])
		}
		return sum * 2 * math.Pi / around
	}
	return e.area.get(fmt.Sprint(e.Axes), func() float64 {
		if len(e.Axes) == 2 {
			return circle(1, 0)
		}
		return quad.Fixed(func(z float64) float64 { return circle(math.Sqrt(1-z*z), z) }, -1, 1, 400,
			quad.Legendre{}, 0)
	})
}

// Load draws size points, DefaultSize if size is 0.
func (e *Ellipsoid) Load(_ Env, rng *rand.Rand, size int) (*points.Set, error) {
	return draw(e, rng, size)
}

// Dimensions are the number of axes and one less.
func (e *Ellipsoid) Dimensions() (ambient, manifold int) { return len(e.Axes), len(e.Axes) - 1 }

// Sample draws n independent points: uniform ones of the sphere, kept in proportion to the stretch there.
func (e *Ellipsoid) Sample(rng *rand.Rand, n int) *points.Set {
	most := 1 / slices.Min(e.Axes)
	for _, axis := range e.Axes {
		most *= axis
	}
	set := points.New(n, len(e.Axes))
	sphere := unitSphere(len(e.Axes))
	for i := 0; i < n; {
		u := sphere.sample(rng, 1).At(0)
		if rng.Float64()*most < e.stretch(u) {
			e.place(set.At(i), u)
			i++
		}
	}
	return set
}

// LogDensity is minus the logarithm of the length or area.
func (e *Ellipsoid) LogDensity([]float64) float64 { return -math.Log(e.measure()) }

// Evenly gives n points: evenly spaced ones of the sphere, stretched, with shares in proportion to that.
func (e *Ellipsoid) Evenly(n int) (*points.Set, []float64) {
	set, shares := unitSphere(len(e.Axes)).evenly(n)
	for i := range shares {
		shares[i] = e.stretch(set.At(i))
		e.place(set.At(i), slices.Clone(set.At(i)))
	}
	floats.Scale(e.measure()/total(shares), shares)
	return set, shares
}

// Nearest is the closest point x of the surface to y: with a_i the half axes, x_i = a_i^2 y_i/(a_i^2 + t), where t >
// -min a_i^2 is such that x is on the surface (Eberly, "Distance from a point to an ellipse, an ellipsoid, or a
// hyperellipsoid", 2013). Of a point inside for which there is no such t, the closest points differ in the sign along
// the shortest axis; here it is positive.
func (e *Ellipsoid) Nearest(y []float64) []float64 {
	offset := sphere{center: make([]float64, len(y))}
	if len(e.Center) > 0 {
		offset.center = e.Center
	}
	u := e.nearestDirection(offset.direction(y))
	x := make([]float64, len(y))
	e.place(x, u)
	return x
}

// nearestDirection is A^-1 x for the point x nearest to y, the center at the origin. With s = t + min a_i^2,
// (A^-1 x)_i = a_i y_i/(s + a_i^2 - min a_i^2), whose length falls with s.
func (e *Ellipsoid) nearestDirection(y []float64) []float64 {
	shortest := 0
	for i, axis := range e.Axes {
		if axis < e.Axes[shortest] {
			shortest = i
		}
	}
	u := make([]float64, len(y))
	at := func(s float64) float64 {
		length := 0.0
		for i, axis := range e.Axes {
			u[i] = 0
			if numerator := axis * y[i]; numerator != 0 {
				u[i] = numerator / (s + (axis-e.Axes[shortest])*(axis+e.Axes[shortest]))
			}
			length = math.Hypot(length, u[i])
		}
		return length
	}
	low, high := 0.0, 0.0
	for i, axis := range e.Axes {
		high = math.Hypot(high, axis*y[i])
	}
	if !(at(low) >= 1) { // also of the center
		rest := 0.0
		for i := range u {
			if i != shortest {
				rest += u[i] * u[i]
			}
		}
		u[shortest] = math.Sqrt(max(0, 1-rest))
		return u
	}
	for range 2000 { // as many halvings as numbers have
		middle := (low + high) / 2
		if middle <= low || middle >= high {
			break
		}
		if at(middle) >= 1 {
			low = middle
		} else {
			high = middle
		}
	}
	length := at(high)
	for i := range u {
		u[i] /= length
	}
	return u
}

// Topology is that of a sphere.
func (e *Ellipsoid) Topology() (Topology, bool) { return unitSphere(len(e.Axes)).topology(), true }
