package raster

import (
	"fmt"
	"image/color"

	"ebim/framework/points"
)

// Frame draws the walls of the scene's box behind its contents: their edges, and lines at ticks.
type Frame struct {
	Ticks      [3][]float64 // values on each axis; those outside the box are left out
	Edge, Grid color.NRGBA
	Width      float64 // of edges, in pixels, in (0, 100]; grid lines have half of it
}

func (f *Frame) check() error {
	if !(f.Width > 0 && f.Width <= 100) {
		return fmt.Errorf("frame: width is %g pixels, allowed are more than 0 and at most 100", f.Width)
	}
	return nil
}

func (f *Frame) draw(p *painter) {
	edges, grid := &lines{}, &lines{}
	for k := range 3 {
		for side := range 2 {
			if !p.view.behind(k, side) {
				continue
			}
			for _, along := range [2]int{(k + 1) % 3, (k + 2) % 3} {
				across := 3 - k - along
				wall := p.view.bounds[k][side]
				for _, at := range p.view.bounds[across] {
					edges.add(p.view, k, wall, across, at)
				}
				for _, tick := range f.Ticks[across] {
					if tick > p.view.bounds[across][0] && tick < p.view.bounds[across][1] {
						grid.add(p.view, k, wall, across, tick)
					}
				}
			}
		}
	}
	grid.draw(p, f.Grid, f.Width/2)
	edges.draw(p, f.Edge, f.Width)
}

// lines are segments parallel to the box's axes.
type lines struct{ ends []float64 }

// add the line through the box on which two axes are constant.
func (l *lines) add(v *View, i int, valueI float64, j int, valueJ float64) {
	for side := range 2 {
		var x [3]float64
		k := 3 - i - j
		x[i], x[j], x[k] = valueI, valueJ, v.bounds[k][side]
		l.ends = append(l.ends, x[:]...)
	}
}

func (l *lines) draw(p *painter, c color.NRGBA, width float64) {
	s := Segments{Vertices: &points.Set{Dim: 3, Data: l.ends}, Paint: Uniform(c), Width: width, Unlit: true}
	for i := range s.Vertices.Len() {
		s.Elements = append(s.Elements, int32(i))
	}
	s.draw(p)
}

// behind reports whether the camera sees the wall at a side of axis k from within the box.
func (v *View) behind(k, side int) bool {
	beyond := [3]float64{v.eye.X, v.eye.Y, v.eye.Z}[k] - v.bounds[k][side]
	return (side == 0 && beyond >= 0) || (side == 1 && beyond <= 0)
}
