package dataset

import (
	"errors"
	"fmt"
	"slices"

	"ebim/framework/config"
)

// Topology distinguishes compact manifolds without boundary, coarsely: of curves the number of closed loops, of
// surfaces each component's Euler characteristic. It is meant to be compared with that of a learned manifold.
type Topology struct {
	Dimension  int `json:"dimension"`  // of the manifold
	Components int `json:"components"` // connected ones
	// ClosedLoops is the number of components that are closed curves; 0 unless the dimension is 1.
	ClosedLoops int `json:"closed_loops"`
	// EulerCharacteristics are those of the components, largest first; empty if the dimension is 1, where each is 0.
	EulerCharacteristics []int `json:"euler_characteristics,omitempty"`
}

// Equal says whether the two agree in every number.
func (t Topology) Equal(other Topology) bool {
	return t.Dimension == other.Dimension && t.Components == other.Components && t.ClosedLoops == other.ClosedLoops &&
		slices.Equal(t.EulerCharacteristics, other.EulerCharacteristics)
}

// Union is the topology of the disjoint union of two manifolds of the same dimension.
func (t Topology) Union(other Topology) Topology {
	union := Topology{
		Dimension:            t.Dimension,
		Components:           t.Components + other.Components,
		ClosedLoops:          t.ClosedLoops + other.ClosedLoops,
		EulerCharacteristics: slices.Concat(t.EulerCharacteristics, other.EulerCharacteristics),
	}
	slices.SortFunc(union.EulerCharacteristics, func(a, b int) int { return b - a })
	return union
}

func (t Topology) String() string {
	parts := fmt.Sprintf("%d components", t.Components)
	if t.Components == 1 {
		parts = "1 component"
	}
	if t.Dimension == 1 {
		return fmt.Sprintf("%s, %d closed", parts, t.ClosedLoops)
	}
	return fmt.Sprintf("%s, Euler characteristic %v", parts, t.EulerCharacteristics)
}

// StatedTopology is what a user knows of the manifold that own data lie on.
type StatedTopology struct {
	Dimension  *int  `yaml:"dimension" range:"[0, inf)" doc:"dimension of the manifold, 0 of clusters; not compared unless given"`
	Components int   `yaml:"components" default:"1" range:"[1, inf)" doc:"connected pieces"`
	Closed     bool  `yaml:"closed" default:"true" doc:"whether all pieces are closed curves or closed orientable surfaces"`
	Euler      *int  `yaml:"euler" doc:"Euler characteristic of all pieces: 0 of closed curves and tori, 2 of a sphere, 1 of an arc; not compared unless given"`
	Genus      *int  `yaml:"genus" range:"[0, inf)" doc:"genus, the sum of the pieces' number of handles, of surfaces; not compared unless given"`
	Boundary   *int  `yaml:"boundary" range:"[0, inf)" doc:"ends of curves, or boundary loops of surfaces; not compared unless given, beside closed: false"`
	Orientable *bool `yaml:"orientable" doc:"whether all surfaces have two sides; not compared unless given, beside closed: false"`
}

// Check implements config.Checker.
func (s *StatedTopology) Check() error {
	if !s.Closed {
		return nil
	}
	var errs []error
	if s.Boundary != nil && *s.Boundary > 0 {
		errs = append(errs, &config.FieldError{Field: "boundary",
			Found:   fmt.Sprintf("%d of closed pieces", *s.Boundary),
			Allowed: "0", Hint: "set closed: false where pieces end"})
	}
	if s.Orientable != nil && !*s.Orientable {
		errs = append(errs, &config.FieldError{Field: "orientable",
			Found:   "false of closed pieces, which are orientable",
			Allowed: "true", Hint: "set closed: false for a closed surface of one side, with boundary: 0"})
	}
	if s.Euler != nil && *s.Euler%2 != 0 {
		errs = append(errs, &config.FieldError{Field: "euler", Found: fmt.Sprintf("the odd number %d", *s.Euler),
			Allowed: "an even number, as closed orientable manifolds have", Hint: "set closed: false where pieces end"})
	} else if s.Euler != nil && *s.Euler > 2*s.Components {
		errs = append(errs, &config.FieldError{Field: "euler",
			Found:   fmt.Sprintf("%d of %d closed pieces", *s.Euler, s.Components),
			Allowed: fmt.Sprintf("%d at most, that of as many spheres", 2*s.Components)})
	}
	if s.Euler != nil && s.Genus != nil && *s.Euler != 2*s.Components-2**s.Genus {
		errs = append(errs, &config.FieldError{Field: "genus",
			Found:   fmt.Sprintf("genus %d beside euler %d and %d components", *s.Genus, *s.Euler, s.Components),
			Allowed: "euler = 2 components - 2 genus, as closed surfaces have; one of the two is enough"})
	}
	return errors.Join(errs...)
}
