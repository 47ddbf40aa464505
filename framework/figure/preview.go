package figure

import (
	"bytes"
	"context"
	"errors"
	"image/color"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"ebim/framework/colormap"
	"ebim/framework/experiment"
	"ebim/framework/figure/plotstyle"
	"ebim/framework/mesh"
	"ebim/framework/model"
	"ebim/framework/mosaic"
	"ebim/framework/points"
	"ebim/framework/random"
	"ebim/framework/support"
)

// Kinds of previews.
const (
	// in the plane and in space: the curve, surface or density, with the data
	previewModel = "model"
	previewDraws = "draws" // images that are drawn
	// images that were kept from training, each above what decoder and encoder make of it
	previewReconstructions = "reconstructions"
	// images along the manifold on both sides of one that was kept from training
	previewWalks = "walks"
	previewNorms = "norms" // histogram of |F| at training points, kept ones and noise
)

// Previews returns figures of what there is of a model while it is trained: coarser ones than figures of a finished
// model, at a small part of their cost, the cheap ones first. Their random numbers come from streams of their own,
// which are the same at each look.
func Previews(s *experiment.Subject) []experiment.Preview {
	var all []experiment.Preview
	add := func(kind string, draw func(ctx context.Context, s *experiment.Subject) ([]byte, error)) {
		all = append(all, experiment.Preview{Kind: kind, Draw: func(ctx context.Context) ([]byte, error) {
			png, err := draw(ctx, s)
			var empty *support.EmptyError
			if errors.Is(err, errors.ErrUnsupported) || errors.As(err, &empty) { // nothing to be seen yet
				return nil, nil
			}
			return png, err
		}})
	}
	add(previewNorms, drawNorms)
	if n := s.Train.Dim; n == 2 || n == 3 {
		add(previewModel, drawModel)
	}
	if shape, ok := shapeOf(s); ok && s.Train.Dim >= leastImage && (shape.Channels == 1 || shape.Channels == 3) {
		add(previewReconstructions, drawReconstructions)
		add(previewDraws, drawDraws)
		add(previewWalks, drawWalks)
	}
	return all
}

// Cells of a preview's mesh along the box's longest axis, in the plane and in space, and points of an ambient model in
// space.
const (
	previewCells2D = 96
	previewCells3D = 32
	previewPoints  = 400
)

// drawModel draws a curve, a surface or a density, with the data.
func drawModel(ctx context.Context, s *experiment.Subject) (png []byte, err error) {
	shown, cells := *s, previewCells2D
	var panel experiment.Figure = &Density2D{Data: true}
	if s.Train.Dim == 3 {
		panel, cells = &Density3D{View: DefaultView(), Data: true}, previewCells3D
	}
	filling := s.Traits.Codimension() == 0
	if filling && s.Trained.Density == nil {
		return nil, errors.ErrUnsupported
	}
	if filling && s.Train.Dim == 3 {
		if shown.Samples, _, err = s.Trained.Sample(ctx, random.New(s.Seed, "preview/points", 0),
			previewPoints); err != nil {
			return nil, err
		}
	}
	if !filling {
		shown.Mesh, err = s.Trained.Mesh(ctx, cells)
		var unmeshable *mesh.UnmeshableError
		if errors.As(err, &unmeshable) {
			shown.Unmeshed, err = unmeshable.Reason, nil
		}
		if err != nil {
			return nil, err
		}
	}
	return drawPNG(ctx, panel, &shown)
}

// drawPNG draws a figure alone.
func drawPNG(ctx context.Context, f experiment.Figure, s *experiment.Subject) ([]byte, error) {
	d := Drawing{Layout: experiment.Layout{Columns: 1, Width: 8, Height: 7}, Panels: []Panel{{Figure: f}}}
	picture, err := d.Draw(ctx, func(Shown) (*experiment.Subject, error) { return s, nil })
	if err != nil {
		return nil, err
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	var png bytes.Buffer
	err = picture.WritePNG(&png)
	return png.Bytes(), err
}

// Images of a preview.
const (
	previewColumns = 8
	previewSize    = 480 // width and height in dots that the figure fills at most
)

// drawDraws draws a few images from the model.
func drawDraws(ctx context.Context, s *experiment.Subject) ([]byte, error) {
	if s.Trained.Density == nil {
		return nil, errors.ErrUnsupported
	}
	drawn, _, err := s.Trained.Sample(ctx, random.New(s.Seed, "preview/draws", 0), previewColumns)
	if err != nil {
		return nil, err
	}
	return imagesPNG(s, drawn, previewColumns)
}

// drawReconstructions draws images that were kept from training, and below each what the model makes of it.
func drawReconstructions(ctx context.Context, s *experiment.Subject) ([]byte, error) {
	pairs := Images{Show: "reconstructions", Rows: 2, Columns: previewColumns}
	shown, err := pairs.pairs(ctx, s, thinned(keptOf(s), previewColumns))
	if err != nil {
		return nil, err
	}
	return imagesPNG(s, shown, previewColumns)
}

// drawWalks draws one walk along the manifold, from an image that was kept from training: two cost about as much as
// the draws.
func drawWalks(ctx context.Context, s *experiment.Subject) ([]byte, error) {
	if s.Traits.Codimension() == 0 || s.Trained.Energy() != nil { // no manifold, or one that is trained already
		return nil, errors.ErrUnsupported
	}
	walks := Images{Columns: previewColumns - 1, Step: 0.2}
	shown, err := walks.walks(ctx, s, thinned(keptOf(s), 1), 2)
	if err != nil {
		return nil, err
	}
	return imagesPNG(s, shown, previewColumns-1)
}

// keptOf are points that were kept from training: the held-out ones, or those of validation, or else the training
// points.
func keptOf(s *experiment.Subject) *points.Set {
	for _, set := range []*points.Set{s.Held, s.Validation} {
		if set != nil && set.Len() > 0 {
			return set
		}
	}
	return s.Train
}

// imagesPNG lays images out in rows.
func imagesPNG(s *experiment.Subject, shown *points.Set, columns int) ([]byte, error) {
	shape, _ := shapeOf(s)
	var png bytes.Buffer
	err := mosaic.WritePNG(&png, shown, shape, mosaic.Fitting(shown.Len(), columns, imageGap, shape,
		previewSize, previewSize))
	return png.Bytes(), err
}

// norms is a histogram of |F|, which separates points of the manifold from others: at training points, at points that
// were kept from training, and at noise, uniform points of the box.
type norms struct{}

// Points of each set that are looked at: fewer ones of many numbers, such as images, whose networks are dear.
const (
	leastNorms, mostNorms = 16, 128
	mostNumbers           = 1 << 15
)

// leastNorm stands for a norm that is 0 in single precision.
const leastNorm = 1e-12

// normBins is the number of bins between the smallest and the largest norm.
const normBins = 40

func drawNorms(ctx context.Context, s *experiment.Subject) ([]byte, error) {
	return drawPNG(ctx, norms{}, s)
}

// CodeVersion implements experiment.Figure.
func (norms) CodeVersion() int { return 1 }

// CheckSubject implements experiment.Figure.
func (norms) CheckSubject(model.Traits, bool) error { return nil }

// Draw implements experiment.Figure, for a model with a manifold-defining function.
func (norms) Draw(ctx context.Context, s *experiment.Subject, c draw.Canvas) error {
	type normSet struct {
		name  string
		color color.NRGBA
		at    *points.Set
		logs  []float64
	}
	count := max(leastNorms, min(mostNorms, mostNumbers/s.Train.Dim))
	sets := []normSet{{name: "training", color: dataColor(), at: thinned(s.Train, count)}}
	if kept := keptOf(s); kept != s.Train {
		sets = append(sets, normSet{name: "kept from training", color: modelColor(), at: thinned(kept, count)})
	}
	sets = append(sets, normSet{name: "noise", color: colormap.Categorical()[2],
		at: s.Box.Uniform(count, random.New(s.Seed, "preview/noise", 0))})
	var all []float64
	for i, set := range sets {
		values, err := s.Trained.Values(ctx, set.at)
		if err != nil {
			return err
		}
		sets[i].logs = logNorms(values)
		all = append(all, sets[i].logs...)
	}
	low, high, err := heightRange(all, "|F|")
	if err != nil {
		return err
	}
	if high-low < 1e-6 {
		low, high = low-0.5, high+0.5
	}
	p := plotstyle.Axes("log10 |F|", "share of the points")
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = low, high, 0, 0
	inner := draw.Crop(c, 0, 0, 0, -(plotstyle.TickSize + 4))
	for _, set := range sets {
		steps := histogram(set.logs, low, high)
		for _, step := range steps {
			p.Y.Max = max(p.Y.Max, 1.05*step.Y)
		}
		p.Add(&plotter.Line{XYs: steps, LineStyle: draw.LineStyle{Color: set.color, Width: 1.5}})
	}
	p.Draw(inner)
	picture := p.DataCanvas(inner)
	plotstyle.Outline(picture)
	at := vg.Point{X: picture.Min.X, Y: c.Max.Y}
	for _, set := range sets {
		style := plotstyle.Text(plotstyle.TickSize, draw.XLeft, draw.YTop)
		style.Color = set.color
		c.FillText(style, at, set.name)
		at.X += style.Width(set.name) + plotstyle.TickSize
	}
	return nil
}

// logNorms are the finite norms' logarithms to the base 10.
func logNorms(values *points.Set) (logs []float64) {
	for i := range values.Len() {
		if norm := floats.Norm(values.At(i), 2); !math.IsNaN(norm) && !math.IsInf(norm, 0) {
			logs = append(logs, math.Log10(max(norm, leastNorm)))
		}
	}
	return logs
}

// histogram returns the outline of the shares of values in bins from low to high.
func histogram(values []float64, low, high float64) plotter.XYs {
	shares := make([]float64, normBins)
	for _, v := range values {
		shares[min(int(normBins*(v-low)/(high-low)), normBins-1)] += 1 / float64(len(values))
	}
	outline := plotter.XYs{{X: low}}
	for i, share := range shares {
		width := (high - low) / normBins
		outline = append(outline, plotter.XY{X: low + float64(i)*width, Y: share},
			plotter.XY{X: low + float64(i+1)*width, Y: share})
	}
	return append(outline, plotter.XY{X: high})
}
