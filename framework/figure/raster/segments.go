package raster

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"ebim/framework/points"
)

// Segments are curves, drawn as tubes of equal width in the picture with round ends and joints.
type Segments struct {
	Vertices *points.Set // in R^3
	Elements []int32     // the vertices' indices, two in a row for each segment
	Paint    Paint
	Width    float64 // pixels, in (0, 100]
	// Unlit shows the bare color instead of a tube's shading.
	Unlit bool
}

func (s *Segments) check() error {
	return check("segments", s.Vertices, s.Elements, 2, &s.Paint)
}

func (s *Segments) draw(p *painter) {
	at, visible := p.view.positions(s.Vertices)
	t := tube{painter: p, halfWidth: s.Width / 2, unlit: s.Unlit, shades: s.Paint.shades()}
	for i := 0; i < len(s.Elements); i += 2 {
		a, b := s.Elements[i], s.Elements[i+1]
		if visible[a] && visible[b] {
			t.draw(vertex{at: at[a], paint: s.Paint.at(int(a))}, vertex{at: at[b], paint: s.Paint.at(int(b))})
		}
	}
}

// tube draws segments as ribbons that face the camera, lit as if they were round.
type tube struct {
	*painter
	halfWidth float64 // pixels
	unlit     bool
	shades    *shades
}

func (t *tube) draw(from, to vertex) {
	ends := [2]vertex{from, to}
	for k, end := range ends {
		if end.at.Z < near {
			other := ends[1-k]
			if other.at.Z <= near {
				return
			}
			ends[k] = between(&end, &other, (near-end.at.Z)/(other.at.Z-end.at.Z))
		}
	}
	// Across the segment as the picture shows it: the direction is that of the projected ends.
	a, b := ends[0].at, ends[1].at
	along := r3.Vec{X: b.X/b.Z - a.X/a.Z, Y: b.Y/b.Z - a.Y/a.Z}
	across := r3.Vec{X: 1}
	if r3.Norm2(along) > 0 {
		across = r3.Unit(r3.Vec{X: -along.Y, Y: along.X})
	}
	t.quad(ends, across)
	for _, end := range ends {
		t.disc(end, across)
	}
}

func (t *tube) quad(ends [2]vertex, across r3.Vec) {
	left, right := r3.Scale(-1, across), across
	corners := [4]vertex{t.rim(ends[0], left, across), t.rim(ends[1], left, across), t.rim(ends[1], right, across),
		t.rim(ends[0], right, across)}
	t.painter.draw(&triangle{corners[0], corners[1], corners[2]}, t.shades)
	t.painter.draw(&triangle{corners[0], corners[2], corners[3]}, t.shades)
}

// disc rounds an end; it is lit like the ribbon that it continues, so that joints do not show.
func (t *tube) disc(end vertex, across r3.Vec) {
	const corners = 12
	center := t.rim(end, r3.Vec{}, across)
	var before vertex
	for k := range corners + 1 {
		sin, cos := math.Sincos(2 * math.Pi * float64(k) / corners)
		rim := t.rim(end, r3.Vec{X: cos, Y: sin}, across)
		if k > 0 {
			t.painter.draw(&triangle{center, before, rim}, t.shades)
		}
		before = rim
	}
}

// rim returns a point of the tube beside a point of the segment, half the width away in the direction of offset.
func (t *tube) rim(center vertex, offset, across r3.Vec) vertex {
	radius := t.halfWidth * t.pixel(center.at.Z)
	// The tube's front is nearer than the segment by its radius: a curve on a surface is not swallowed by it.
	front := max(center.at.Z-radius, near) / center.at.Z
	v := vertex{at: r3.Scale(front, r3.Add(center.at, r3.Scale(radius, offset))), paint: center.paint}
	if !t.unlit {
		v.normal = r3.Add(r3.Vec{Z: -1}, r3.Scale(r3.Dot(offset, across), across))
	}
	return v
}
