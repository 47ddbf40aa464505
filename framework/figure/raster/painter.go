package raster

import (
	"gonum.org/v1/gonum/spatial/r3"

	"ebim/framework/colormap"
)

// painter draws triangles and spheres given in the camera's axes.
type painter struct {
	view         *View // in samples
	samples      int   // along each side of a pixel
	canvas       *canvas
	illumination illumination
}

func newPainter(view *View, samples int) *painter {
	return &painter{
		view:         view.supersampled(samples),
		samples:      samples,
		canvas:       newCanvas(int(view.width)*samples, int(view.height)*samples),
		illumination: newIllumination(),
	}
}

// pixel returns the length that one pixel shows at a depth, in the camera's unit.
func (p *painter) pixel(depth float64) float64 { return depth * float64(p.samples) / p.view.focal }

// vertex of a triangle. A normal of length 0 leaves it unlit.
type vertex struct {
	at     r3.Vec
	paint  colormap.Linear // for shades.light
	normal r3.Vec
}

type triangle [3]vertex
