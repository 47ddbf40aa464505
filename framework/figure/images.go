package figure

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"ebim/framework/config"
	"ebim/framework/experiment"
	"ebim/framework/model"
	"ebim/framework/mosaic"
	"ebim/framework/points"
	"ebim/framework/support"
)

// ShownImages names the images that a figure shows.
type ShownImages string

// Choices of ShownImages.
func (ShownImages) Choices() []config.Choice {
	return []config.Choice{
		{Name: "samples",
			Doc: "the model's samples, uncurated: the first of them; training images where the data are shown"},
		{Name: "data", Doc: "training images, evenly spaced in their order"},
		{Name: "held_out", Doc: "held-out images, evenly spaced in their order"},
		{Name: "reconstructions",
			Doc: "training images, and below each row what the model's encoder and decoder make of it"},
		{Name: "held_out_reconstructions", Doc: "the same of held-out images"},
		{Name: "tangent_walks",
			Doc: "in the middle of each row a held-out image, brought to the model's manifold, and on both sides " +
				"where one comes to by going along it: each move follows a tangent, about the last one, and returns " +
				"to the manifold. A walk sets out where the nearest training images differ most or, with a decoder, " +
				"along the largest singular value of its Jacobian"},
	}
}

// Images is a grid of images: samples, data, reconstructions, or walks along a manifold. Each pixel of an image is a
// square of whole dots of the figure, the same for all, and nothing is interpolated.
type Images struct {
	Show    ShownImages `yaml:"show" default:"samples" doc:"what is shown"`
	Rows    int         `yaml:"rows" default:"8" range:"[1, 100]" doc:"rows of images"`
	Columns int         `yaml:"columns" default:"8" range:"[1, 100]" doc:"images in a row; walks start in the middle"`
	Step    float64     `yaml:"step" default:"0.2" range:"(0, 1]" doc:"step of tangent_walks, in units of the data's spread"`
}

// leastImage is the fewest numbers of an image.
const leastImage = 16

// imageGap is the room between images, in dots.
const imageGap = 2

// CodeVersion implements experiment.Figure.
func (*Images) CodeVersion() int { return 1 }

// reconstructs reports whether the figure shows reconstructions.
func (f *Images) reconstructs() bool {
	return f.Show == "reconstructions" || f.Show == "held_out_reconstructions"
}

// CheckSubject implements experiment.Figure.
func (f *Images) CheckSubject(n model.Traits, truth bool) error {
	switch {
	case n.Ambient < leastImage:
		return refused(describe(n, truth), fmt.Sprintf("images, of %d numbers or more", leastImage), "")
	case f.Show == "tangent_walks" && (truth || n.Codimension() == 0):
		return refused("tangent walks of "+describe(n, truth)+" without a manifold",
			"a model with a manifold: implicit_manifold, ebim or pushforward", "show: samples shows draws")
	case truth && f.reconstructs():
		return refused("reconstructions of the data themselves", "a model with an encoder and a decoder",
			"show: data shows the data")
	}
	return nil
}

// shapeOf is the shape of a subject's images; false if its points are not images.
func shapeOf(s *experiment.Subject) (points.Shape, bool) {
	if s.Images != nil {
		return s.Images.Train.Shape, true
	}
	return points.ShapeOf(s.Train.Dim)
}

// Draw implements experiment.Figure.
func (f *Images) Draw(ctx context.Context, s *experiment.Subject, c draw.Canvas) error {
	shape, ok := shapeOf(s)
	if !ok || shape.Channels != 1 && shape.Channels != 3 {
		return missingError(fmt.Sprintf("points of R^%d are no images that can be drawn", s.Train.Dim))
	}
	shown, err := f.images(ctx, s)
	if err != nil {
		return err
	}
	const dot = vg.Inch / Resolution
	columns := min(f.Columns, shown.Len())
	size := c.Size()
	o := mosaic.Fitting(shown.Len(), columns, imageGap, shape, int(size.X/dot), int(size.Y/dot))
	picture, err := mosaic.New(shown, shape, o)
	if err != nil {
		return err
	}
	// On whole dots, so that a PNG file has the figure's as they are; one that is too large for the panel is made
	// smaller.
	width, height := vg.Length(picture.Bounds().Dx())*dot, vg.Length(picture.Bounds().Dy())*dot
	shrink := min(1, size.X/width, size.Y/height)
	width, height = shrink*width, shrink*height
	whole := func(x vg.Length) vg.Length { return vg.Length(math.Floor(float64(x/dot))) * dot }
	low := vg.Point{X: whole(c.Min.X + (size.X-width)/2), Y: whole(c.Max.Y - height)}
	c.DrawImage(vg.Rectangle{Min: low, Max: vg.Point{X: low.X + width, Y: low.Y + height}}, picture)
	return nil
}

// images are what is shown; the error may be a missingError.
func (f *Images) images(ctx context.Context, s *experiment.Subject) (*points.Set, error) {
	count := f.Rows * f.Columns
	of, name := s.Train, "training images"
	if f.Show == "held_out" || f.Show == "held_out_reconstructions" || f.Show == "tangent_walks" {
		of, name = s.Held, "held-out images"
	}
	switch {
	case f.Show == "samples" && s.Trained != nil:
		if s.Samples == nil {
			return nil, missingError(unsampled(s))
		}
		return s.Samples.Slice(0, min(count, s.Samples.Len())), nil
	case of.Len() == 0:
		return nil, missingError("there are no " + name)
	case f.Show == "tangent_walks":
		return f.walks(ctx, s, of.Evenly(f.Rows), walkParts)
	case !f.reconstructs():
		return of.Evenly(count), nil
	}
	return f.pairs(ctx, s, of.Evenly(max(1, f.Rows/2)*f.Columns))
}

// pairs are rows of images and below each the row of their reconstructions.
func (f *Images) pairs(ctx context.Context, s *experiment.Subject, of *points.Set) (*points.Set, error) {
	made, err := support.Reconstruct(ctx, s.Trained.Support, of)
	if err != nil {
		return nil, evaluating(err, "the images can't be reconstructed", "the model has no encoder and decoder")
	}
	of = of.Slice(0, of.Len()-of.Len()%min(f.Columns, of.Len())) // whole rows
	shown := points.New(0, of.Dim)
	for from := 0; from < of.Len(); from += f.Columns {
		to := min(from+f.Columns, of.Len())
		shown.Data = append(append(shown.Data, of.Slice(from, to).Data...), made.Slice(from, to).Data...)
	}
	return shown, nil
}

// walkParts are the moves that a walk from one image to the next is made of.
const walkParts = 4

// walks are rows of walks along the model's manifold, from images in the middle, with a number of moves from one to
// the next.
func (f *Images) walks(ctx context.Context, s *experiment.Subject, from *points.Set, parts int) (*points.Set, error) {
	length := f.Step * s.Train.Scale() * math.Sqrt(float64(s.Train.Dim)) // Scale is per coordinate
	shown, err := support.Walk(ctx, s.Trained.Support, from,
		support.Steps{Before: f.Columns / 2, After: (f.Columns - 1) / 2, Length: length, Parts: parts})
	return shown, evaluating(err, "the walks along the manifold can't be made",
		"the model has no manifold to walk along")
}
