package dataset

import (
	"math"
	"slices"

	"ebim/framework/config"
	"ebim/framework/points"
)

// Spheres are points all over a product of unit circles and at most one unit sphere, which is the manifold: those of a
// table all of whose columns close, such as the place in the sky, the time of day and the angle of polarization of a
// flash.
type Spheres struct{ WithAngles }

var (
	_ OnUnitSpheres = (*Spheres)(nil)
	_ FileSource    = (*Spheres)(nil)
	_ Charted       = (*Spheres)(nil)
)

// Check refuses columns that do not close, and rotations.
func (s *Spheres) Check() error {
	if len(s.Rotation) > 0 {
		return &config.FieldError{Field: "rotation", Found: "columns of one",
			Allowed: "none: write rotations, or with_angles where other columns are beside them"}
	}
	for _, name := range s.Columns {
		if !slices.Contains(s.Turning, name) && !slices.Contains(s.Places, name) {
			return &config.FieldError{Field: "columns", Found: `"` + name + `", which is none of turning or places`,
				Allowed: "columns that close on themselves; with_angles takes others, too"}
		}
	}
	return s.WithAngles.Check()
}

// UnitSpheres are a circle for each of turning, in the order of columns, and a sphere for places.
func (s *Spheres) UnitSpheres() []int { return s.Blocks() }

// Dimensions are those of all circles and spheres.
func (s *Spheres) Dimensions() (ambient, manifold int) {
	for _, of := range s.Blocks() {
		ambient, manifold = ambient+of, manifold+of-1
	}
	return ambient, manifold
}

// Evenly places n points of equal share by a Kronecker lattice of the angles around all axes and, on a sphere, the
// height along its axis (Archimedes).
func (s *Spheres) Evenly(n int) (*points.Set, []float64) {
	n = max(n, 1)
	_, m := s.Dimensions()
	set, generators, measure := points.New(0, 0), kronecker(m), 1.0
	for _, of := range s.Blocks() {
		set.Dim += of
		measure *= math.Exp(unitSphere(of).logMeasure())
	}
	for i := range n {
		k := 0
		next := func() float64 {
			_, share := math.Modf((float64(i) + 0.5) * generators[k])
			if k == 0 {
				share = (float64(i) + 0.5) / float64(n)
			}
			k++
			return share
		}
		for _, of := range s.Blocks() {
			sin, cos := math.Sincos(2 * math.Pi * next())
			if of == 2 {
				set.Data = append(set.Data, cos, sin)
				continue
			}
			height := 2*next() - 1
			around := math.Sqrt(1 - height*height)
			set.Data = append(set.Data, around*cos, around*sin, height)
		}
	}
	return set, equalShares(n, measure)
}

// Nearest is the radial projection in each of the spaces; a center goes to some point.
func (s *Spheres) Nearest(x []float64) []float64 {
	nearest := make([]float64, 0, len(x))
	for _, of := range s.Blocks() {
		nearest = append(nearest, unitSphere(of).nearest(x[len(nearest):len(nearest)+of])...)
	}
	return nearest
}

// Topology is one component; with a circle, its Euler characteristic is 0.
func (s *Spheres) Topology() (Topology, bool) {
	blocks := s.Blocks()
	if len(blocks) == 1 {
		return unitSphere(blocks[0]).topology(), true
	}
	_, m := s.Dimensions()
	return Topology{Dimension: m, Components: 1, EulerCharacteristics: []int{0}}, true
}
