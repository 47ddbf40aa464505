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

// subset is the source of data on a part, of a lower dimension, of the manifold that columns give.
type subset struct {
	source, comment string
	note            string
	certain         bool // only where the form of the part is, too: clusters look like curves
	filled          string
}

var subsets = map[string]subset{
	"angles:": {
		source:  "torus_subset:",
		comment: "each angle becomes a point (cos, sin) of a circle; write angles: for points all over the torus",
		note:    "The angles lie on a part of the torus of their circles, which is learned.",
		filled: "Neighbors say that the angles fill %d of %d dimensions of their torus; --dimension %[1]d learns " +
			"such a part of it.",
	},
	"rotations:": {
		source:  "rotation_subset:",
		comment: "each rotation becomes its matrix; write rotations: for points all over SO(3)",
		note:    "The rotations lie on a part of SO(3), which is learned.",
		filled: "Neighbors say that the rotations fill %d of %d dimensions of SO(3); --dimension %[1]d learns such a " +
			"part of it.",
	},
	"earth:": {
		source:  "earth_subset:",
		comment: "places become points of the unit sphere; write earth: for points all over it",
		note:    "The places lie along curves, which are learned.",
		certain: true,
		filled:  "Places may lie along curves (dimension %d, not %d); --dimension %[1]d learns them.",
	},
}

// mayBePart says that columns give a manifold of the data, of which they may fill a part only.
func (s *sketch) mayBePart() bool {
	if !s.known || len(s.source) == 0 || s.dimension < 2 {
		return false
	}
	_, found := subsets[s.source[0].Text]
	return found
}

// settlePart finds out whether the data fill the manifold that their columns give. Where they lie on a part of it of a
// lower dimension, that is what is to be learned; else there is no estimate. A dimension that is given decides.
func (s *sketch) settlePart(ctx context.Context, engine compute.Backend, settings *ridge.Ridge,
	given int) (*shape.Look, *shape.Estimate, error) {
	filled, of := *s, subsets[s.source[0].Text]
	s.choice = dataset.StandardizeScale
	l, e, err := s.estimate(ctx, engine, settings, max(given, 1))
	if err != nil {
		return nil, nil, err
	}
	lower := e.Dimension > 0 && e.Dimension < filled.dimension
	part := given == 0 && lower && e.Dimension <= mostCertain
	if part {
		witness := e.Neighbors.Dimension == e.Dimension && e.Neighbors.Sure() // clusters have none
		certain := !witness && (of.certain || e.Neighbors.Dimension == filled.dimension)
		if part, err = seen(ctx, l, e.Dimension, certain); err != nil {
			return nil, nil, err
		}
	}
	if part || given > 0 && given < filled.dimension {
		s.known, s.given = false, false
		s.source[0] = dataset.Line{Text: of.source, Comment: of.comment}
		s.note("%s", of.note)
		return l, e, nil
	}
	*s = filled
	if lower {
		s.note(of.filled, e.Dimension, s.dimension)
	}
	return nil, nil, nil
}

// seen says that a look does not show the data to fill a region around what they lie on, and, where that is asked for,
// that meshes agree on its form.
func seen(ctx context.Context, l *shape.Look, dimension int, certain bool) (bool, error) {
	if l == nil {
		return !certain, nil
	}
	form, err := l.Form(ctx, dimension)
	if err != nil || form == nil {
		return !certain, err
	}
	return !form.Across.Even(1) && (form.Certain() || !certain), nil
}
