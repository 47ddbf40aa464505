package figure

import (
	"context"
	"errors"
	"fmt"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/plot/vg/draw"

	"ebim/framework/colormap"
	"ebim/framework/experiment"
	"ebim/framework/figure/plotstyle"
	"ebim/framework/model"
)

// MDFSurface is a manifold-defining function over the box in the plane, with its zero set; of several values, the norm.
type MDFSurface struct{ View }

// CodeVersion implements experiment.Figure.
func (*MDFSurface) CodeVersion() int { return 2 }

// CheckSubject implements experiment.Figure.
func (*MDFSurface) CheckSubject(n model.Traits, truth bool) error {
	const allowed = "models in R^2 with a manifold-defining function"
	switch {
	case truth || n.Ambient != 2:
		return refused(describe(n, truth), allowed, "")
	case !n.Implicit:
		return refused("a model without a manifold-defining function", allowed, "")
	}
	return nil
}

// flat is the least height that the axis shows, as a share of the box's width: F rises about as fast as the distance
// to its zero set where its Jacobian is regularized, and noise much below that should look flat.
const flat = 0.1

// Draw implements experiment.Figure.
func (f *MDFSurface) Draw(ctx context.Context, s *experiment.Subject, c draw.Canvas) error {
	nodes := gridNodes(s.Box, reliefColumns)
	values, err := s.Trained.Values(ctx, nodes)
	if errors.Is(err, errors.ErrUnsupported) {
		plotstyle.Message(c, "this model has no manifold-defining function")
		return nil
	}
	if err != nil {
		return fmt.Errorf("F can't be evaluated on a grid: %w", err)
	}
	heights, label := make([]float64, nodes.Len()), "F"
	for i := range heights {
		heights[i] = values.At(i)[0]
	}
	if values.Dim > 1 {
		label = "|F|"
		for i := range heights {
			heights[i] = floats.Norm(values.At(i), 2)
		}
	}
	low, high, ok := finiteRange(heights)
	if !ok {
		plotstyle.Message(c, label+" is nowhere a finite number")
		return nil
	}
	air := flat / 2 * min(s.Box[0][1]-s.Box[0][0], s.Box[1][1]-s.Box[1][0])
	if values.Dim == 1 {
		low, high = min(low, -air), max(high, air)
	} else {
		low, high = 0, max(high, 2*air)
	}
	r := newRelief(f.View, s, low, high, label)
	if r.bar = signed(max(-low, high), label); values.Dim > 1 {
		r.bar = &bar{scale: colormap.Sequential().Scale(low, high), label: label}
	}
	r.surface(nodes, heights, reliefColumns)
	if s.Mesh != nil && s.Mesh.Dimension == 1 {
		r.curve(s.Mesh, make([]float64, s.Mesh.Vertices.Len()), plotstyle.Ink())
	}
	if note := meshNote(s); note != "" {
		r.notes = append(r.notes, note)
	}
	return r.draw(c)
}
