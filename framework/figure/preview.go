package figure

import (
	"bytes"
	"context"
	"errors"
	"fmt"

	"ebim/framework/experiment"
	"ebim/framework/mesh"
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

// Previews returns pictures of what there is of a model while it is trained: coarser ones than figures of a finished
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
	picture, err := d.Draw(ctx, Sources{Subject: func(Shown) (*experiment.Subject, error) { return s, nil }})
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
	previewSize    = 480 // width and height in dots that the picture fills at most
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
	shown, missing, err := pairs.pairs(ctx, s, thinned(keptOf(s), previewColumns))
	if err == nil && missing != "" {
		err = fmt.Errorf("%s: %w", missing, errors.ErrUnsupported)
	}
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
	shown, missing, err := walks.walks(ctx, s, thinned(keptOf(s), 1), 2)
	if err == nil && missing != "" {
		err = fmt.Errorf("%s: %w", missing, errors.ErrUnsupported)
	}
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
