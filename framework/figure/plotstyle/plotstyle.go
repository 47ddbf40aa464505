// Package plotstyle is how all pictures look: sizes, grays, text, axes and ticks, over gonum's plots.
package plotstyle

import (
	"image/color"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Sizes of text and lines, in points.
const (
	TitleSize = 10
	LabelSize = 8.5
	TickSize  = 7.5
	Thin      = 0.5
)

// Ink returns the gray of text.
func Ink() color.NRGBA { return color.NRGBA{R: 40, G: 40, B: 40, A: 255} }

// Frame returns the gray of lines around a picture.
func Frame() color.NRGBA { return color.NRGBA{R: 120, G: 120, B: 120, A: 255} }

// Faint returns the gray of points behind what a picture shows.
func Faint() color.NRGBA { return color.NRGBA{R: 110, G: 110, B: 110, A: 90} }

// Sans returns the font of all text.
func Sans(points vg.Length) font.Font {
	return font.Font{Typeface: "Liberation", Variant: "Sans", Size: points}
}

// Text returns the style of text of a size in points, aligned to the point where it is put.
func Text(points vg.Length, x draw.XAlignment, y draw.YAlignment) draw.TextStyle {
	return draw.TextStyle{Color: Ink(), Font: Sans(points), XAlign: x, YAlign: y, Handler: plot.DefaultTextHandler}
}

// Axes returns an empty plot in the package's style, with the labels of its axes.
func Axes(x, y string) *plot.Plot {
	p := plot.New()
	p.BackgroundColor = nil
	p.X.Label.Text, p.Y.Label.Text = x, y
	for _, axis := range []*plot.Axis{&p.X, &p.Y} {
		axis.Padding = 0
		axis.LineStyle = draw.LineStyle{}
		axis.Label.TextStyle.Font, axis.Label.TextStyle.Color = Sans(LabelSize), Ink()
		axis.Tick.Label.Font, axis.Tick.Label.Color = Sans(TickSize), Ink()
		axis.Tick.LineStyle = draw.LineStyle{Color: Frame(), Width: Thin}
		axis.Tick.Length = 3
		axis.Tick.Marker = Ticks{}
	}
	p.Legend.TextStyle = Text(TickSize, draw.XLeft, draw.YBottom)
	return p
}

// Outline strokes the border of a canvas.
func Outline(c draw.Canvas) {
	low, high := c.Min, c.Max
	c.StrokeLines(draw.LineStyle{Color: Frame(), Width: Thin},
		[]vg.Point{low, {X: high.X, Y: low.Y}, high, {X: low.X, Y: high.Y}, low})
}

// Message writes lines of text into the middle of a canvas, broken to fit its width.
func Message(c draw.Canvas, text string) {
	style := Text(LabelSize, draw.XCenter, draw.YCenter)
	fillOver(c, style, c.Center(), Wrap(style, text, 0.92*c.Size().X))
}

// Remark writes a line into the upper left corner of a canvas, over what is drawn there.
func Remark(c draw.Canvas, text string) {
	style := Text(TickSize, draw.XLeft, draw.YTop)
	at := vg.Point{X: c.Min.X + 4, Y: c.Max.Y - 3}
	fillOver(c, style, at, Wrap(style, text, c.Size().X-8))
}

// fillOver writes text so that it can be read over what is drawn there.
func fillOver(c draw.Canvas, style draw.TextStyle, at vg.Point, text string) {
	behind := style.Rectangle(text).Add(at)
	low, high := behind.Min, behind.Max
	c.FillPolygon(color.NRGBA{R: 255, G: 255, B: 255, A: 215},
		[]vg.Point{low, {X: high.X, Y: low.Y}, high, {X: low.X, Y: high.Y}})
	c.FillText(style, at, text)
}

// Wrap breaks text between words so that no line is wider than width, as far as words allow it.
func Wrap(style draw.TextStyle, text string, width vg.Length) string {
	var lines []string
	for _, paragraph := range strings.Split(text, "\n") {
		line := ""
		for _, word := range strings.Fields(paragraph) {
			longer := strings.TrimSpace(line + " " + word)
			if line != "" && style.Width(longer) > width {
				lines, longer = append(lines, line), word
			}
			line = longer
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}
