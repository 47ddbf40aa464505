package dataset

import (
	"fmt"
	"math"
	"math/rand/v2"

	"ebim/framework/config"
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
// psi + (r/R) sin psi = 2 pi u.
func (t torus) tubeAngle(u float64) float64 {
	target, ratio := 2*math.Pi*u, t.minor/t.major
	return zero(target-ratio, target, target+ratio, 1e-15, func(psi float64) (value, slope float64) {
		return psi + ratio*math.Sin(psi) - target, 1 + ratio*math.Cos(psi)
	})
}

// zero is where f, negative at low and positive at high, is 0, within a tolerance: by Newton steps from t, of f and its
// slope, that are kept inside a shrinking bracket.
func zero(low, t, high, tolerance float64, f func(t float64) (value, slope float64)) float64 {
	for range 100 {
		value, slope := f(t)
		if value > 0 {
			high = t
		} else {
			low = t
		}
		next := t - value/slope
		if !(next >= low && next <= high) {
			next = (low + high) / 2
		}
		if math.Abs(next-t) < tolerance {
			return next
		}
		t = next
	}
	return t
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

// TorusShape are the two radii of a torus in R^3 around the third axis: the surface
// ((R + r cos psi) cos phi, (R + r cos psi) sin phi, r sin psi).
type TorusShape struct {
	MajorRadius float64 `yaml:"major_radius" default:"3" range:"(0, inf)" doc:"distance R of the tube's center from the axis"`
	MinorRadius float64 `yaml:"minor_radius" default:"1" range:"(0, inf)" doc:"radius r of the tube, below the major one"`
}

// Check refuses a torus that meets itself.
func (s *TorusShape) Check() error {
	return checkRadii(s.MajorRadius, s.MinorRadius)
}

// checkRadii refuses a tube as wide as its way around the axis.
func checkRadii(major, minor float64) error {
	if minor < major {
		return nil
	}
	return &config.FieldError{Field: "minor_radius", Found: fmt.Sprint(minor),
		Allowed: fmt.Sprintf("a number below the major radius %v", major)}
}

func (s *TorusShape) torus() torus { return torus{major: s.MajorRadius, minor: s.MinorRadius} }

// Dimensions are 3 and 2.
func (s *TorusShape) Dimensions() (ambient, manifold int) { return 3, 2 }

// Evenly gives about n points of equal share.
func (s *TorusShape) Evenly(n int) (*points.Set, []float64) { return s.torus().evenly(n) }

// Nearest is the projection within the half-plane of x through the axis.
func (s *TorusShape) Nearest(x []float64) []float64 { return s.torus().nearest(x) }

// Topology is one component with Euler characteristic 0.
func (s *TorusShape) Topology() (Topology, bool) {
	return Topology{Dimension: 2, Components: 1, EulerCharacteristics: []int{0}}, true
}

// UniformTorus is the uniform distribution, with respect to surface area, on a torus in R^3.
type UniformTorus struct {
	OneMember
	TorusShape
}

var _ Family = (*UniformTorus)(nil)

// Load draws size points, DefaultSize if size is 0.
func (u *UniformTorus) Load(_ Env, rng *rand.Rand, size int) (*points.Set, error) {
	return draw(u, rng, size)
}

// Sample draws n independent points.
func (u *UniformTorus) Sample(rng *rand.Rand, n int) *points.Set {
	set := points.New(n, 3)
	for i := range n {
		phi := 2 * math.Pi * rng.Float64()
		u.torus().place(set.At(i), phi, u.torus().tubeAngle(rng.Float64()))
	}
	return set
}

// LogDensity is minus the logarithm of the area.
func (u *UniformTorus) LogDensity([]float64) float64 { return -math.Log(u.torus().area()) }
