package draft

import (
	"context"

	"github.com/gomlx/compute"

	"ebim/framework/dataset"
	"ebim/framework/ridge"
	"ebim/framework/shape"
)

// mostCertain is the largest dimension of a part of a torus that an estimate is trusted in: high ones come out low.
const mostCertain = 2

// onTorus says that the data are two or more angles.
func (s *sketch) onTorus() bool {
	return s.known && len(s.source) > 0 && s.source[0].Text == "angles:" && s.dimension > 1
}

// settleTorus finds out whether angles fill their torus. Where they lie on a part of it of a lower dimension, that is
// what is to be learned; else there is no estimate. A dimension that is given decides.
func (s *sketch) settleTorus(ctx context.Context, engine compute.Backend, settings *ridge.Ridge,
	given int) (*shape.Look,
	*shape.Estimate, error) {
	filled := *s
	s.choice = dataset.StandardizeScale
	l, e, err := s.estimate(ctx, engine, settings, max(given, 1))
	if err != nil {
		return nil, nil, err
	}
	lower := e.Dimension > 0 && e.Dimension < filled.dimension
	if given > 0 && given < filled.dimension || given == 0 && lower && e.Dimension <= mostCertain {
		s.known = false
		s.source[0] = dataset.Line{Text: "torus_subset:", Comment: "each angle becomes a point (cos, sin) of a " +
			"circle; write angles: for points all over the torus"}
		s.note("The angles lie on a part of the torus of their circles, which is learned.")
		return l, e, nil
	}
	*s = filled
	if lower {
		s.note("Neighbors say that the angles fill %d of %d dimensions of their torus; --dimension %d learns such a "+
			"part of it.", e.Dimension, s.dimension, e.Dimension)
	}
	return nil, nil, nil
}
