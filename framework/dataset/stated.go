package dataset

import (
	"errors"
	"fmt"

	"ebim/framework/config"
)

// StatedTopology is what a user knows of the manifold that own data lie on.
type StatedTopology struct {
	Components int  `yaml:"components" default:"1" range:"[1, inf)" doc:"connected pieces"`
	Closed     bool `yaml:"closed" default:"true" doc:"whether all pieces are closed curves or closed orientable surfaces"`
	Euler      *int `yaml:"euler" doc:"Euler characteristic of all pieces: 0 of closed curves and tori, 2 of a sphere, 1 of an arc; not compared unless given"`
	Genus      *int `yaml:"genus" range:"[0, inf)" doc:"genus, the sum of the pieces' number of handles, of surfaces; not compared unless given"`
}

// Check implements config.Checker.
func (s *StatedTopology) Check() error {
	if !s.Closed {
		return nil
	}
	var errs []error
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
