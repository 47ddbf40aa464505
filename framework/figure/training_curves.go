package figure

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"ebim/framework/colormap"
	"ebim/framework/experiment"
	"ebim/framework/figure/plotstyle"
	"ebim/framework/model"
	"ebim/framework/runs/history"
)

// TrainingCurves are the loss terms and sampler statistics of all of a model's trainings by step, in small multiples: a
// band from the least to the largest value of neighboring steps, and their mean.
type TrainingCurves struct {
	Columns int `yaml:"columns" default:"0" range:"[0, 20]" doc:"curves side by side; as many as fit when 0"`
}

// CodeVersion implements experiment.Figure.
func (*TrainingCurves) CodeVersion() int { return 2 }

// CheckSubject implements experiment.Figure.
func (*TrainingCurves) CheckSubject(n model.Traits, truth bool) error {
	if truth {
		return refused("the data, which are not trained", "trained models", "")
	}
	return nil
}

// Draw implements experiment.Figure.
func (f *TrainingCurves) Draw(ctx context.Context, s *experiment.Subject, c draw.Canvas) error {
	if len(s.Histories) == 0 {
		return missingError("no training of its own")
	}
	var curves [][]*series // of each part
	parts := slices.SortedFunc(maps.Keys(s.Histories), partOrder)
	var errs []error
	for _, part := range parts {
		columns, err := readHistory(s.Histories[part])
		curves, errs = append(curves, columns), append(errs, err)
	}
	if err := errors.Join(errs...); err != nil {
		return err
	}
	return f.layout(c, parts, curves)
}

// partOrder puts energies last, since they are trained on what the other parts have learned.
func partOrder(a, b string) int {
	energy := func(part string) int { return strings.Count(part, "energy") }
	return cmp.Or(cmp.Compare(energy(a), energy(b)), cmp.Compare(a, b))
}

// Room of the curves, in points.
const (
	leastWidth  = 82 // of a curve
	leastHeight = 48 // with its title and its steps
	partTitle   = 14
	curveGap    = 8
	// Of curves without numbers of steps, where there is less room.
	compactWidth, compactHeight = 72, 31
)

// grid is where the curves of a model's parts are.
type grid struct {
	columns, lines int
	width, height  vg.Length // of a curve with its gap
}

// newGrid divides a canvas for parts below each other; columns are as many as fit when 0.
func newGrid(size vg.Point, columns int, least vg.Length, parts [][]*series) grid {
	widest := 1
	for _, part := range parts {
		widest = max(widest, len(part))
	}
	columns = cmp.Or(columns, min(max(1, int(size.X/least)), widest))
	g := grid{columns: columns, width: (size.X + curveGap) / vg.Length(columns)}
	for _, part := range parts {
		g.lines += g.rows(part)
	}
	g.height = (size.Y - vg.Length(len(parts))*partTitle) / vg.Length(max(1, g.lines))
	return g
}

func (g grid) rows(part []*series) int { return (len(part) + g.columns - 1) / g.columns }

// layout draws the parts below each other, each with its title and its curves in a grid.
func (f *TrainingCurves) layout(c draw.Canvas, names []string, parts [][]*series) error {
	g := newGrid(c.Size(), f.Columns, leastWidth, parts)
	compact := g.height < leastHeight
	if compact {
		g = newGrid(c.Size(), f.Columns, compactWidth, parts)
	}
	if g.height < compactHeight {
		needed := vg.Length(len(parts))*partTitle + vg.Length(g.lines)*compactHeight + panelTitle
		return missingError(fmt.Sprintf("there is no room for the curves: set the sheet's height to %.0f or more",
			math.Ceil(float64(needed/vg.Centimeter))))
	}
	top := c.Max.Y
	for i, part := range parts {
		title := names[i]
		if compact && len(part) > 0 {
			title += fmt.Sprintf(", %d steps", len(part[0].Values))
		}
		c.FillText(plotstyle.Text(plotstyle.LabelSize, draw.XLeft, draw.YTop), vg.Point{X: c.Min.X, Y: top}, title)
		top -= partTitle
		for k, one := range part {
			cell := c
			cell.Min.X = c.Min.X + vg.Length(k%g.columns)*g.width
			cell.Max.X = cell.Min.X + g.width - curveGap
			cell.Max.Y = top - vg.Length(k/g.columns)*g.height
			cell.Min.Y = cell.Max.Y - g.height + curveGap
			one.draw(cell, compact)
		}
		top -= vg.Length(g.rows(part)) * g.height
	}
	return nil
}

// numbersRoom is the width that the numbers of every curve get, so that curves below each other are as wide.
const numbersRoom = 26

// draw draws one curve; a compact one without its steps.
func (s *series) draw(c draw.Canvas, compact bool) {
	p := plotstyle.Axes("step", "")
	title, top := s.Name, c.Max.Y
	c.Max.Y -= plotstyle.TickSize + 4
	p.X.Label.TextStyle.Font = plotstyle.Sans(plotstyle.TickSize)
	p.X.Label.Padding, p.X.Min, p.X.Max = 0, 0, float64(max(1, len(s.Values)-1))
	p.X.Tick.Marker, p.Y.Tick.Marker = plotstyle.Sparse{Steps: 1}, plotstyle.Sparse{Steps: 2}
	if compact {
		p.X.Label.Text, p.X.Tick.Marker, p.X.Tick.Length = "", plot.ConstantTicks{}, 0
	}
	shown := s.bins(int(c.Size().X))
	if len(shown) == 0 {
		plotstyle.Message(c, s.Name+": no finite value")
		return
	}
	least, logarithmic := shown.logarithmic()
	if logarithmic {
		shown = shown.clamped(least, math.Inf(1))
		p.Y.Scale, p.Y.Tick.Marker = plot.LogScale{}, plotstyle.Decades{}
	} else if low, high, cut := shown.outliers(); cut {
		title += " (cut)"
		shown = shown.clamped(low, high)
	}
	blue := colormap.Categorical()[0]
	band, mean := shown.lines()
	p.Add(&plotter.Polygon{XYs: []plotter.XYs{band}, Color: translucent(blue, 70)})
	p.Add(&plotter.Line{XYs: mean, LineStyle: draw.LineStyle{Color: blue, Width: 1}})
	p.Y.Min, p.Y.Max = shown.span(logarithmic)
	c.Min.X += max(0, c.Min.X+numbersRoom-p.DataCanvas(c).Min.X)
	p.Draw(c)
	picture := p.DataCanvas(c)
	plotstyle.Outline(picture)
	c.FillText(plotstyle.Text(plotstyle.TickSize, draw.XCenter, draw.YTop),
		vg.Point{X: picture.Center().X, Y: top}, title)
}

// series is one column of a training's history.
type series history.Series

// readHistory reads the table of a training.
func readHistory(path string) ([]*series, error) {
	columns, err := history.Read(path)
	all := make([]*series, len(columns))
	for i := range columns {
		all[i] = (*series)(&columns[i])
	}
	return all, err
}

// bin sums up neighboring steps of a series by their finite values.
type bin struct{ step, low, mean, high float64 }

type bins []bin

// bins splits the series into at most n runs of steps; those without a finite value are left out.
func (s *series) bins(n int) bins {
	n = max(1, min(n, len(s.Values)))
	var all bins
	for k := range n {
		from, to := k*len(s.Values)/n, (k+1)*len(s.Values)/n
		one := bin{step: float64(from+to-1) / 2, low: math.Inf(1), high: math.Inf(-1)}
		count := 0.0
		for _, v := range s.Values[from:to] {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				continue
			}
			one.low, one.high = min(one.low, v), max(one.high, v)
			count++
			one.mean += (v - one.mean) / count
		}
		if count > 0 {
			all = append(all, one)
		}
	}
	return all
}

// logarithmic says whether a series is better seen on a logarithmic axis: its means are above 0 and spread widely; and
// the end of such an axis, so that a value of 0 fits on it.
func (b bins) logarithmic() (low float64, ok bool) {
	const wide = 30
	low, high := math.Inf(1), 0.0
	for _, one := range b {
		low, high = min(low, one.mean), max(high, one.mean)
	}
	return low / 3, low > 0 && high > wide*low
}

// outliers says whether few values, mostly those of the first steps, would press the rest of a curve flat, and between
// which ends the rest lies.
func (b bins) outliers() (low, high float64, cut bool) {
	const few = 50 // one bin in this many at either end
	var lows, highs []float64
	for _, one := range b {
		lows, highs = append(lows, one.low), append(highs, one.high)
	}
	slices.Sort(lows)
	slices.Sort(highs)
	n := len(b)
	low, high = lows[n/few], highs[n-1-n/few]
	air := 0.3 * (high - low)
	return low - air, high + air, high > low && highs[n-1]-lows[0] > 5*(high-low)
}

// clamped moves what is outside to the ends.
func (b bins) clamped(low, high float64) bins {
	inside := make(bins, len(b))
	for i, one := range b {
		clamp := func(v float64) float64 { return min(max(v, low), high) }
		inside[i] = bin{one.step, clamp(one.low), clamp(one.mean), clamp(one.high)}
	}
	return inside
}

// span is the range of an axis for the bins, with some air.
func (b bins) span(logarithmic bool) (low, high float64) {
	low, high = math.Inf(1), math.Inf(-1)
	for _, one := range b {
		low, high = min(low, one.low), max(high, one.high)
	}
	switch {
	case logarithmic:
		return low / 1.2, high * 1.2
	case low == high:
		air := max(math.Abs(low)*0.1, 1e-3)
		return low - air, high + air
	}
	return low - 0.04*(high-low), high + 0.04*(high-low)
}

// lines are the band from the lowest to the highest values, as a polygon, and the line of means.
func (b bins) lines() (band, mean plotter.XYs) {
	for _, one := range b {
		band = append(band, plotter.XY{X: one.step, Y: one.high})
		mean = append(mean, plotter.XY{X: one.step, Y: one.mean})
	}
	for i := len(b) - 1; i >= 0; i-- {
		band = append(band, plotter.XY{X: b[i].step, Y: b[i].low})
	}
	return band, mean
}
