package raster

import (
	"image/color"
	"math"

	"ebim/framework/points"
)

// Frame draws the walls of the scene's box behind its contents: their edges, and lines at ticks.
type Frame struct {
	Ticks      [3][]float64 // values on each axis; those outside the box are left out
	Edge, Grid color.NRGBA
	Width      float64 // of edges, in pixels, in (0, 100]; grid lines have half of it
}

func (f *Frame) check() error { return nil }

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

// Axis is the edge of the box beside which the labels of a coordinate read best.
type Axis struct {
	From, To [3]float64 // in the data's space, from the least to the greatest value
	Outward  [2]float64 // unit vector in the picture, rightwards and downwards, away from the box and across the edge
}

// Axes returns the edges for the labels: on the box's outline, the lowest for the first two axes and the leftmost for
// the third. The edge of an axis that points at the camera is short.
func (v *View) Axes() [3]Axis {
	var axes [3]Axis
	for k := range axes {
		best := math.Inf(-1)
		for corner := range 8 {
			if corner>>k&1 == 1 {
				continue
			}
			axis, score := v.axis(k, corner)
			if score > best {
				axes[k], best = axis, score
			}
		}
	}
	return axes
}

// axis returns the edge along axis k from a corner of the box, and how well it suits labels.
func (v *View) axis(k, corner int) (axis Axis, score float64) {
	axis.From, axis.To = v.corner(corner), v.corner(corner|1<<k)
	ax, ay, _ := v.Project(axis.From[:])
	bx, by, _ := v.Project(axis.To[:])
	middleX, middleY := (ax+bx)/2-v.width/2, (ay+by)/2-v.height/2
	outX, outY := ay-by, bx-ax
	if outX*middleX+outY*middleY < 0 {
		outX, outY = -outX, -outY
	}
	if length := math.Hypot(outX, outY); length > 0 {
		axis.Outward = [2]float64{outX / length, outY / length}
	}
	score = middleY
	if k == 2 {
		score = -middleX
	}
	i, j := (k+1)%3, (k+2)%3
	if v.behind(i, corner>>i&1) == v.behind(j, corner>>j&1) {
		score -= 10 * (v.width + v.height) // not on the outline
	}
	return axis, score
}
