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

	"ebim/framework/experiment"
	"ebim/framework/figure/colour"
	"ebim/framework/model"
)

// TrainingCurves are the loss terms and sampler statistics of all of a model's trainings by step, in small multiples: a
// band from the least to the largest value of neighbouring steps, and their mean.
type TrainingCurves struct {
	Columns int `yaml:"columns" default:"0" range:"[0, 20]" doc:"curves side by side; as many as fit when 0"`
}

// CodeVersion implements experiment.Figure.
func (*TrainingCurves) CodeVersion() int { return 1 }

// CheckSubject implements experiment.Figure.
func (*TrainingCurves) CheckSubject(n model.Nature, truth bool) error {
	if truth {
		return refused("the data, which are not trained", "trained models", "")
	}
	return nil
}

// Draw implements experiment.Figure.
func (f *TrainingCurves) Draw(ctx context.Context, s *experiment.Subject, c draw.Canvas) error {
	if len(s.Histories) == 0 {
		message(c, "no training of its own")
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
	leastWidth = 82 // of a curve
	partTitle  = 14
	curveGap   = 8
)

// layout draws the parts below each other, each with its title and its curves in a grid.
func (f *TrainingCurves) layout(c draw.Canvas, names []string, parts [][]*series) {
	columns, widest, lines := f.Columns, 1, 0
	for _, part := range parts {
		widest = max(widest, len(part))
	}
	if columns == 0 {
		columns = min(max(1, int(c.Size().X/leastWidth)), widest)
	}
	rows := func(part []*series) int { return (len(part) + columns - 1) / columns }
	for _, part := range parts {
		lines += rows(part)
	}
	height := (c.Size().Y - vg.Length(len(parts))*partTitle) / vg.Length(max(1, lines))
	width := (c.Size().X + curveGap) / vg.Length(columns)
	top := c.Max.Y
	for i, part := range parts {
		c.FillText(write(labelSize, draw.XLeft, draw.YTop), vg.Point{X: c.Min.X, Y: top}, names[i])
		top -= partTitle
		for k, one := range part {
			cell := c
			cell.Min.X = c.Min.X + vg.Length(k%columns)*width
			cell.Max.X = cell.Min.X + width - curveGap
			cell.Max.Y = top - vg.Length(k/columns)*height
			cell.Min.Y = cell.Max.Y - height + curveGap
			one.draw(cell)
		}
		top -= vg.Length(rows(part)) * height
	}
}

// numbersRoom is the width that the numbers of every curve get, so that curves below each other are as wide.
const numbersRoom = 26

// draw draws one curve.
func (s *series) draw(c draw.Canvas) {
	p := axes("step", "")
	title, top := s.name, c.Max.Y
	c.Max.Y -= tickSize + 4
	p.X.Label.TextStyle.Font = sans(tickSize)
	p.X.Label.Padding, p.X.Min, p.X.Max = 0, 0, float64(max(1, len(s.values)-1))
	p.X.Tick.Marker, p.Y.Tick.Marker = sparse{1}, sparse{2}
	shown := s.bins(int(c.Size().X))
	if len(shown) == 0 {
		message(c, s.name+": no finite value")
		return
	}
	logarithmic := shown.logarithmic()
	if logarithmic {
		shown = shown.positive()
		p.Y.Scale, p.Y.Tick.Marker = plot.LogScale{}, decades{}
	} else if low, high, cut := shown.outliers(); cut {
		title += " (cut)"
		shown = shown.clamped(low, high)
	}
	blue := colour.Categorical()[0]
	band, mean := shown.lines()
	p.Add(&plotter.Polygon{XYs: []plotter.XYs{band}, Color: translucent(blue, 70)})
	p.Add(&plotter.Line{XYs: mean, LineStyle: draw.LineStyle{Color: blue, Width: 1}})
	p.Y.Min, p.Y.Max = shown.span(logarithmic)
	c.Min.X += max(0, c.Min.X+numbersRoom-p.DataCanvas(c).Min.X)
	p.Draw(c)
	picture := p.DataCanvas(c)
	outline(picture)
	c.FillText(write(tickSize, draw.XCenter, draw.YTop), vg.Point{X: picture.Center().X, Y: top}, title)
}

// sparse are few round numbers, for small axes: the axis has at least so many of their steps.
type sparse struct{ steps float64 }

// Ticks implements plot.Ticker.
func (s sparse) Ticks(low, high float64) []plot.Tick {
	step := roundBelow((high - low) / s.steps)
	if !(step > 0) || math.IsInf(step, 0) {
		return []plot.Tick{{Value: low, Label: short(low)}}
	}
	marks := []plot.Tick{}
	for k := math.Ceil(low / step); k*step <= high; k++ {
		marks = append(marks, plot.Tick{Value: k * step, Label: thousands(k * step)})
	}
	return marks
}

// thousands shortens large numbers of steps.
func thousands(x float64) string {
	if x >= 1e4 {
		return fmt.Sprintf("%gk", x/1e3)
	}
	return short(x)
}

// decades are powers of ten, at most about five of them; of less than two, round numbers.
type decades struct{}

// Ticks implements plot.Ticker.
func (decades) Ticks(low, high float64) []plot.Tick {
	from, to := math.Ceil(math.Log10(low)-1e-9), math.Floor(math.Log10(high)+1e-9)
	if to-from < 1 { // less than two of them
		return sparse{2}.Ticks(low, high)
	}
	step := math.Ceil((to - from + 1) / 5)
	var marks []plot.Tick
	for k := to; k >= from; k -= step {
		marks = append(marks, plot.Tick{Value: math.Pow(10, k), Label: fmt.Sprintf("1e%.0f", k)})
	}
	return marks
}
