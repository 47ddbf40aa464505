package raster

import (
	"fmt"
	"image"
	"image/color"

	"ebim/framework/colormap"
)

// Scene is what a picture shows, and from where.
type Scene struct {
	Camera Camera
	// Bounds is the box that fills the picture, a least and a greatest value for each axis. What lies outside is drawn too,
	// as far as it is in view.
	Bounds [3][2]float64
	// Margin is the share of the picture's width and height that stays free around the box on each side, in [0, 0.45].
	Margin float64
	// Background is opaque: its alpha is left out.
	Background color.NRGBA
	// Supersampling is the number of samples along each side of a pixel, in [1, 8].
	Supersampling int
	Objects       []Object
}

// NewScene frames a box from obliquely above, on white.
func NewScene(bounds [3][2]float64) *Scene {
	return &Scene{
		Camera:        Camera{Azimuth: -60, Elevation: 25, FieldOfView: 25},
		Bounds:        bounds,
		Margin:        0.04,
		Background:    color.NRGBA{R: 255, G: 255, B: 255, A: 255},
		Supersampling: 3,
	}
}

// Object is one of Triangles, Points, Segments and Frame.
type Object interface {
	// check says what is wrong with the object, or nil.
	check() error
	// draw is only called on objects that passed their check.
	draw(p *painter)
}

var _ = []Object{(*Triangles)(nil), (*Points)(nil), (*Segments)(nil), (*Frame)(nil)}

// maxSamples keeps a picture's memory, 16 bytes a sample, below 1 GiB.
const maxSamples = 1 << 26

// Render draws the scene. Vertices and points that are not finite are left out together with what hangs on them; what is
// nearer to the camera than a hundredth of its distance is clipped.
func (s *Scene) Render(width, height int) (*image.RGBA, error) {
	view, err := s.View(width, height)
	if err != nil {
		return nil, err
	}
	if n := s.Supersampling; n < 1 || n > 8 {
		return nil, fmt.Errorf("raster: supersampling is %d, allowed are 1 to 8", n)
	}
	if n := width * height * s.Supersampling * s.Supersampling; n > maxSamples {
		return nil, fmt.Errorf("raster: %d x %d pixels of %d x %d samples are %d samples, at most %d are allowed; use a smaller picture",
			width, height, s.Supersampling, s.Supersampling, n, maxSamples)
	}
	for i, object := range s.Objects {
		if err := object.check(); err != nil {
			return nil, fmt.Errorf("raster: object %d: %w", i, err)
		}
	}
	p := newPainter(view, s.Supersampling, colormap.ToLinear(s.Background))
	for _, object := range s.Objects {
		object.draw(p)
	}
	p.finishTranslucent()
	return p.canvas.image(s.Supersampling), nil
}
