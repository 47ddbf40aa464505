package figure

import (
	"cmp"
	"fmt"
	"image"
	"image/color"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"ebim/framework/experiment"
	"ebim/framework/figure/plotstyle"
	"ebim/framework/mesh"
	"ebim/framework/plaintext"
	"ebim/framework/points"
)

// plane draws a box in the plane, with one unit as long on both axes unless the box is too narrow for that.
type plane struct {
	*plot.Plot
	bar    *bar
	notes  []string // above the figure
	center string   // in the middle
}

func newPlane(box points.Box, columns []string) *plane {
	p := &plane{Plot: plotstyle.Axes(axisName(columns, 0), axisName(columns, 1))}
	p.X.Min, p.X.Max = box[0][0], box[0][1]
	p.Y.Min, p.Y.Max = box[1][0], box[1][1]
	return p
}

// longestName is how many characters of a column's name fit beside an axis.
const longestName = 24

// axisName returns the name of a coordinate, x1 for the first one where it has none.
func axisName(columns []string, axis int) string {
	if axis < len(columns) && columns[axis] != "" {
		return plaintext.Clip(plaintext.OneLine(columns[axis]), longestName)
	}
	return fmt.Sprintf("x%d", axis+1)
}

// narrowest is the least ratio of a figure's sides; a box that is narrower is stretched to it.
const narrowest = 0.3

// draw fills the canvas as far as the equal units allow.
func (p *plane) draw(c draw.Canvas) {
	above := vg.Length(len(p.notes)) * (plotstyle.TickSize + 2)
	c = draw.Crop(c, 0, -p.bar.width(), 0, -above)
	data := p.DataCanvas(c).Size()
	width, height := stretched(p.X.Max-p.X.Min, p.Y.Max-p.Y.Min)
	unit := min(data.X/vg.Length(width), data.Y/vg.Length(height))
	spareX, spareY := data.X-unit*vg.Length(width), data.Y-unit*vg.Length(height)
	c = draw.Crop(c, spareX/2, -spareX/2, spareY/2, -spareY/2)
	p.Draw(c)
	picture := p.DataCanvas(c)
	plotstyle.Outline(picture)
	p.bar.draw(picture)
	for i, note := range p.notes {
		style := plotstyle.Text(plotstyle.TickSize, draw.XLeft, draw.YTop)
		c.FillText(style, vg.Point{X: picture.Min.X, Y: picture.Max.Y +
			above - vg.Length(i)*(plotstyle.TickSize+2)}, note)
	}
	if p.center != "" {
		plotstyle.Message(picture, p.center)
	}
}

// stretched are a box's sides, the shorter one not below its least share of the longer one.
func stretched(width, height float64) (float64, float64) {
	return max(width, narrowest*height), max(height, narrowest*width)
}

// dots draws chosen points; color may be nil for one faint color.
type dots struct {
	at     *points.Set
	chosen []int
	color  func(i int) color.Color
	radius vg.Length
}

// Plot implements plot.Plotter.
func (d dots) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	style := draw.GlyphStyle{Color: plotstyle.Faint(), Radius: d.radius, Shape: draw.CircleGlyph{}}
	for _, i := range d.chosen {
		if d.color != nil {
			style.Color = d.color(i)
		}
		c.DrawGlyph(style, vg.Point{X: x(d.at.At(i)[0]), Y: y(d.at.At(i)[1])})
	}
}

// curve draws a mesh of segments; value gives each vertex a number, which color turns into a color and which decides
// what lies above where the curve crosses itself.
type curve struct {
	*mesh.Mesh
	value []float64 // nil for one color
	color func(value float64) color.Color
	width vg.Length
}

// Plot implements plot.Plotter.
func (l curve) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	at := func(vertex int32) vg.Point {
		v := l.Vertices.At(int(vertex))
		return vg.Point{X: x(v[0]), Y: y(v[1])}
	}
	mean := func(i int) float64 {
		if l.value == nil {
			return 0
		}
		e := l.Element(i)
		return (l.value[e[0]] + l.value[e[1]]) / 2
	}
	order := points.Range(0, l.Len()) // NaN first
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(mean(a), mean(b)) })
	for _, i := range order {
		e := l.Element(i)
		l.segment(&c, at(e[0]), at(e[1]), e)
	}
}

// segment draws one element, a long one in pieces, so that its color changes as its value does.
func (l curve) segment(c *draw.Canvas, from, to vg.Point, element []int32) {
	const longest = 2 // points, of a piece
	step := to.Sub(from)
	pieces := 1
	if length := math.Hypot(float64(step.X), float64(step.Y)); l.value != nil && length > longest &&
		!math.IsInf(length, 0) {
		pieces = min(int(math.Ceil(length/longest)), 1000)
	}
	for k := range pieces {
		share := (float64(k) + 0.5) / float64(pieces)
		value := 0.0
		if l.value != nil {
			value = (1-share)*l.value[element[0]] + share*l.value[element[1]]
		}
		start := from.Add(step.Scale(vg.Length(k) / vg.Length(pieces)))
		end := from.Add(step.Scale(vg.Length(k+1) / vg.Length(pieces)))
		start, end = lengthened(start, end, l.width/4)
		c.StrokeLines(draw.LineStyle{Color: l.color(value), Width: l.width}, c.ClipLinesXY([]vg.Point{start, end})...)
	}
}

// lengthened prolongs a segment at both ends, so that bends leave no gaps between segments.
func lengthened(from, to vg.Point, by vg.Length) (vg.Point, vg.Point) {
	direction := to.Sub(from)
	length := vg.Length(math.Hypot(float64(direction.X), float64(direction.Y)))
	if !(length > 0) {
		return from, to
	}
	step := direction.Scale(by / length)
	return from.Sub(step), to.Add(step)
}

// heat fills the box with an image of values on a grid of cells, row by row from the lowest x2.
func heat(p *plot.Plot, values []float64, columns int, color func(float64) color.NRGBA) plot.Plotter {
	rows := len(values) / columns
	img := image.NewNRGBA(image.Rect(0, 0, columns, rows))
	for i, v := range values {
		img.SetNRGBA(i%columns, rows-1-i/columns, color(v))
	}
	return plotter.NewImage(img, p.X.Min, p.Y.Min, p.X.Max, p.Y.Max)
}

// points adds a dot for each point, at most the given number; color, by the point's index, may be nil for one faint
// color.
func (p *plane) points(set *points.Set, most int, kind string, radius vg.Length, color func(i int) color.Color) {
	p.Add(dots{at: set, chosen: points.EvenlySpaced(set.Len(), most), color: color, radius: radius})
	p.notes = append(p.notes, partly(set, most, kind)...)
}

// Resolution of PNG files, in dots per inch.
const Resolution = 192

// clip is the part of a mesh that lies in a box; values are interpolated where elements are cut.
func clip(m *mesh.Mesh, box points.Box) *mesh.Mesh {
	c := &clipper{&mesh.Mesh{Dimension: m.Dimension, Values: map[string][]float64{},
		Vertices: &points.Set{Dim: m.Vertices.Dim, Data: slices.Clone(m.Vertices.Data)}}}
	for name, values := range m.Values {
		c.Values[name] = slices.Clone(values)
	}
	for i := range m.Len() {
		polygon := slices.Clone(m.Element(i))
		for axis, bounds := range box {
			polygon = c.cut(polygon, axis, bounds[0], 1)
			polygon = c.cut(polygon, axis, bounds[1], -1)
		}
		if len(polygon) == 2 && m.Dimension == 1 {
			c.Elements = append(c.Elements, polygon...)
		}
		for k := 2; k < len(polygon) && m.Dimension == 2; k++ {
			c.Elements = append(c.Elements, polygon[0], polygon[k-1], polygon[k])
		}
	}
	return c.Mesh
}

// clipper adds vertices where elements are cut.
type clipper struct{ *mesh.Mesh }

// cut is the part of a polygon, or of a segment, on one side of a plane across an axis: above for side 1, below for -1
// (Sutherland and Hodgman, "Reentrant polygon clipping", 1974).
func (c *clipper) cut(polygon []int32, axis int, bound, side float64) []int32 {
	height := func(vertex int32) float64 { return side * (c.Vertices.At(int(vertex))[axis] - bound) }
	if !slices.ContainsFunc(polygon, func(v int32) bool { return !(height(v) >= 0) }) {
		return polygon
	}
	var kept []int32
	for i, from := range polygon {
		to := polygon[(i+1)%len(polygon)]
		a, b := height(from), height(to)
		if a >= 0 {
			kept = append(kept, from)
		}
		if back := c.Dimension == 1 && i == len(polygon)-1; !back && (a > 0 && b < 0 || a < 0 && b > 0) {
			kept = append(kept, c.between(from, to, a/(a-b)))
		}
	}
	return kept
}

// between adds the vertex that lies a share of the way from one to another.
func (c *clipper) between(from, to int32, share float64) int32 {
	a, b := c.Vertices.At(int(from)), c.Vertices.At(int(to))
	for axis := range a {
		c.Vertices.Data = append(c.Vertices.Data, (1-share)*a[axis]+share*b[axis])
	}
	for name, values := range c.Values {
		c.Values[name] = append(values, (1-share)*values[from]+share*values[to])
	}
	return int32(c.Vertices.Len() - 1)
}

// leavesBox says whether a subject's curve or surface goes on beyond the box: it was cut there, or lies outside.
func leavesBox(s *experiment.Subject) bool {
	if s.Mesh.Topology(mesh.TopologyOptions{Box: s.Box}).Cut {
		return true
	}
	const slack = 1e-3 // of an axis: a vertex is allowed some error
	for i := range s.Mesh.Vertices.Len() {
		for axis, x := range s.Mesh.Vertices.At(i) {
			low, high := s.Box[axis][0], s.Box[axis][1]
			if air := slack * (high - low); x < low-air || x > high+air {
				return true
			}
		}
	}
	return false
}
