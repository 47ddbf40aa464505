package dataset

import (
	"fmt"
	"math"
	"math/rand/v2"

	"ebim/framework/config"
	"ebim/framework/points"
)

// TorusShape are the two radii of a torus in R^3 around the third axis: the surface
// ((R + r cos psi) cos phi, (R + r cos psi) sin phi, r sin psi).
type TorusShape struct {
	MajorRadius float64 `yaml:"major_radius" default:"3" range:"(0, inf)" doc:"distance R of the tube's center from the axis"`
	MinorRadius float64 `yaml:"minor_radius" default:"1" range:"(0, inf)" doc:"radius r of the tube, below the major one"`
}

// Check refuses a torus that meets itself.
func (s *TorusShape) Check() error {
	if s.MinorRadius >= s.MajorRadius {
		return &config.FieldError{
			Field:   "minor_radius",
			Found:   fmt.Sprint(s.MinorRadius),
			Allowed: fmt.Sprintf("a number below the major radius %v", s.MajorRadius),
		}
	}
	return nil
}

func (s *TorusShape) torus() torus { return torus{major: s.MajorRadius, minor: s.MinorRadius} }

// Dimensions are 3 and 2.
func (s *TorusShape) Dimensions() (ambient, manifold int) { return 3, 2 }

// Evenly gives about n points of equal share.
func (s *TorusShape) Evenly(n int) (*points.Set, []float64) { return s.torus().evenly(n) }

// Nearest is the projection within the half-plane of x through the axis.
func (s *TorusShape) Nearest(x []float64) []float64 { return s.torus().nearest(x) }

// Topology is one component with Euler characteristic 0.
func (s *TorusShape) Topology() (Topology, bool) { return s.torus().topology(), true }

// UniformTorus is the uniform distribution, with respect to surface area, on a torus in R^3.
type UniformTorus struct {
	TorusShape
}

var _ Distribution = (*UniformTorus)(nil)

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
