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
		plotstyle.Message(c, "no training of its own")
		return nil
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
	f.layout(c, parts, curves)
	return nil
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
	if columns == 0 {
		columns = min(max(1, int(size.X/least)), widest)
	}
	g := grid{columns: columns, width: (size.X + curveGap) / vg.Length(columns)}
	for _, part := range parts {
		g.lines += g.rows(part)
	}
	g.height = (size.Y - vg.Length(len(parts))*partTitle) / vg.Length(max(1, g.lines))
	return g
}

func (g grid) rows(part []*series) int { return (len(part) + g.columns - 1) / g.columns }

// layout draws the parts below each other, each with its title and its curves in a grid.
func (f *TrainingCurves) layout(c draw.Canvas, names []string, parts [][]*series) {
	g := newGrid(c.Size(), f.Columns, leastWidth, parts)
	compact := g.height < leastHeight
	if compact {
		g = newGrid(c.Size(), f.Columns, compactWidth, parts)
	}
	if g.height < compactHeight {
		needed := vg.Length(len(parts))*partTitle + vg.Length(g.lines)*compactHeight + panelTitle
		plotstyle.Message(c, fmt.Sprintf("there is no room for the curves: set the sheet's height to %.0f or more",
			math.Ceil(float64(needed/vg.Centimeter))))
		return
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
	logarithmic := shown.logarithmic()
	if logarithmic {
		shown = shown.positive()
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
