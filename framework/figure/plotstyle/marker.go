package plotstyle

import (
	"image/color"
	"math"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Marker is a regular polygon, or a circle with 0 corners: filled, or open with a white inside.
type Marker struct {
	corners int
	turn    float64 // of the first corner from the top, in radians
	open    bool
}

// Markers returns those of groups, the most different first: eight, and the first is a disc.
func Markers() []Marker {
	return []Marker{{}, {corners: 3}, {corners: 4, turn: math.Pi / 4}, {corners: 4, open: true},
		{corners: 3, turn: math.Pi},
		{open: true}, {corners: 4, turn: math.Pi / 4, open: true}, {corners: 3, open: true}}
}

// DrawGlyph implements draw.GlyphDrawer. Polygons reach out farther than circles, so as to look as large.
func (m Marker) DrawGlyph(c *draw.Canvas, style draw.GlyphStyle, at vg.Point) {
	corners, reach := m.corners, 1.25*style.Radius
	if corners == 0 {
		corners, reach = 32, style.Radius
	}
	outline := make([]vg.Point, 0, corners+1)
	for k := range corners + 1 {
		sin, cos := math.Sincos(m.turn + 2*math.Pi*float64(k%corners)/float64(corners))
		outline = append(outline, vg.Point{X: at.X + reach*vg.Length(sin), Y: at.Y + reach*vg.Length(cos)})
	}
	if !m.open {
		c.FillPolygon(style.Color, outline)
		return
	}
	c.FillPolygon(color.White, outline)
	// on past the first corner, for its join
	c.StrokeLines(draw.LineStyle{Color: style.Color, Width: 1}, append(outline, outline[1]))
}
