package figure

import (
	"context"

	"gonum.org/v1/plot/vg/draw"

	"ebim/framework/experiment"
	"ebim/framework/figure/raster"
	"ebim/framework/model"
)

// Density3D is a density in space, or along three principal components of the data: a learned surface or curve colored
// by it, or the data, colored by their density where it is known. An ambient energy-based model, or one without a mesh,
// shows its samples. At most mostDrawn points of each set are drawn.
type Density3D struct {
	View
	Data bool `yaml:"data" default:"false" doc:"draw the training points with a model"`
}

// CodeVersion implements experiment.Figure.
func (*Density3D) CodeVersion() int { return 3 }

// CheckSubject implements experiment.Figure.
func (*Density3D) CheckSubject(n model.Traits, truth bool) error {
	if n.Ambient < 3 {
		return refused(describe(n, truth), "models and data in R^3 and above", hintDimension(n.Ambient))
	}
	return nil
}

// Draw implements experiment.Figure.
func (f *Density3D) Draw(ctx context.Context, s *experiment.Subject, c draw.Canvas) error {
	p, err := spaceOf(f.View, s)
	if err != nil {
		return err
	}
	if f.Data && s.Trained != nil {
		p.points(s.Train.Evenly(mostDrawn), raster.Uniform(overlayColor()), behindRadius)
		p.notes = append(p.notes, partly(s.Train, mostDrawn, dataKind)...)
	}
	switch {
	case s.Trained == nil:
		p.cloud(s.Train, dataKind, trueDensity(s.Source, s.Train), dataColor())
	case s.Traits.Codimension() == 0 && s.Samples == nil:
		p.center = unsampled(s)
	case s.Traits.Codimension() == 0:
		p.notes = append(p.notes, "samples")
		p.cloud(s.Samples, sampleKind, nil, modelColor())
	case s.Mesh == nil:
		density, known, err := sampledDensity(ctx, s)
		if err != nil {
			return err
		}
		if !known {
			p.center = unmeshed(s)
			break
		}
		p.notes = append(p.notes, "samples")
		p.cloud(s.Samples, sampleKind, density, modelColor())
	default:
		p.manifold(s)
	}
	return p.draw(c)
}

// manifold draws what lies in the box of a learned curve or surface.
func (p *space) manifold(s *experiment.Subject) {
	shown := clip(s.Mesh, s.Box)
	paint := raster.Uniform(modelColor())
	scaled := s.Mesh    // by the whole of it
	if s.Traits.Given { // of which nearly all may lie far from the data
		scaled = shown
	}
	if density := meshDensity(scaled); density != nil {
		p.bar = densityBar(density, vertexMeasures(scaled))
		paint = raster.Scaled(meshDensity(shown), p.bar.scale)
	}
	p.mesh(shown, paint, 3)
	if leavesBox(s) {
		p.notes = append(p.notes, "leaves the box")
	}
}
