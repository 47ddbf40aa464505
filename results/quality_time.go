package results

import (
	"errors"
	"fmt"
	"image/color"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"ebim/framework/colormap"
	"ebim/framework/config"
	"ebim/framework/figure/plotstyle"
	"ebim/framework/runs/stage"
	"ebim/framework/statistics"
)

// QualityTime shows how well models do against what their runs cost, on logarithmic seconds: a point for each model and
// experiment, at the means over the finished runs, with bars of one standard error of the metric's mean to either side.
type QualityTime struct {
	Metric      string  `yaml:"metric" doc:"metric and its number, such as wasserstein.ratio"`
	Label       string  `yaml:"label" default:"''" doc:"text at the vertical axis; the metric unless given"`
	Logarithmic bool    `yaml:"logarithmic" default:"false" doc:"whether the vertical axis is logarithmic too"`
	Models      []Named `yaml:"models" length:"[1, 8]" doc:"models, each with a color"`
	Experiments []Named `yaml:"experiments" length:"[1, 8]" doc:"experiments, each with a marker"`
}

// Named is a model or an experiment of run records.
type Named struct {
	Name  string `yaml:"name" doc:"label of the model, or name of the experiment, in the run records"`
	Label string `yaml:"label" default:"''" doc:"text in the legend; the name unless given"`
}

func (n Named) text() string {
	if n.Label == "" {
		return n.Name
	}
	return n.Label
}

// Output implements experiment.OutputFigure.
func (f *QualityTime) Output() string { return f.Metric }

// CodeVersion implements experiment.RecordsFigure.
func (*QualityTime) CodeVersion() int { return 1 }

// Check implements config.Checker.
func (f *QualityTime) Check() error {
	var problems []error
	if name, field, ok := strings.Cut(f.Metric, "."); !ok || name == "" || field == "" {
		problems = append(problems, &config.FieldError{Field: "metric", Found: fmt.Sprintf("%q", f.Metric),
			Allowed: "a metric, a dot and its number, such as wasserstein.ratio"})
	}
	for field, all := range map[string][]Named{"models": f.Models, "experiments": f.Experiments} {
		for i, one := range all {
			if slices.ContainsFunc(all[:i], func(other Named) bool { return other.Name == one.Name }) {
				problems = append(problems, &config.FieldError{Field: fmt.Sprintf("%s[%d]", field, i),
					Found: fmt.Sprintf("%q again", one.Name), Allowed: "each once"})
			}
		}
	}
	return errors.Join(problems...)
}

// Draw implements experiment.RecordsFigure.
func (f *QualityTime) Draw(records []stage.Record, c draw.Canvas) error {
	shown, notes := f.measured(records)
	if text := strings.Join(notes, "; "); text != "" {
		style := plotstyle.Text(plotstyle.TickSize, draw.XLeft, draw.YBottom)
		text = plotstyle.Wrap(style, text, c.Size().X)
		c.FillText(style, c.Min, text)
		c.Min.Y += style.Height(text) + 4
	}
	if len(shown) == 0 {
		plotstyle.Outline(c)
		plotstyle.Message(c, "no finished run has "+f.Metric)
		return nil
	}
	c.Max.X = f.legend(c)
	label := f.Label
	if label == "" {
		label = f.Metric
	}
	turned := plotstyle.Text(plotstyle.LabelSize, draw.XCenter, draw.YTop)
	turned.Rotation = math.Pi / 2
	label = plotstyle.Wrap(turned, label, 0.75*c.Size().Y)
	p := plotstyle.Axes("wall time of a run [s]", "") // the library would crop the plot by a long label beside it
	p.X.Scale, p.X.Tick.Marker = plot.LogScale{}, logTicks{}
	if f.Logarithmic {
		p.Y.Scale, p.Y.Tick.Marker = plot.LogScale{}, logTicks{}
	}
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = f.ranges(shown)
	p.Add(shown)
	left := c.Min.X
	c.Min.X += plotstyle.Text(plotstyle.LabelSize, draw.XCenter, draw.YTop).Height(label) + 4
	p.Draw(c)
	picture := p.DataCanvas(c)
	plotstyle.Outline(picture)
	c.FillText(turned, vg.Point{X: left, Y: picture.Center().Y}, label)
	return nil
}

// cost is one point: a model's finished runs in an experiment.
type cost struct {
	seconds, quality float64 // means
	standardError    float64 // of quality; 0 with a single run
	shade            color.Color
	shape            plotstyle.Marker
}

type costs []cost

// measured are the points, and notes on what is not shown or not whole.
func (f *QualityTime) measured(records []stage.Record) (costs, []string) {
	var shown costs
	var absent, empty, single, notes []string
	for k, e := range f.Experiments {
		for i, m := range f.Models {
			var seconds, values []float64
			runs := 0
			for r := range records {
				if record := &records[r]; record.Experiment == e.Name && record.Model == m.Name {
					runs++
					if value := finishedNumber(record, f.Metric); value != nil && record.Seconds > 0 {
						seconds, values = append(seconds, record.Seconds), append(values, *value)
					}
				}
			}
			one := cost{seconds: statistics.Mean(seconds), quality: statistics.Mean(values),
				shade: colormap.Categorical()[i], shape: plotstyle.Markers()[k]}
			if len(values) > 1 {
				one.standardError = statistics.StandardError(values)
			}
			place := e.text() + " " + m.text()
			switch {
			case runs == 0:
				absent = append(absent, place)
			case len(values) == 0:
				empty = append(empty, place)
			case f.Logarithmic && one.quality <= 0:
				notes = append(notes, fmt.Sprintf("%s: %s is not above 0", place, plotstyle.Short(one.quality)))
			default:
				shown = append(shown, one)
				if len(values) == 1 {
					single = append(single, place)
				}
				if len(values) < runs {
					notes = append(notes, fmt.Sprintf("%s: %d of %d runs", place, len(values), runs))
				}
			}
		}
	}
	for _, group := range []struct {
		what   string
		places []string
	}{{"no runs", absent}, {"no finished run with a value", empty}, {"a single value", single}} {
		if len(group.places) > 0 {
			notes = append(notes, group.what+": "+strings.Join(group.places, ", "))
		}
	}
	return shown, notes
}

// finishedNumber is a finished run's number of a metric, as "wasserstein.ratio"; nil where it has none.
func finishedNumber(record *stage.Record, metric string) *float64 {
	name, field, _ := strings.Cut(metric, ".")
	if record.Status != stage.Done {
		return nil
	}
	return record.Metrics[name][field]
}

// ranges of the axes, with air around points and bars. On a logarithmic axis a bar that reaches 0 is cut.
func (f *QualityTime) ranges(shown costs) (xMin, xMax, yMin, yMax float64) {
	xMin, xMax, yMin, yMax = math.Inf(1), 0, math.Inf(1), math.Inf(-1)
	for _, one := range shown {
		xMin, xMax = min(xMin, one.seconds), max(xMax, one.seconds)
		low := one.quality - one.standardError
		if f.Logarithmic && low <= 0 {
			low = one.quality / 3
		}
		yMin, yMax = min(yMin, low), max(yMax, one.quality+one.standardError)
	}
	const factor = 1.4
	if f.Logarithmic {
		return xMin / factor, xMax * factor, yMin / factor, yMax * factor
	}
	air := 0.08 * (yMax - yMin)
	if air == 0 {
		air = max(0.1*math.Abs(yMax), 1e-3)
	}
	return xMin / factor, xMax * factor, yMin - air, yMax + air
}

// Radius of the markers and half the width of a bar's ends, in points.
const (
	markerRadius = 3.2
	barEnd       = 2.2
)

// Plot implements plot.Plotter: bars below all markers.
func (all costs) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	for _, one := range all {
		if one.standardError == 0 {
			continue
		}
		line := draw.LineStyle{Color: one.shade, Width: 1}
		at, low, high := x(one.seconds), y(max(one.quality-one.standardError, p.Y.Min)),
			y(one.quality+one.standardError)
		c.StrokeLine2(line, at, low, at, high)
		c.StrokeLine2(line, at-barEnd, high, at+barEnd, high)
		if one.quality-one.standardError >= p.Y.Min {
			c.StrokeLine2(line, at-barEnd, low, at+barEnd, low)
		}
	}
	for _, one := range all {
		c.DrawGlyph(draw.GlyphStyle{Color: one.shade, Radius: markerRadius, Shape: one.shape},
			vg.Point{X: x(one.seconds), Y: y(one.quality)})
	}
}

// legend draws the models' colors and the experiments' markers at the right and returns where the plot ends. What is
// the same for all points is left out.
func (f *QualityTime) legend(c draw.Canvas) (end vg.Length) {
	const line, gap, sample = 11, 12, 10
	style := plotstyle.Text(plotstyle.TickSize, draw.XLeft, draw.YCenter)
	type entry struct {
		glyph draw.GlyphStyle
		text  string
	}
	var blocks [][]entry
	if len(f.Models) > 1 {
		var block []entry
		for i, m := range f.Models {
			block = append(block, entry{draw.GlyphStyle{Color: colormap.Categorical()[i], Radius: markerRadius,
				Shape: plotstyle.Markers()[0]}, m.text()})
		}
		blocks = append(blocks, block)
	}
	if len(f.Experiments) > 1 {
		var block []entry
		for k, e := range f.Experiments {
			block = append(block, entry{draw.GlyphStyle{Color: plotstyle.Frame(), Radius: markerRadius,
				Shape: plotstyle.Markers()[k]}, e.text()})
		}
		blocks = append(blocks, block)
	}
	if len(blocks) == 0 {
		return c.Max.X
	}
	widest := vg.Length(0)
	for _, entry := range slices.Concat(blocks...) {
		widest = max(widest, style.Width(entry.text))
	}
	left := c.Max.X - widest - sample
	top := c.Max.Y - line/2
	for _, block := range blocks {
		for _, entry := range block {
			c.DrawGlyph(entry.glyph, vg.Point{X: left + markerRadius, Y: top})
			c.FillText(style, vg.Point{X: left + sample, Y: top}, entry.text)
			top -= line
		}
		top -= line
	}
	return left - gap
}

// logTicks are 1, 2 and 5 times powers of ten, or powers of ten alone where there are many.
type logTicks struct{}

// Ticks implements plot.Ticker.
func (logTicks) Ticks(low, high float64) []plot.Tick {
	digits := []float64{1, 2, 5}
	if high/low > 500 {
		digits = digits[:1]
	}
	var marks []plot.Tick
	for power := math.Floor(math.Log10(low)); power <= math.Log10(high); power++ {
		for _, digit := range digits {
			if value := digit * math.Pow(10, power); value >= low && value <= high {
				marks = append(marks, plot.Tick{Value: value, Label: plotstyle.Short(value)})
			}
		}
	}
	if len(marks) < 2 || len(marks) > 9 {
		return plotstyle.Decades{}.Ticks(low, high)
	}
	return marks
}
