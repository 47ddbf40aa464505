// Package mosaic lays images out side by side, pixel by pixel: no number of an image is interpolated, and none is
// scaled.
package mosaic

import (
	"fmt"
	"image"
	"image/color"
	"math"

	"ebim/framework/points"
)

// Options say how images are laid out.
type Options struct {
	Columns int // images in a row, at least 1
	Factor  int // dots of the picture for a pixel of an image, along each axis, at least 1
	Gap     int // dots between images
}

// notNumber is the color of pixels that are not numbers.
var notNumber = color.NRGBA{R: 255, A: 255}

// Size returns the width and height of a mosaic of count images, in dots.
func (o Options) Size(count int, shape points.Shape) (width, height int) {
	columns := min(o.Columns, max(count, 1))
	rows := (max(count, 1) + columns - 1) / columns
	return columns*shape.Width*o.Factor + (columns-1)*o.Gap, rows*shape.Height*o.Factor + (rows-1)*o.Gap
}

// Fitting returns the options by which a mosaic of count images is the largest in a width and height in dots,
// which is too large all the same where even one dot for a pixel is.
func Fitting(count, columns, gap int, shape points.Shape, width, height int) Options {
	o := Options{Columns: columns, Factor: 1, Gap: gap}
	for {
		next := o
		next.Factor++
		if w, h := next.Size(count, shape); w > width || h > height {
			return o
		}
		o = next
	}
}

// New draws points as images of a shape with one channel or three, whose numbers go from 0 (black) to 1; those beyond
// are drawn as the nearer of the two, and what is not a number is red. The error is of points or options that are
// none.
func New(set *points.Set, shape points.Shape, o Options) (*image.NRGBA, error) {
	switch {
	case set.Dim != shape.Size() || shape.Channels != 1 && shape.Channels != 3:
		return nil, fmt.Errorf("points of R^%d can't be drawn as images of %s; one channel or three are needed, and "+
			"as many numbers", set.Dim, shape)
	case o.Columns < 1 || o.Factor < 1 || o.Gap < 0:
		return nil, fmt.Errorf("%+v; at least 1 column, a factor of 1 and a gap of 0 are needed", o)
	}
	width, height := o.Size(set.Len(), shape)
	picture := image.NewNRGBA(image.Rect(0, 0, width, height))
	for i := range picture.Pix {
		picture.Pix[i] = 255 // between images, white
	}
	for i := range set.Len() {
		left := i % o.Columns * (shape.Width*o.Factor + o.Gap)
		top := i / o.Columns * (shape.Height*o.Factor + o.Gap)
		row := set.At(i)
		for y := range shape.Height * o.Factor {
			for x := range shape.Width * o.Factor {
				picture.SetNRGBA(left+x, top+y, pixel(row, shape, y/o.Factor*shape.Width+x/o.Factor))
			}
		}
	}
	return picture, nil
}

// pixel is the color of a pixel of an image.
func pixel(row []float64, shape points.Shape, at int) color.NRGBA {
	var levels [3]uint8
	for c := range levels {
		v := row[min(c, shape.Channels-1)*shape.Height*shape.Width+at]
		if math.IsNaN(v) {
			return notNumber
		}
		levels[c] = uint8(math.Round(255 * min(1, max(0, v))))
	}
	return color.NRGBA{R: levels[0], G: levels[1], B: levels[2], A: 255}
}
