package figure

import (
	"image"
	"math"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"ebim/framework/colormap"
	"ebim/framework/figure/plotstyle"
)

// bar is the color bar to the right of a picture.
type bar struct {
	scale *colormap.Scale
	label string
	// above says that values beyond the scale's end are drawn in its last color, which the bar shows by an arrow.
	above bool
}

// Measures of a color bar, in points.
const (
	barGap       = 8
	barThickness = 8
	barTick      = 2.5
)

// width is what the bar takes beside the picture, with its gap and labels. A nil bar takes nothing.
func (b *bar) width() vg.Length {
	if b == nil {
		return 0
	}
	label := plotstyle.Text(plotstyle.LabelSize, draw.XCenter, draw.YTop)
	return barGap + barThickness + barTick + 2 + b.tickWidth() + 2 + label.Font.Size
}

// tickWidth is the room of the numbers: at least that of usual ones, so that pictures with bars are equally large.
func (b *bar) tickWidth() vg.Length {
	style := plotstyle.Text(plotstyle.TickSize, draw.XLeft, draw.YCenter)
	widest := style.Width("0.05")
	for _, tick := range (plotstyle.Ticks{}).Ticks(b.scale.Min(), b.scale.Max()) {
		widest = max(widest, style.Width(tick.Label))
	}
	return widest
}

// draw puts the bar to the right of a picture, as high as it.
func (b *bar) draw(picture draw.Canvas) {
	if b == nil {
		return
	}
	strip := picture
	strip.Min.X = picture.Max.X + barGap
	strip.Max.X = strip.Min.X + barThickness
	if b.above {
		strip.Max.Y -= barThickness
		b.arrow(strip)
	}
	strip.DrawImage(strip.Rectangle, b.gradient(strip.Rectangle))
	plotstyle.Outline(strip)
	line, style := draw.LineStyle{Color: plotstyle.Frame(), Width: plotstyle.Thin},
		plotstyle.Text(plotstyle.TickSize, draw.XLeft, draw.YCenter)
	for _, tick := range (plotstyle.Ticks{}).Ticks(b.scale.Min(), b.scale.Max()) {
		y := strip.Y(b.scale.Share(tick.Value))
		strip.StrokeLine2(line, strip.Max.X, y, strip.Max.X+barTick, y)
		strip.FillText(style, vg.Point{X: strip.Max.X + barTick + 2, Y: y}, tick.Label)
	}
	turned := plotstyle.Text(plotstyle.LabelSize, draw.XCenter, draw.YTop)
	turned.Rotation = math.Pi / 2
	strip.FillText(turned, vg.Point{X: strip.Max.X + barTick + 2 + b.tickWidth() + 2, Y: picture.Center().Y}, b.label)
}

func (b *bar) arrow(strip draw.Canvas) {
	corners := []vg.Point{{X: strip.Min.X, Y: strip.Max.Y}, {X: strip.Max.X, Y: strip.Max.Y},
		{X: strip.Center().X, Y: strip.Max.Y + barThickness}}
	strip.FillPolygon(b.scale.Color(b.scale.Max()), corners)
	strip.StrokeLines(draw.LineStyle{Color: plotstyle.Frame(), Width: plotstyle.Thin}, append(corners, corners[0]))
}

// gradient is as wide and high in pixels as the strip in proportion: viewers of SVG keep an image's proportions.
func (b *bar) gradient(strip vg.Rectangle) image.Image {
	const columns = 16
	rows := max(1, int(math.Round(columns*float64(strip.Size().Y/strip.Size().X))))
	img := image.NewNRGBA(image.Rect(0, 0, columns, rows))
	for row := range rows {
		share := 1 - (float64(row)+0.5)/float64(rows)
		shade := b.scale.Color(b.scale.Min() + (b.scale.Max()-b.scale.Min())*share)
		for column := range columns {
			img.SetNRGBA(column, row, shade)
		}
	}
	return img
}
