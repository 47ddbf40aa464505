package figure

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"ebim/framework/colormap"
	"ebim/framework/experiment"
	"ebim/framework/figure/plotstyle"
	"ebim/framework/model"
	"ebim/framework/points"
	"ebim/framework/support"
)

// SingularValues is how the singular values of the Jacobian of F, or of the decoder, are spread over the data: for
// each rank the values in ascending order, over the share of points that lie below.
type SingularValues struct {
	Points int `yaml:"points" default:"2000" range:"[1, 1000000]" doc:"training points, at most, that are looked at"`
}

// CodeVersion implements experiment.Figure.
func (*SingularValues) CodeVersion() int { return 1 }

// CheckSubject implements experiment.Figure.
func (*SingularValues) CheckSubject(n model.Traits, truth bool) error {
	const allowed = "models with a manifold-defining function or a decoder"
	switch {
	case truth:
		return refused("the data, which have no Jacobian", allowed, "")
	case n.Codimension() == 0:
		return refused("a model of the whole space, which has no Jacobian", allowed, "")
	}
	return nil
}

// mostRanks is the number of curves of one figure; of more ranks, evenly many are left out.
const mostRanks = 6

// Draw implements experiment.Figure.
func (f *SingularValues) Draw(ctx context.Context, s *experiment.Subject, c draw.Canvas) error {
	values, err := support.SingularValuesOf(ctx, s.Trained.Support, thinned(s.Train, f.Points))
	if err != nil {
		return evaluating(err, "the singular values can't be evaluated", "the model has no Jacobian")
	}
	curves, lowest, highest := quantileCurves(values)
	if len(curves) == 0 {
		return missingError("no finite singular value")
	}
	p := plotstyle.Axes("share of the training points [%]", "singular value")
	if !s.Traits.Implicit {
		p.Y.Label.Text += " of the decoder"
	} else {
		p.Y.Label.Text += " of the Jacobian of F"
	}
	p.Legend.Top, p.Legend.Left, p.Legend.ThumbnailWidth = true, true, 12
	p.Legend.Padding = 2
	p.Legend.XOffs, p.Legend.YOffs = 4, -3
	for i, one := range curves {
		style := draw.LineStyle{Color: colormap.Categorical()[i], Width: 1.3}
		line := &plotter.Line{XYs: one.points, LineStyle: style}
		p.Add(line)
		if len(curves) > 1 {
			p.Legend.Add(fmt.Sprintf("rank %d", one.rank), line)
		}
	}
	p.X.Min, p.X.Max = 0, 100
	p.Y.Min, p.Y.Max = 0, 1.05*highest
	if lowest > 0 && highest > 30*lowest {
		p.Y.Scale, p.Y.Tick.Marker = plot.LogScale{}, plotstyle.Decades{}
		p.Y.Min, p.Y.Max = lowest/1.3, highest*1.3
	}
	if !(p.Y.Max > p.Y.Min) {
		p.Y.Max = p.Y.Min + 1
	}
	c.Max.Y -= vg.Length(plotstyle.TickSize) / 2
	p.Draw(c)
	plotstyle.Outline(p.DataCanvas(c))
	return nil
}

// quantileCurve is one rank's values in ascending order over 0 to 100 %.
type quantileCurve struct {
	rank   int // from 1, the largest
	points plotter.XYs
}

func quantileCurves(values *points.Set) (curves []quantileCurve, lowest, highest float64) {
	lowest, highest = math.Inf(1), math.Inf(-1)
	for k := range min(values.Dim, mostRanks) {
		rank := k
		if values.Dim > mostRanks {
			rank = k * (values.Dim - 1) / (mostRanks - 1)
		}
		var sorted []float64
		for i := range values.Len() {
			if v := values.At(i)[rank]; !math.IsNaN(v) && !math.IsInf(v, 0) {
				sorted = append(sorted, v)
			}
		}
		if len(sorted) == 0 {
			continue
		}
		slices.Sort(sorted)
		lowest, highest = min(lowest, sorted[0]), max(highest, sorted[len(sorted)-1])
		one := quantileCurve{rank: rank + 1}
		for i, v := range sorted {
			one.points = append(one.points, plotter.XY{X: 100 * (float64(i) + 0.5) / float64(len(sorted)), Y: v})
		}
		curves = append(curves, one)
	}
	return curves, lowest, highest
}
