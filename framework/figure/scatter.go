package figure

import (
	"context"
	"fmt"
	"image/color"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"ebim/framework/experiment"
	"ebim/framework/figure/raster"
	"ebim/framework/model"
	"ebim/framework/points"
)

// Scatter is a model's samples as points, in the plane or in space, or the data.
type Scatter struct {
	View
	Data   bool `yaml:"data" default:"true" doc:"draw the training points behind the samples"`
	Points int  `yaml:"points" default:"2000" range:"[1, 100000]" doc:"most points drawn of each kind"`
}

// CodeVersion implements experiment.Figure.
func (*Scatter) CodeVersion() int { return 3 }

// CheckSubject implements experiment.Figure.
func (*Scatter) CheckSubject(n model.Traits, truth bool) error {
	if n.Ambient != 2 && n.Ambient != 3 {
		return refused(describe(n, truth), "models and data in R^2 and R^3",
			"training_curves and singular_values take any dimension")
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
	p := newSpace(f.View, s.Box, s.Columns)
	p.center = missing
	p.notes = append(partly(behind, f.Points, dataKind), partly(shown, f.Points, kind)...)
	behind, shown = thinned(behind, f.Points), thinned(shown, f.Points)
	p.points(behind, raster.Uniform(color.NRGBA{R: 185, G: 185, B: 185, A: 255}), behindRadius)
	p.points(shown, p.fading(shown, shade), pointRadius)
	return p.draw(c)
}

// mostDrawn is how many points of a set density_2d and density_3d draw, evenly spaced in their order, with a remark
// that says so; color scales are those of the densities at all points. In a panel of 8 x 7 cm a dot takes about 40 of
// 300,000 pixels, so that 8,000 cover it and more than twice as many show nothing new.
const mostDrawn = 20_000

// spaced is at most n of the numbers below count, evenly spaced: i count/n for i below n.
func spaced(count, n int) []int {
	n = min(count, n)
	chosen := make([]int, n)
	for i := range chosen {
		chosen[i] = i * count / n
	}
	return chosen
}

// thinned is at most n of the points, evenly spaced in their order.
func thinned(set *points.Set, n int) *points.Set {
	if set.Len() <= n {
		return set
	}
	return set.Select(spaced(set.Len(), n))
}

// partly is the remark that n of the points of a kind are drawn; none where that is all.
func partly(set *points.Set, n int, kind string) []string {
	if set.Len() <= n {
		return nil
	}
	return []string{fmt.Sprintf("%d of %d %s drawn", n, set.Len(), kind)}
}

// Kinds of points, as remarks call them.
const (
	dataKind   = "data points"
	sampleKind = "samples"
)

// points adds a dot for each point, at most the given number; color, by the point's index, may be nil for one faint
// color.
func (p *plane) points(set *points.Set, most int, kind string, radius vg.Length, color func(i int) color.Color) {
	p.Add(dots{at: set, chosen: spaced(set.Len(), most), color: color, radius: radius})
	p.notes = append(p.notes, partly(set, most, kind)...)
}

// cloud adds a sphere for each point, at most mostDrawn, colored by its density or, where that is nil, as all are.
func (s *space) cloud(set *points.Set, kind string, density []float64, plain color.NRGBA) {
	shown := thinned(set, mostDrawn)
	paint := s.fading(shown, plain)
	if density != nil {
		s.bar = densityBar(density, nil)
		drawn := make([]float64, 0, shown.Len())
		for _, i := range spaced(set.Len(), mostDrawn) {
			drawn = append(drawn, density[i])
		}
		paint = raster.Scaled(drawn, s.bar.scale)
	}
	s.points(shown, paint, pointRadius)
	s.notes = append(s.notes, partly(set, mostDrawn, kind)...)
}
