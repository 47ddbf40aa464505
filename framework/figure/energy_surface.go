package figure

import (
	"context"
	"errors"
	"fmt"

	"gonum.org/v1/plot/vg/draw"

	"ebim/framework/colormap"
	"ebim/framework/experiment"
	"ebim/framework/figure/plotstyle"
	"ebim/framework/model"
)

// EnergySurface is an energy over the box in the plane.
type EnergySurface struct {
	View
	Curve bool `yaml:"curve" default:"true" doc:"draw the learned manifold on the surface"`
}

// CodeVersion implements experiment.Figure.
func (*EnergySurface) CodeVersion() int { return 2 }

// CheckSubject implements experiment.Figure.
func (*EnergySurface) CheckSubject(n model.Traits, truth bool) error {
	const allowed = "models with an energy in R^2"
	switch {
	case truth || n.Ambient != 2:
		return refused(describe(n, truth), allowed, "")
	case !n.Density:
		return refused("a model without an energy", allowed, "")
	case !n.Implicit && n.Codimension() > 0:
		return refused("a model whose energy is in its latent space", allowed, "")
	}
	return nil
}

// Draw implements experiment.Figure.
func (f *EnergySurface) Draw(ctx context.Context, s *experiment.Subject, c draw.Canvas) error {
	nodes := gridNodes(s.Box, reliefColumns)
	heights, err := s.Trained.Energies(ctx, nodes)
	if errors.Is(err, errors.ErrUnsupported) {
		plotstyle.Message(c, "the model has no energy in the plane to draw")
		return nil
	}
	if err != nil {
		return fmt.Errorf("the energy can't be evaluated on a grid: %w", err)
	}
	low, high, ok := finiteRange(heights)
	if !ok {
		plotstyle.Message(c, "the energy is nowhere a finite number")
		return nil
	}
	if high == low {
		low, high = low-0.5, high+0.5
	}
	r := newRelief(f.View, s, low, high, "E")
	r.bar = &bar{scale: colormap.Sequential().Scale(low, high), label: "energy"}
	r.surface(nodes, heights, reliefColumns)
	if f.Curve && s.Mesh != nil && s.Mesh.Dimension == 1 {
		along, err := s.Trained.Energies(ctx, s.Mesh.Vertices)
		if err != nil {
			return fmt.Errorf("the energy can't be evaluated on the learned manifold: %w", err)
		}
		r.curve(s.Mesh, along, curveColor())
	}
	if note := meshNote(s); note != "" && s.Traits.Codimension() > 0 {
		r.notes = append(r.notes, note)
	}
	return r.draw(c)
}
