package raster

import (
	"slices"

	"gonum.org/v1/gonum/spatial/r3"

	"ebim/framework/colormap"
)

// painter draws triangles and spheres given in the camera's axes.
type painter struct {
	view         *View // in samples
	samples      int   // along each side of a pixel
	canvas       *canvas
	illumination illumination
	translucent  []translucent
}

func newPainter(view *View, samples int, background colormap.Linear) *painter {
	return &painter{
		view:         view.supersampled(samples),
		samples:      samples,
		canvas:       newCanvas(int(view.width)*samples, int(view.height)*samples, background),
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

// material is what the vertices of an object have in common.
type material struct {
	shades  shades
	opacity float64
}

// translucent triangles wait until all that is opaque is drawn.
type translucent struct {
	corners  triangle
	material *material
	depth    float64
}

// draw clips a triangle and fills what remains.
func (p *painter) draw(corners *triangle, m *material) {
	if m.opacity < 1 {
		depth := corners[0].at.Z + corners[1].at.Z + corners[2].at.Z
		p.translucent = append(p.translucent, translucent{*corners, m, depth})
		return
	}
	p.clip(corners, m)
}

// finishTranslucent draws the translucent triangles from back to front.
func (p *painter) finishTranslucent() {
	slices.SortStableFunc(p.translucent, func(a, b translucent) int {
		switch {
		case a.depth > b.depth:
			return -1
		case a.depth < b.depth:
			return 1
		}
		return 0
	})
	for i := range p.translucent {
		p.clip(&p.translucent[i].corners, p.translucent[i].material)
	}
}
