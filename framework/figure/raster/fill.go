package raster

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"ebim/framework/colormap"
)

// grid is the number of positions to which a corner is rounded along a sample. On integers, whether a sample is inside
// is exact, so that triangles that share an edge cover each sample along it once.
const grid = 256

// corner is a vertex on the canvas, in 1/grid of a sample.
type corner struct {
	x, y     int64
	nearness float64
}

func (p *painter) corner(at r3.Vec) corner {
	nearness := 1 / at.Z
	return corner{
		x:        int64(math.Round(grid * (p.view.centerX + p.view.focal*at.X*nearness))),
		y:        int64(math.Round(grid * (p.view.centerY - p.view.focal*at.Y*nearness))),
		nearness: nearness,
	}
}

// edge is the line from a corner to another; its value at a point is twice the area of the triangle with that point,
// positive inside of a triangle whose own area is.
type edge struct {
	from   corner
	dx, dy int64
	bias   int64
}

func newEdge(from, to corner) edge {
	e := edge{from: from, dx: to.x - from.x, dy: to.y - from.y}
	if e.dy > 0 || (e.dy == 0 && e.dx < 0) {
		e.bias = -1 // samples on such an edge belong to the neighbor, which runs along it the other way
	}
	return e
}

// at returns the edge's value at the center of a sample.
func (e *edge) at(column, row int64) int64 {
	return e.dx*(row*grid+grid/2-e.from.y) - e.dy*(column*grid+grid/2-e.from.x)
}

// narrow reduces a row's columns from first to last to those on the edge's inner side.
func (e *edge) narrow(row, first, last int64) (int64, int64) {
	value, step := e.at(0, row)+e.bias, -e.dy*grid
	switch {
	case step > 0:
		first = max(first, -floorDivide(value, step))
	case step < 0:
		last = min(last, floorDivide(value, -step))
	case value < 0:
		last = first - 1
	}
	return first, last
}

func floorDivide(a, b int64) int64 {
	q := a / b
	if a%b < 0 {
		q--
	}
	return q
}

// fill draws a triangle that is wholly in view.
func (p *painter) fill(t *triangle, s *shades) {
	a, b, c := p.corner(t[0].at), p.corner(t[1].at), p.corner(t[2].at)
	area := (b.x-a.x)*(c.y-a.y) - (b.y-a.y)*(c.x-a.x)
	if area == 0 {
		return
	}
	if area < 0 {
		area, b, c = -area, c, b
		t = &triangle{t[0], t[2], t[1]}
	}
	edges := [3]edge{newEdge(b, c), newEdge(c, a), newEdge(a, b)}
	top := max(0, (min(a.y, b.y, c.y)+grid/2-1)/grid)
	bottom := min(int64(p.canvas.height)-1, (max(a.y, b.y, c.y)-grid/2)/grid)
	left := max(0, (min(a.x, b.x, c.x)+grid/2-1)/grid)
	right := min(int64(p.canvas.width)-1, (max(a.x, b.x, c.x)-grid/2)/grid)

	span := newSpan(t, [3]corner{a, b, c}, &edges, area)
	for row := top; row <= bottom; row++ {
		first, last := left, right
		for k := range edges {
			first, last = edges[k].narrow(row, first, last)
		}
		if first <= last {
			span.weightB = float64(edges[1].at(first, row)) / float64(area)
			span.weightC = float64(edges[2].at(first, row)) / float64(area)
			p.fillRow(span, s, row*int64(p.canvas.width)+first, last-first+1)
		}
	}
}

// span walks along a row of a triangle. What is linear on the triangle in space is, divided by depth, linear on the
// canvas.
type span struct {
	corners          *triangle
	nearness         [3]float64
	weightB, weightC float64 // barycentric weights on the canvas of the second and the third corner
	stepB, stepC     float64 // from a sample to the next
}

func newSpan(t *triangle, corners [3]corner, edges *[3]edge, area int64) *span {
	return &span{
		corners:  t,
		nearness: [3]float64{corners[0].nearness, corners[1].nearness, corners[2].nearness},
		stepB:    -float64(edges[1].dy*grid) / float64(area),
		stepC:    -float64(edges[2].dy*grid) / float64(area),
	}
}

func (p *painter) fillRow(s *span, paint *shades, from, samples int64) {
	shown := p.canvas.nearness[from : from+samples]
	for i := range shown {
		b, c := s.weightB+float64(i)*s.stepB, s.weightC+float64(i)*s.stepC
		nearness := (1-b-c)*s.nearness[0] + b*s.nearness[1] + c*s.nearness[2]
		if float32(nearness) <= shown[i] {
			continue
		}
		b, c = b*s.nearness[1]/nearness, c*s.nearness[2]/nearness
		light, normal := s.corners.at(b, c)
		p.canvas.show(int(from)+i, float32(nearness), paint.light(light).Times(p.illumination.on(normal)))
	}
}

// at returns the paint and the normal where the second and the third corner have the given weights.
func (t *triangle) at(b, c float64) (paint colormap.Linear, normal r3.Vec) {
	a := 1 - b - c
	for k := range paint {
		paint[k] = a*t[0].paint[k] + b*t[1].paint[k] + c*t[2].paint[k]
	}
	normal.X = a*t[0].normal.X + b*t[1].normal.X + c*t[2].normal.X
	normal.Y = a*t[0].normal.Y + b*t[1].normal.Y + c*t[2].normal.Y
	normal.Z = a*t[0].normal.Z + b*t[1].normal.Z + c*t[2].normal.Z
	return paint, normal
}

// sides of the visible pyramid: a point is visible where all five are at least 0.
const sides = 5

func (v *View) side(k int, at r3.Vec) float64 {
	switch k {
	case 0:
		return at.Z - near
	case 1:
		return v.focal*at.X + v.centerX*at.Z
	case 2:
		return (v.width-v.centerX)*at.Z - v.focal*at.X
	case 3:
		return v.centerY*at.Z - v.focal*at.Y
	default:
		return (v.height-v.centerY)*at.Z + v.focal*at.Y
	}
}

// draw fills the visible part of a triangle (Sutherland and Hodgman 1974: one side after the other).
func (p *painter) draw(corners *triangle, s *shades) {
	crossed := [sides]bool{}
	inside := true
	for k := range sides {
		hidden := 0
		for i := range corners {
			if p.view.side(k, corners[i].at) < 0 {
				hidden++
			}
		}
		if hidden == 3 {
			return
		}
		crossed[k] = hidden > 0
		inside = inside && hidden == 0
	}
	if inside {
		p.fill(corners, s)
		return
	}
	polygon := corners[:]
	for k, is := range crossed {
		if is {
			polygon = p.view.cut(polygon, k)
		}
	}
	for i := 2; i < len(polygon); i++ {
		p.fill(&triangle{polygon[0], polygon[i-1], polygon[i]}, s)
	}
}

// cut returns the part of a convex polygon within one side.
func (v *View) cut(polygon []vertex, side int) []vertex {
	kept := make([]vertex, 0, len(polygon)+1)
	for i := range polygon {
		from, to := &polygon[i], &polygon[(i+1)%len(polygon)]
		a, b := v.side(side, from.at), v.side(side, to.at)
		if a >= 0 {
			kept = append(kept, *from)
		}
		if (a < 0) != (b < 0) {
			kept = append(kept, between(from, to, a/(a-b)))
		}
	}
	return kept
}

// between returns the point at that share of the line from one to the other.
func between(from, to *vertex, share float64) vertex {
	mix := func(a, b r3.Vec) r3.Vec { return r3.Add(a, r3.Scale(share, r3.Sub(b, a))) }
	v := vertex{at: mix(from.at, to.at), normal: mix(from.normal, to.normal)}
	for k := range v.paint {
		v.paint[k] = from.paint[k] + share*(to.paint[k]-from.paint[k])
	}
	return v
}
