package figure

import (
	"context"
	"fmt"
	"image/color"
	"math"
	"strings"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/plot/vg/draw"

	"ebim/framework/colormap"
	"ebim/framework/experiment"
	"ebim/framework/figure/plotstyle"
	"ebim/framework/figure/raster"
	"ebim/framework/mesh"
	"ebim/framework/model"
	"ebim/framework/points"
)

// reliefColumns is the number of grid points of a relief along each axis.
const reliefColumns = 241

// reliefHeight is a relief's height in the figure, as a share of the box's mean width.
const reliefHeight = 0.6

// gridNodes are reliefColumns x reliefColumns points of a box in the plane, its border among them, row by row from the
// lowest x2.
func gridNodes(box points.Box) *points.Set {
	const columns = reliefColumns
	set := points.New(columns*columns, 2)
	for i := range set.Len() {
		for axis, k := range []int{i % columns, i / columns} {
			set.At(i)[axis] = box[axis][0] + (box[axis][1]-box[axis][0])*float64(k)/float64(columns-1)
		}
	}
	return set
}

// relief is a function over a box in the plane as a surface.
type relief struct{ *space }

// newRelief makes room for heights from low to high over a subject's box, with some air so that no part lies in the
// box's walls.
func newRelief(view View, of *experiment.Subject, low, high float64, label string) *relief {
	air := 0.03 * (high - low)
	low, high = low-air, high+air
	box := of.Box
	r := &relief{space: newSpace(view, append(append(points.Box(nil), box...), [2]float64{low, high}), of.Columns)}
	r.labels[2] = label
	width, depth := box[0][1]-box[0][0], box[1][1]-box[1][0]
	shownWidth, shownDepth := stretched(width, depth)
	r.stretch = [3]float64{shownWidth / width, shownDepth / depth,
		reliefHeight * (shownWidth + shownDepth) / 2 / (high - low)}
	return r
}

// surface adds the function's values at the grid's nodes, colored by the bar's scale.
func (r *relief) surface(nodes *points.Set, heights []float64) {
	lifted := r.lift(nodes, heights)
	var elements []int32
	for row := range int32(reliefColumns - 1) {
		for a := row * reliefColumns; a < (row+1)*reliefColumns-1; a++ {
			c := a + reliefColumns // in the next row
			elements = append(elements, a, a+1, c+1, a, c+1, c)
		}
	}
	r.objects = append(r.objects, &raster.Triangles{Vertices: lifted, Elements: elements,
		Paint: raster.Scaled(heights, r.bar.scale)})
}

// lift gives points of the plane a third coordinate, and their places in the figure's units.
func (r *relief) lift(plane *points.Set, heights []float64) *points.Set {
	lifted := points.New(plane.Len(), 3)
	for i := range plane.Len() {
		copy(lifted.At(i), plane.At(i))
		lifted.At(i)[2] = heights[i]
	}
	return r.place(lifted)
}

// curve draws a curve of the plane onto the surface.
func (r *relief) curve(m *mesh.Mesh, heights []float64, c color.NRGBA) {
	r.objects = append(r.objects, &raster.Segments{Vertices: r.lift(m.Vertices, heights), Elements: m.Elements,
		Paint: raster.Uniform(c),
		Width: 2 * sceneDots, Unlit: true})
}

// heightRange is the range of the finite values; a missingError where there are none.
func heightRange(values []float64, of string) (low, high float64, err error) {
	low, high = math.Inf(1), math.Inf(-1)
	for _, v := range values {
		if !math.IsNaN(v) && !math.IsInf(v, 0) {
			low, high = min(low, v), max(high, v)
		}
	}
	if low > high {
		return 0, 0, missingError(of + " is nowhere a finite number")
	}
	return low, high, nil
}

// meshNote is what a figure says of a subject's missing or cut curve, without advice; empty where there is nothing to
// say.
func meshNote(s *experiment.Subject) string {
	switch {
	case s.Mesh == nil:
		reason, _, _ := strings.Cut(unmeshed(s), ";")
		return reason
	case leavesBox(s):
		return "zero set leaves the box"
	}
	return ""
}

// EnergySurface is an energy over the box in the plane.
type EnergySurface struct {
	View
	Curve bool `yaml:"curve" default:"true" doc:"draw the learned manifold on the surface"`
}

// CodeVersion implements experiment.Figure.
func (*EnergySurface) CodeVersion() int { return 2 }

// CheckSubject implements experiment.Figure.
func (*EnergySurface) CheckSubject(n model.Traits, truth bool) error {
	const allowed = "models with an energy in R^2"
	switch {
	case truth || n.Ambient != 2:
		return refused(describe(n, truth), allowed, "")
	case !n.Density:
		return refused("a model without an energy", allowed, "")
	case !n.Implicit && n.Codimension() > 0:
		return refused("a model whose energy is in its latent space", allowed, "")
	}
	return nil
}

// Draw implements experiment.Figure.
func (f *EnergySurface) Draw(ctx context.Context, s *experiment.Subject, c draw.Canvas) error {
	nodes := gridNodes(s.Box)
	heights, err := s.Trained.Energies(ctx, nodes)
	if err != nil {
		return evaluating(err, "the energy can't be evaluated on a grid",
			"the model has no energy in the plane to draw")
	}
	low, high, err := heightRange(heights, "the energy")
	if err != nil {
		return err
	}
	if high == low {
		low, high = low-0.5, high+0.5
	}
	r := newRelief(f.View, s, low, high, "E")
	r.bar = &bar{scale: colormap.Sequential().Scale(low, high), label: "energy"}
	r.surface(nodes, heights)
	if f.Curve && s.Mesh != nil && s.Mesh.Dimension == 1 {
		along, err := s.Trained.Energies(ctx, s.Mesh.Vertices)
		if err != nil {
			return fmt.Errorf("the energy can't be evaluated on the learned manifold: %w", err)
		}
		r.curve(s.Mesh, along, curveColor())
	}
	if note := meshNote(s); note != "" && s.Traits.Codimension() > 0 {
		r.notes = append(r.notes, note)
	}
	return r.draw(c)
}

// MDFSurface is a manifold-defining function over the box in the plane, with its zero set; of several values, the norm.
type MDFSurface struct{ View }

// CodeVersion implements experiment.Figure.
func (*MDFSurface) CodeVersion() int { return 2 }

// CheckSubject implements experiment.Figure.
func (*MDFSurface) CheckSubject(n model.Traits, truth bool) error {
	const allowed = "models in R^2 with a manifold-defining function"
	switch {
	case truth || n.Ambient != 2:
		return refused(describe(n, truth), allowed, "")
	case !n.Implicit:
		return refused("a model without a manifold-defining function", allowed, "")
	}
	return nil
}

// flat is the least height that the axis shows, as a share of the box's width: F rises about as fast as the distance
// to its zero set where its Jacobian is regularized, and noise much below that should look flat.
const flat = 0.1

// Draw implements experiment.Figure.
func (f *MDFSurface) Draw(ctx context.Context, s *experiment.Subject, c draw.Canvas) error {
	nodes := gridNodes(s.Box)
	values, err := s.Trained.Values(ctx, nodes)
	if err != nil {
		return evaluating(err, "F can't be evaluated on a grid", "this model has no manifold-defining function")
	}
	heights, label := values.Data, "F"
	if values.Dim > 1 {
		heights, label = make([]float64, nodes.Len()), "|F|"
		for i := range heights {
			heights[i] = floats.Norm(values.At(i), 2)
		}
	}
	low, high, err := heightRange(heights, label)
	if err != nil {
		return err
	}
	air := flat / 2 * min(s.Box[0][1]-s.Box[0][0], s.Box[1][1]-s.Box[1][0])
	if values.Dim == 1 {
		low, high = min(low, -air), max(high, air)
	} else {
		low, high = 0, max(high, 2*air)
	}
	r := newRelief(f.View, s, low, high, label)
	r.bar = &bar{scale: colormap.Sequential().Scale(low, high), label: label}
	if end := max(-low, high); values.Dim == 1 { // neutral at 0
		r.bar.scale = colormap.Diverging().Scale(-end, end)
	}
	r.surface(nodes, heights)
	if s.Mesh != nil && s.Mesh.Dimension == 1 {
		r.curve(s.Mesh, make([]float64, s.Mesh.Vertices.Len()), plotstyle.Ink())
	}
	if note := meshNote(s); note != "" {
		r.notes = append(r.notes, note)
	}
	return r.draw(c)
}
