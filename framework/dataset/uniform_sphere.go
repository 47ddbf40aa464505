package dataset

import (
	"fmt"
	"math/rand/v2"

	"ebim/framework/config"
	"ebim/framework/points"
)

// UniformSphere is the uniform distribution on a sphere of the given dimension m in R^(m+1).
type UniformSphere struct {
	Dimension int       `yaml:"dimension" default:"2" range:"[1, 1000]" doc:"dimension of the sphere, in a space of one dimension more"`
	Radius    float64   `yaml:"radius" default:"1" range:"(0, inf)" doc:"radius of the sphere"`
	Center    []float64 `yaml:"center" default:"null" doc:"center of the sphere, one number more than its dimension; the origin unless given"`
}

var _ Distribution = (*UniformSphere)(nil)

// Check refuses a center of another dimension.
func (u *UniformSphere) Check() error {
	if len(u.Center) > 0 && len(u.Center) != u.Dimension+1 {
		return &config.FieldError{
			Field:   "center",
			Found:   fmt.Sprintf("%d numbers", len(u.Center)),
			Allowed: fmt.Sprintf("a sphere of dimension %d needs %d", u.Dimension, u.Dimension+1),
		}
	}
	return nil
}

func (u *UniformSphere) sphere() sphere {
	if len(u.Center) > 0 {
		return sphere{center: u.Center, radius: u.Radius}
	}
	return sphere{center: make([]float64, u.Dimension+1), radius: u.Radius}
}

// Load draws size points, DefaultSize if size is 0.
func (u *UniformSphere) Load(_ Env, rng *rand.Rand, size int) (*points.Set, error) {
	return draw(u, rng, size)
}

// Dimensions are m+1 and m.
func (u *UniformSphere) Dimensions() (ambient, manifold int) { return u.sphere().dimensions() }

// Sample draws n independent points.
func (u *UniformSphere) Sample(rng *rand.Rand, n int) *points.Set { return u.sphere().sample(rng, n) }

// LogDensity is minus the logarithm of the sphere's measure.
func (u *UniformSphere) LogDensity([]float64) float64 { return -u.sphere().logMeasure() }

// Evenly gives n points of equal share.
func (u *UniformSphere) Evenly(n int) (*points.Set, []float64) { return u.sphere().evenly(n) }

// Nearest is the radial projection.
func (u *UniformSphere) Nearest(x []float64) []float64 { return u.sphere().nearest(x) }

// Topology is that of the sphere.
func (u *UniformSphere) Topology() (Topology, bool) { return u.sphere().topology(), true }
