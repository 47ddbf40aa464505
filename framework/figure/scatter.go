package figure

import (
	"context"
	"image/color"

	"gonum.org/v1/plot/vg/draw"

	"ebim/framework/experiment"
	"ebim/framework/figure/raster"
	"ebim/framework/model"
	"ebim/framework/points"
)

// Scatter is a model's samples as points, in the plane, in space or along three principal components of the data, or
// the data.
type Scatter struct {
	View
	Data   bool `yaml:"data" default:"true" doc:"draw the training points behind the samples"`
	Points int  `yaml:"points" default:"2000" range:"[1, 100000]" doc:"most points drawn of each kind"`
}

// CodeVersion implements experiment.Figure.
func (*Scatter) CodeVersion() int { return 3 }

// CheckSubject implements experiment.Figure.
func (*Scatter) CheckSubject(n model.Traits, truth bool) error {
	if n.Ambient < 2 {
		return refused(describe(n, truth), "models and data in R^2 and above",
			"training_curves takes any dimension")
	}
	return nil
}

// Draw implements experiment.Figure.
func (f *Scatter) Draw(_ context.Context, s *experiment.Subject, c draw.Canvas) error {
	shown, shade, missing := s.Samples, modelColor(), ""
	if s.Trained == nil {
		shown, shade = s.Train, dataColor()
	} else if shown == nil {
		shown, missing = points.New(0, s.Train.Dim), unsampled(s)
	}
	behind, kind := points.New(0, s.Train.Dim), sampleKind
	if f.Data && s.Trained != nil {
		behind = s.Train
	}
	if s.Trained == nil {
		kind = dataKind
	}
	if s.Train.Dim == 2 {
		p := newPlane(s.Box, s.Columns)
		p.center = missing
		p.points(behind, f.Points, dataKind, 1.1, nil)
		p.points(shown, f.Points, kind, 1.1, func(int) color.Color { return translucent(shade, 170) })
		p.draw(c)
		return nil
	}
	p, err := spaceOf(f.View, s)
	if err != nil {
		return err
	}
	p.center = missing
	p.notes = append(append(p.notes, partly(behind, f.Points, dataKind)...), partly(shown, f.Points, kind)...)
	behind, shown = behind.Evenly(f.Points), shown.Evenly(f.Points)
	p.points(behind, raster.Uniform(color.NRGBA{R: 185, G: 185, B: 185, A: 255}), behindRadius)
	p.points(shown, p.fading(shown, shade), pointRadius)
	return p.draw(c)
}
