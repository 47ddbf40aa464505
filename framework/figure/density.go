package figure

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"image"
	"image/color"
	"math"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"ebim/framework/colormap"
	"ebim/framework/config"
	"ebim/framework/dataset"
	"ebim/framework/experiment"
	"ebim/framework/figure/plotstyle"
	"ebim/framework/mesh"
	"ebim/framework/model"
	"ebim/framework/points"
	"ebim/framework/random"
	"ebim/framework/support"
)

// bar is the color bar to the right of a figure.
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

// width is what the bar takes beside the figure, with its gap and labels. A nil bar takes nothing.
func (b *bar) width() vg.Length {
	if b == nil {
		return 0
	}
	label := plotstyle.Text(plotstyle.LabelSize, draw.XCenter, draw.YTop)
	return barGap + barThickness + barTick + 2 + b.tickWidth() + 2 + label.Font.Size
}

// tickWidth is the room of the numbers: at least that of usual ones, so that figures with bars are equally large.
func (b *bar) tickWidth() vg.Length {
	style := plotstyle.Text(plotstyle.TickSize, draw.XLeft, draw.YCenter)
	widest := style.Width("0.05")
	for _, tick := range (plotstyle.Ticks{}).Ticks(b.scale.Min(), b.scale.Max()) {
		widest = max(widest, style.Width(tick.Label))
	}
	return widest
}

// draw puts the bar to the right of a figure, as high as it.
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

// spike is the quantile (of the measure, or of the points) at which density colors end where few values tower above it.
const spike = 0.99

// densityBar is a color bar from 0 to the largest density; where a spike would wash out the rest, to the quantile
// spike, which the bar then says. weights are those of the values in the quantile; nil for equal ones.
func densityBar(density, weights []float64) *bar {
	high, clipped := densityEnd(density, weights)
	b := &bar{scale: colormap.Sequential().Scale(0, high), label: "density", above: clipped}
	if clipped {
		b.label = "density (top 1 % clipped)"
	}
	return b
}

func densityEnd(density, weights []float64) (end float64, clipped bool) {
	var known, shares []float64
	largest := 0.0
	for i, value := range density {
		if math.IsNaN(value) {
			continue
		}
		known, largest = append(known, value), max(largest, value)
		if weights != nil {
			shares = append(shares, weights[i])
		}
	}
	if largest <= 0 {
		return 1, false
	}
	stat.SortWeighted(known, shares)
	end = stat.Quantile(spike, stat.Empirical, known, shares)
	switch {
	case end > 0 && largest > 1.25*end && !math.IsInf(end, 0):
		return end, true
	case math.IsInf(largest, 0):
		return finiteMax(density), true
	}
	return largest, false
}

// finiteMax is the largest finite value, or 1 where there is none above 0.
func finiteMax(values []float64) float64 {
	largest := 0.0
	for _, v := range values {
		if !math.IsInf(v, 0) {
			largest = max(largest, v)
		}
	}
	if largest == 0 {
		return 1
	}
	return largest
}

// exp is the density of each logarithm.
func exp(logs []float64) []float64 {
	density := make([]float64, len(logs))
	for i, log := range logs {
		density[i] = math.Exp(log)
	}
	return density
}

// meshDensity is a mesh's density at its vertices; nil for a model without one.
func meshDensity(m *mesh.Mesh) []float64 {
	logs := m.Values[mesh.LogDensity]
	if logs == nil {
		return nil
	}
	return exp(logs)
}

// vertexMeasures is each vertex's share of the mesh's length or area.
func vertexMeasures(m *mesh.Mesh) []float64 {
	shares := make([]float64, m.Vertices.Len())
	for i, measure := range m.Measures() {
		e := m.Element(i)
		for _, vertex := range e {
			shares[vertex] += measure / float64(len(e))
		}
	}
	return shares
}

// trueDensity is the known density at the manifold's points nearest to x; nil where the distribution is not known.
func trueDensity(source dataset.Source, x *points.Set) []float64 {
	distribution, ok := source.(dataset.Distribution)
	if !ok {
		return nil
	}
	density := make([]float64, x.Len())
	for i := range density {
		density[i] = math.Exp(distribution.LogDensity(distribution.Nearest(x.At(i))))
	}
	return density
}

// sampledDensity is the density at a model's samples, of one that is known by its formula instead of a mesh; false for
// any other.
func sampledDensity(ctx context.Context, s *experiment.Subject) (density []float64, ok bool, err error) {
	if support.CheckMesh(s.Trained.Support) == nil || s.Trained.Density == nil || s.Samples == nil {
		return nil, false, nil
	}
	found, err := s.Trained.Density.LogDensity(ctx, random.New(s.Seed, "figure/density", 0), s.Samples)
	if errors.Is(err, errors.ErrUnsupported) { // as of a mixture one of whose models has none
		return nil, false, nil
	}
	if err != nil {
		return nil, false, fmt.Errorf("the density can't be evaluated at the samples: %w", err)
	}
	return exp(found.Values), true, nil
}

// unmeshed says why a subject without a mesh has none.
func unmeshed(s *experiment.Subject) string {
	return cmp.Or(s.Unmeshed, "no curve or surface to draw")
}

// unsampled says why a subject without samples has none.
func unsampled(s *experiment.Subject) string {
	return cmp.Or(s.Unsampled, "the model can't be sampled")
}

// missingError says why there is nothing to draw of a subject; the panel shows it.
type missingError string

func (e missingError) Error() string { return string(e) }

// Unwrap returns what models answer that lack an ability.
func (missingError) Unwrap() error { return errors.ErrUnsupported }

// evaluating says what could not be evaluated, or what a model lacks for it; nil of nil.
func evaluating(err error, failed, missing string) error {
	switch {
	case errors.Is(err, errors.ErrUnsupported):
		return missingError(missing)
	case err != nil:
		return fmt.Errorf("%s: %w", failed, err)
	}
	return nil
}

// refused says that a figure can't show a subject.
func refused(found, allowed, hint string) error {
	return &config.FieldError{Found: found, Allowed: allowed, Hint: hint}
}

// describe names a subject in what CheckSubject says.
func describe(n model.Traits, truth bool) string {
	if truth {
		return fmt.Sprintf("data in R^%d", n.Ambient)
	}
	return fmt.Sprintf("a model in R^%d", n.Ambient)
}

// mostDrawn is how many points of a set density_2d and density_3d draw, evenly spaced in their order, with a remark
// that says so; color scales are those of the densities at all points. In a panel of 8 x 7 cm a dot takes about 40 of
// 300,000 pixels, so that 8,000 cover it and more than twice as many show nothing new.
const mostDrawn = 20_000

// partly is the remark that n of the points of a kind are drawn; none where that is all.
func partly(set *points.Set, n int, kind string) []string {
	if set.Len() <= n {
		return nil
	}
	return []string{fmt.Sprintf("%d of %d %s drawn", n, set.Len(), kind)}
}

// Kinds of points, as remarks call them.
const dataKind, sampleKind = "data points", "samples"

// hintDimension names what draws densities in another space.
func hintDimension(ambient int) string {
	switch ambient {
	case 2:
		return "density_2d draws in R^2"
	case 1:
		return "training_curves takes any dimension"
	}
	return "density_3d draws in R^3 and above"
}

// Colors of points and of curves without a density: data, models, data on a colored surface, curves on a relief.
func dataColor() color.NRGBA { return colormap.Categorical()[0] }

func modelColor() color.NRGBA { return colormap.Categorical()[1] }

func overlayColor() color.NRGBA { return colormap.Categorical()[3] }

func curveColor() color.NRGBA { return colormap.Categorical()[5] }

func translucent(c color.NRGBA, alpha uint8) color.NRGBA {
	c.A = alpha
	return c
}
