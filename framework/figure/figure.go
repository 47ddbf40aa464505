package figure

import (
	"fmt"
	"image/color"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"ebim/framework/config"
	"ebim/framework/model"
)

// Sizes of text and lines, in points.
const (
	titleSize = 10
	labelSize = 8.5
	tickSize  = 7.5
	thin      = 0.5
)

// Greys: of text, of lines around a picture, and of points behind it.
func ink() color.NRGBA   { return color.NRGBA{R: 40, G: 40, B: 40, A: 255} }
func frame() color.NRGBA { return color.NRGBA{R: 120, G: 120, B: 120, A: 255} }
func faint() color.NRGBA { return color.NRGBA{R: 110, G: 110, B: 110, A: 90} }

// sans is the font of all text.
func sans(points vg.Length) font.Font {
	return font.Font{Typeface: "Liberation", Variant: "Sans", Size: points}
}

// write is the style of text of a size, aligned to the point where it is put.
func write(points vg.Length, x draw.XAlignment, y draw.YAlignment) draw.TextStyle {
	return draw.TextStyle{Color: ink(), Font: sans(points), XAlign: x, YAlign: y, Handler: plot.DefaultTextHandler}
}

// axes is an empty plot in the package's style.
func axes(x, y string) *plot.Plot {
	p := plot.New()
	p.BackgroundColor = nil
	p.X.Label.Text, p.Y.Label.Text = x, y
	for _, axis := range []*plot.Axis{&p.X, &p.Y} {
		axis.Padding = 0
		axis.LineStyle = draw.LineStyle{}
		axis.Label.TextStyle.Font, axis.Label.TextStyle.Color = sans(labelSize), ink()
		axis.Tick.Label.Font, axis.Tick.Label.Color = sans(tickSize), ink()
		axis.Tick.LineStyle = draw.LineStyle{Color: frame(), Width: thin}
		axis.Tick.Length = 3
		axis.Tick.Marker = ticks{}
	}
	p.Legend.TextStyle = write(tickSize, draw.XLeft, draw.YBottom)
	return p
}

// ticks are at most seven round numbers, fewer of long ones.
type ticks struct{}

// Ticks implements plot.Ticker.
func (ticks) Ticks(low, high float64) []plot.Tick {
	marks := roundTicks(low, high, 5)
	if len(marks) > 3 && slices.ContainsFunc(marks, func(mark plot.Tick) bool { return len(mark.Label) > longTick }) {
		return roundTicks(low, high, 3)
	}
	return marks
}

// longTick is the number of characters above which few ticks have room.
const longTick = 7

// roundTicks are round numbers with about so many steps between them.
func roundTicks(low, high, steps float64) []plot.Tick {
	step := roundStep((high - low) / steps)
	if !countable(low, high, step) {
		return []plot.Tick{{Value: low, Label: short(low)}}
	}
	label := short
	// Far from 0 more digits tell neighbours apart.
	if digits := math.Ceil(math.Log10(max(math.Abs(low), math.Abs(high)) / step)); digits >= 4 {
		label = func(x float64) string { return tidy(fmt.Sprintf("%.*g", int(digits)+1, x)) }
	}
	var marks []plot.Tick
	for k := math.Ceil(low/step - 1e-9); k*step <= high+1e-9*step; k++ {
		marks = append(marks, plot.Tick{Value: k * step, Label: label(k * step)})
	}
	return marks
}

// countable says whether the multiples of a step between two numbers can be told apart.
func countable(low, high, step float64) bool {
	return step > 0 && !math.IsInf(step, 0) && max(math.Abs(low), math.Abs(high)) < 1e15*step
}

// roundStep is the least of 1, 2, 5 times a power of ten that is not below x.
func roundStep(x float64) float64 {
	power := math.Pow(10, math.Floor(math.Log10(x)))
	for _, digit := range []float64{1, 2, 5} {
		if digit*power >= x*(1-1e-9) {
			return digit * power
		}
	}
	return 10 * power
}

// roundBelow is the greatest of 1, 2, 5 times a power of ten that is not above x.
func roundBelow(x float64) float64 {
	power := math.Pow(10, math.Floor(math.Log10(x)))
	for _, digit := range []float64{5, 2} {
		if digit*power <= x*(1+1e-9) {
			return digit * power
		}
	}
	return power
}

// short writes a tick's number without the noise of its last digits.
func short(x float64) string {
	if math.Abs(x) < 1e-300 {
		return "0"
	}
	return tidy(fmt.Sprintf("%.4g", x))
}

// tidy shortens a number's exponent.
func tidy(number string) string {
	return strings.NewReplacer("e-0", "e-", "e+0", "e", "e+", "e").Replace(number)
}

// outline strokes the border of a canvas.
func outline(c draw.Canvas) {
	low, high := c.Min, c.Max
	c.StrokeLines(draw.LineStyle{Color: frame(), Width: thin},
		[]vg.Point{low, {X: high.X, Y: low.Y}, high, {X: low.X, Y: high.Y}, low})
}

// message writes lines of text into the middle of a canvas, broken to fit its width.
func message(c draw.Canvas, text string) {
	style := write(labelSize, draw.XCenter, draw.YCenter)
	fillOver(c, style, c.Center(), wrap(style, text, 0.92*c.Size().X))
}

// remark writes a line into the upper left corner of a canvas, over what is drawn there.
func remark(c draw.Canvas, text string) {
	style := write(tickSize, draw.XLeft, draw.YTop)
	at := vg.Point{X: c.Min.X + 4, Y: c.Max.Y - 3}
	fillOver(c, style, at, wrap(style, text, c.Size().X-8))
}

// fillOver writes text so that it can be read over what is drawn there.
func fillOver(c draw.Canvas, style draw.TextStyle, at vg.Point, text string) {
	behind := style.Rectangle(text).Add(at)
	low, high := behind.Min, behind.Max
	c.FillPolygon(color.NRGBA{R: 255, G: 255, B: 255, A: 215}, []vg.Point{low, {X: high.X, Y: low.Y}, high, {X: low.X, Y: high.Y}})
	c.FillText(style, at, text)
}

// refused says that a figure can't show a subject.
func refused(found, allowed, hint string) error {
	return &config.FieldError{Found: found, Allowed: allowed, Hint: hint}
}

// describe names a subject in what CheckSubject says.
func describe(n model.Nature, truth bool) string {
	if truth {
		return fmt.Sprintf("data in R^%d", n.Ambient)
	}
	return fmt.Sprintf("a model in R^%d", n.Ambient)
}
