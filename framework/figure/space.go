package figure

import (
	"fmt"
	"image/color"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"ebim/framework/experiment"
	"ebim/framework/figure/plotstyle"
	"ebim/framework/figure/raster"
	"ebim/framework/mesh"
	"ebim/framework/neighbors"
	"ebim/framework/points"
)

// View is the direction from which a scene is looked at.
type View struct {
	Azimuth   float64 `yaml:"azimuth" default:"-60" range:"[-360, 360]" doc:"angle around the third axis, in degrees"`
	Elevation float64 `yaml:"elevation" default:"25" range:"[-90, 90]" doc:"angle above the first two axes, in degrees"`
}

// DefaultView is that of the tags.
func DefaultView() View { return View{Azimuth: -60, Elevation: 25} }

// space draws a box in three dimensions.
type space struct {
	view    View
	along   *points.Subspace // that points of more dimensions are projected to; nil for those of R^3
	box     [3][2]float64
	stretch [3]float64 // of each axis, where the box is too narrow or the third axis has another unit
	labels  [3]string
	objects []raster.Object
	bar     *bar
	notes   []string
	center  string
}

// spaceOf draws a subject's box or, in more than three dimensions, its data's three widest directions.
func spaceOf(view View, s *experiment.Subject) (*space, error) {
	along, err := shadow(s)
	if err != nil || along == nil {
		return newSpace(view, s.Box, s.Columns), err
	}
	p := newSpace(view, around(along.In(s.Train)), []string{"component 1", "component 2", "component 3"})
	p.along = along
	p.notes = append(p.notes, fmt.Sprintf("three principal components of %d", s.Train.Dim))
	return p, nil
}

func newSpace(view View, box points.Box, columns []string) *space {
	s := &space{view: view, box: [3][2]float64(box)}
	for k := range s.labels {
		s.labels[k] = axisName(columns, k)
	}
	longest := 0.0
	for _, axis := range box {
		longest = max(longest, axis[1]-axis[0])
	}
	for k, axis := range box {
		s.stretch[k] = max(1, narrowest*longest/(axis[1]-axis[0]))
	}
	return s
}

// shortName is the length, in bytes, of names that are written beside a steep axis, not along it.
const shortName = 2

// Rendered scenes are finer than Resolution, so that they may be placed between its dots.
const (
	sceneDots   = 1.5 * Resolution / 72 // pixels a point of length
	supersample = 2
	labelMargin = 0.105 // of the canvas, for the axes' labels
	nameMargin  = 0.15  // where the third axis has a name along it
)

// draw renders the scene and writes the labels of its axes beside it.
func (s *space) draw(c draw.Canvas) error {
	picture := draw.Crop(c, 0, -s.bar.width(), 0, 0)
	width, height := int(picture.Size().X*sceneDots), int(picture.Size().Y*sceneDots)
	if width < 1 || height < 1 {
		return fmt.Errorf("there is no room for the plot beside its labels; make the panel larger")
	}
	scene := raster.NewScene(s.bounds())
	scene.Camera.Azimuth, scene.Camera.Elevation = s.view.Azimuth, s.view.Elevation
	scene.Margin, scene.Supersampling = s.margin(), supersample
	walls := &raster.Frame{Edge: plotstyle.Frame(), Grid: color.NRGBA{R: 200, G: 200, B: 200, A: 255},
		Width: plotstyle.Thin * sceneDots}
	for k := range walls.Ticks {
		for _, tick := range (plotstyle.Ticks{}).Ticks(s.box[k][0], s.box[k][1]) {
			walls.Ticks[k] = append(walls.Ticks[k], tick.Value*s.stretch[k])
		}
	}
	scene.Objects = append([]raster.Object{walls}, s.objects...)
	img, err := scene.Render(width, height)
	if err != nil {
		return err
	}
	view, err := scene.View(width, height)
	if err != nil {
		return err
	}
	picture.DrawImage(picture.Rectangle, img)
	for k, axis := range view.Axes() {
		s.label(picture, view, k, axis)
	}
	margin := vg.Length(s.margin()) * picture.Size().Y
	inner := draw.Crop(picture, 0, 0, margin, -margin)
	s.bar.draw(inner)
	for i, note := range s.notes {
		plotstyle.Remark(draw.Crop(picture, 0, 0, 0, -vg.Length(i)*(plotstyle.TickSize+2)), note)
	}
	if s.center != "" {
		plotstyle.Message(picture, s.center)
	}
	return nil
}

func (s *space) margin() float64 {
	if len(s.labels[2]) > shortName {
		return nameMargin
	}
	return labelMargin
}

// bounds is the box in the figure's units.
func (s *space) bounds() [3][2]float64 {
	bounds := s.box
	for k, axis := range s.box {
		bounds[k] = [2]float64{s.stretch[k] * axis[0], s.stretch[k] * axis[1]}
	}
	return bounds
}

// place gives points their places in the figure's units.
func (s *space) place(set *points.Set) *points.Set {
	set = s.projected(set)
	if s.stretch == [3]float64{1, 1, 1} {
		return set
	}
	placed := points.New(set.Len(), 3)
	for i := range set.Len() {
		for k, x := range set.At(i) {
			placed.At(i)[k] = s.stretch[k] * x
		}
	}
	return placed
}

// projected are points in space.
func (s *space) projected(set *points.Set) *points.Set {
	if s.along == nil {
		return set
	}
	return s.along.In(set)
}

// label writes the ticks' numbers along an edge of the box and the axis' name beside them.
func (s *space) label(c draw.Canvas, view *raster.View, k int, axis raster.Axis) {
	project := func(value float64) (px, py float64) {
		x := axis.From
		x[k] = value * s.stretch[k]
		px, py, _ = view.Project(x[:])
		return px, py
	}
	at := func(value float64, away vg.Length, style draw.TextStyle, text string) {
		px, py := project(value)
		outX, outY := vg.Length(axis.Outward[0]), vg.Length(-axis.Outward[1])
		half, upper := style.Width(text)/2, style.Height(text)/2
		if style.Rotation != 0 {
			half, upper = upper, half
		}
		reach := away + abs(outX)*half + abs(outY)*upper
		middle := c.Min.X + vg.Length(px/sceneDots) + outX*reach
		c.FillText(style, vg.Point{X: max(c.Min.X+half, min(middle, c.Max.X-half)),
			Y: c.Max.Y - vg.Length(py/sceneDots) + outY*reach}, text)
	}
	numbers, names := plotstyle.Text(plotstyle.TickSize, draw.XCenter, draw.YCenter),
		plotstyle.Text(plotstyle.LabelSize, draw.XCenter, draw.YCenter)
	widest := vg.Length(0)
	marks, base := s.ticks(k)
	for _, tick := range marks {
		widest = max(widest, numbers.Width(tick.Label))
	}
	for _, tick := range legible(marks, widest, project) {
		at(tick.Value, 3, numbers, tick.Label)
	}
	room := 3 + abs(vg.Length(axis.Outward[0]))*widest + abs(vg.Length(axis.Outward[1]))*plotstyle.TickSize
	lowX, lowY := project(s.box[k][0])
	highX, highY := project(s.box[k][1])
	if steep := math.Abs(highY-lowY) > 2*math.Abs(highX-lowX); steep && len(s.labels[k]) > shortName {
		names.Rotation = math.Pi / 2
	}
	at((s.box[k][0]+s.box[k][1])/2, room+3, names, s.labels[k])
	if base != "" {
		s.notes = append(s.notes, fmt.Sprintf("%s less %s", s.labels[k], base))
	}
}

// legible keeps every k-th of evenly spaced ticks, 0 among them if it is one, so that labels do not touch in the
// figure.
func legible(marks []plot.Tick, widest vg.Length, project func(value float64) (x, y float64)) []plot.Tick {
	if len(marks) < 2 {
		return marks
	}
	x0, y0 := project(marks[0].Value)
	x1, y1 := project(marks[1].Value)
	// in labels' sizes
	across, down := abs(vg.Length(x1-x0)/sceneDots)/(widest+3), abs(vg.Length(y1-y0)/sceneDots)/plotstyle.TickSize
	step := int(math.Ceil(1 / max(float64(across), float64(down), 1/float64(len(marks)))))
	first := max(0, slices.IndexFunc(marks, func(mark plot.Tick) bool { return mark.Value == 0 })) % step
	var kept []plot.Tick
	for i := first; i < len(marks); i += step {
		kept = append(kept, marks[i])
	}
	return kept
}

// ticks are an axis' ticks. Long numbers are written as differences from the first of them, the base.
func (s *space) ticks(axis int) (marks []plot.Tick, base string) {
	marks = plotstyle.Ticks{}.Ticks(s.box[axis][0], s.box[axis][1])
	long := slices.ContainsFunc(marks, func(mark plot.Tick) bool { return len(mark.Label) > plotstyle.LongTick+1 })
	if !long || len(marks) < 2 {
		return marks, ""
	}
	base = marks[0].Label
	for i := range marks {
		marks[i].Label = plotstyle.Short(float64(i) * (marks[1].Value - marks[0].Value))
	}
	return marks, base
}

func abs(x vg.Length) vg.Length { return vg.Length(math.Abs(float64(x))) }

// points adds spheres; paint colors all or each of them.
func (s *space) points(set *points.Set, paint raster.Paint, share float64) {
	extent := 0.0
	for _, axis := range s.bounds() {
		extent = max(extent, axis[1]-axis[0])
	}
	s.objects = append(s.objects, &raster.Points{Centers: s.place(set), Paint: paint, Radius: share * extent})
}

// fading paints points paler the farther away they are, so that those in front stand out from those behind.
func (s *space) fading(set *points.Set, c color.NRGBA) raster.Paint {
	const palest, slope = 0.8, 1.5 // share of white at the back; how fast it grows around the middle of the box
	sinA, cosA := math.Sincos(s.view.Azimuth * math.Pi / 180)
	sinE, cosE := math.Sincos(s.view.Elevation * math.Pi / 180)
	toward := [3]float64{cosE * cosA, cosE * sinA, sinE}
	set = s.projected(set)
	colors := make([]color.NRGBA, set.Len())
	for i := range colors {
		nearness, reach := 0.0, 0.0 // along the view, and its largest value in the box
		for axis, x := range set.At(i) {
			low, high, along := s.box[axis][0], s.box[axis][1], s.stretch[axis]*toward[axis]
			nearness += along * (x - (low+high)/2)
			reach += math.Abs(along) * (high - low) / 2
		}
		white := palest * min(max((1-slope*nearness/reach)/2, 0), 1)
		mix := func(channel uint8) uint8 { return uint8(math.Round(float64(channel) + white*(255-float64(channel)))) }
		colors[i] = color.NRGBA{R: mix(c.R), G: mix(c.G), B: mix(c.B), A: 255}
	}
	return raster.PerVertex(colors)
}

// mesh adds a surface or a curve.
func (s *space) mesh(m *mesh.Mesh, paint raster.Paint, width vg.Length) {
	vertices := s.place(m.Vertices)
	if m.Dimension == 2 {
		s.objects = append(s.objects, &raster.Triangles{Vertices: vertices, Elements: m.Elements, Paint: paint})
		return
	}
	s.objects = append(s.objects, &raster.Segments{Vertices: vertices, Elements: m.Elements, Paint: paint,
		Width: float64(width) * sceneDots})
}

// cloud adds a sphere for each point, at most mostDrawn, colored by its density or, where that is nil, as all are.
func (s *space) cloud(set *points.Set, kind string, density []float64, plain color.NRGBA) {
	shown := set.Evenly(mostDrawn)
	paint := s.fading(shown, plain)
	if density != nil {
		s.bar = densityBar(density, nil)
		drawn := make([]float64, 0, shown.Len())
		for _, i := range points.EvenlySpaced(set.Len(), mostDrawn) {
			drawn = append(drawn, density[i])
		}
		paint = raster.Scaled(drawn, s.bar.scale)
	}
	s.points(shown, paint, pointRadius)
	s.notes = append(s.notes, partly(set, mostDrawn, kind)...)
}

// Radii of spheres, as shares of the box's longest axis.
const (
	pointRadius  = 0.007
	behindRadius = 0.005
)

// shadow is the space along the three widest principal components of a subject's training points; nil for data in R^3.
// A closed surface in R^4 may cross itself there.
func shadow(s *experiment.Subject) (*points.Subspace, error) {
	if s.Train.Dim == 3 {
		return nil, nil
	}
	c, err := neighbors.LargestComponents(s.Train, points.EvenlySpaced(s.Train.Len(), mostDrawn), 3)
	if err != nil {
		return nil, fmt.Errorf("the three widest directions of the data can't be found: %w", err)
	}
	along := &points.Subspace{Center: make([]float64, s.Train.Dim)}
	_, found := c.Axes.Dims()
	for k := range 3 {
		axis := make([]float64, s.Train.Dim)
		if k < found {
			mat.Col(axis, k, c.Axes)
		}
		along.Axes = append(along.Axes, axis)
	}
	return along, nil
}

// around is the box of points in space, with room beside them.
func around(x *points.Set) points.Box {
	const room = 0.05 // of each axis
	return points.Around(x).Padded(func(_ int, length float64) float64 { return max(room*length, 1e-9) })
}
