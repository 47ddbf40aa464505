package raster

import (
	"fmt"
	"image"
	"math"

	"gonum.org/v1/gonum/spatial/r3"
)

// Scene is what a picture shows, and from where.
type Scene struct {
	Camera Camera
	// Bounds is the box that fills the picture, a least and a greatest value for each axis. What lies outside is drawn
	// too, as far as it is in view.
	Bounds [3][2]float64
	// Margin is the share of the picture's width and height that stays free around the box on each side.
	Margin float64
	// Supersampling is the number of samples along each side of a pixel.
	Supersampling int
	Objects       []Object
}

// NewScene frames a box from obliquely above, on white.
func NewScene(bounds [3][2]float64) *Scene {
	return &Scene{
		Camera:        Camera{Azimuth: -60, Elevation: 25, FieldOfView: 25},
		Bounds:        bounds,
		Margin:        0.04,
		Supersampling: 3,
	}
}

// Object is one of Triangles, Points, Segments and Frame.
type Object interface {
	// check returns what is wrong with the object, or nil.
	check() error
	// draw is only called on objects that passed their check.
	draw(p *painter)
}

var _ = []Object{(*Triangles)(nil), (*Points)(nil), (*Segments)(nil), (*Frame)(nil)}

// Render draws the scene. Vertices and points that are not finite are left out together with the elements that use
// them; what is nearer to the camera than a hundredth of its distance is clipped.
func (s *Scene) Render(width, height int) (*image.RGBA, error) {
	view, err := s.View(width, height)
	if err != nil {
		return nil, err
	}
	if n := width * height * s.Supersampling * s.Supersampling; n > maxSamples {
		return nil, fmt.Errorf("raster: %d x %d pixels of %d x %d samples are %d samples, at most %d are allowed; "+
			"use a smaller figure",
			width, height, s.Supersampling, s.Supersampling, n, maxSamples)
	}
	for i, object := range s.Objects {
		if err := object.check(); err != nil {
			return nil, fmt.Errorf("raster: object %d: %w", i, err)
		}
	}
	p := newPainter(view, s.Supersampling)
	for _, object := range s.Objects {
		object.draw(p)
	}
	return p.canvas.image(s.Supersampling), nil
}

// View places the camera so that the box of Bounds just fits a picture of that size, within the margin and centered.
func (s *Scene) View(width, height int) (*View, error) {
	if width < 1 || height < 1 || width > maxSamples || height > maxSamples {
		return nil, fmt.Errorf("raster: can't draw a figure of %d x %d pixels; allowed: 1 to %d", width,
			height, maxSamples)
	}
	center, err := s.center()
	if err != nil {
		return nil, err
	}
	sinA, cosA := math.Sincos(s.Camera.Azimuth * math.Pi / 180)
	sinE, cosE := math.Sincos(s.Camera.Elevation * math.Pi / 180)
	view := &View{
		bounds:  s.Bounds,
		right:   r3.Vec{X: -sinA, Y: cosA},
		up:      r3.Vec{X: -sinE * cosA, Y: -sinE * sinA, Z: cosE},
		forward: r3.Vec{X: -cosE * cosA, Y: -cosE * sinA, Z: -sinE},
		width:   float64(width),
		height:  float64(height),
	}
	view.focal = min(view.width, view.height) / 2 / math.Tan(s.Camera.FieldOfView*math.Pi/360)
	view.frame(center, 1-2*s.Margin)
	return view, nil
}

// center of the box.
func (s *Scene) center() (r3.Vec, error) {
	var center, half [3]float64
	for k, b := range s.Bounds {
		if !(b[1] >= b[0]) {
			return r3.Vec{},
				fmt.Errorf("raster: bounds of axis %d are %v, allowed are a least and a greatest number in this order",
					k, b)
		}
		center[k], half[k] = b[0]/2+b[1]/2, b[1]/2-b[0]/2
	}
	size := r3.Norm(vector(half))
	if !(size > 0) || math.IsInf(size+r3.Norm(vector(center)), 0) {
		return r3.Vec{}, fmt.Errorf("raster: bounds are %v, allowed is a finite box larger than a point", s.Bounds)
	}
	return vector(center), nil
}
