package raster

import (
	"fmt"

	"gonum.org/v1/gonum/spatial/r3"

	"ebim/framework/points"
)

// Triangles are a surface, smoothly lit from both sides.
type Triangles struct {
	Vertices *points.Set // in R^3
	// Elements are the vertices' indices, three in a row for each triangle, in any orientation.
	Elements []int32
	Paint    Paint
}

func (t *Triangles) check() error {
	return check("triangles", t.Vertices, t.Elements, 3, &t.Paint)
}

// check refuses elements of that many corners whose vertices do not exist, and a paint for other vertices.
func check(name string, vertices *points.Set, elements []int32, corners int, paint *Paint) error {
	if vertices == nil || (vertices.Dim != 3 && vertices.Len() > 0) {
		return fmt.Errorf("%s: there must be vertices in R^3", name)
	}
	if len(elements)%corners != 0 {
		return fmt.Errorf("%s: %d indices are not a multiple of %d", name, len(elements), corners)
	}
	for i, v := range elements {
		if v < 0 || int(v) >= vertices.Len() {
			return fmt.Errorf("%s: element %d has vertex %d, allowed are 0 to %d", name, i/corners, v, vertices.Len()-1)
		}
	}
	if n := len(paint.colors) + len(paint.values); n != vertices.Len() && (paint.scale != nil || n != 1) {
		return fmt.Errorf("%s: %d colors or values for %d vertices; give each vertex its own, or one color for all",
			name, n, vertices.Len())
	}
	return nil
}

func (t *Triangles) draw(p *painter) {
	at, visible := p.view.positions(t.Vertices)
	normals := make([]r3.Vec, len(at))
	for i := 0; i < len(t.Elements); i += 3 {
		a, b, c := t.Elements[i], t.Elements[i+1], t.Elements[i+2]
		if visible[a] && visible[b] && visible[c] {
			normal := faceNormal(at[a], at[b], at[c])
			for _, v := range [3]int32{a, b, c} {
				normals[v] = r3.Add(normals[v], along(normal, normals[v]))
			}
		}
	}
	shades := t.Paint.shades()
	for i := 0; i < len(t.Elements); i += 3 {
		var corners triangle
		drawn := true
		for k, v := range t.Elements[i : i+3] {
			corners[k] = vertex{at: at[v], paint: t.Paint.at(int(v))}
			drawn = drawn && visible[v]
		}
		if !drawn {
			continue
		}
		// Both sides are lit: the side that is seen is the face's, not the vertices', whose normals may lean over its
		// rim.
		face := faceNormal(corners[0].at, corners[1].at, corners[2].at)
		face = along(face, r3.Scale(-1, corners[0].at))
		if r3.Norm2(face) == 0 {
			continue // shows no area, and its corners may have no normal
		}
		for k, v := range t.Elements[i : i+3] {
			corners[k].normal = along(r3.Unit(normals[v]), face)
		}
		p.draw(&corners, shades)
	}
}

// positions of points in the camera's axes, and which of them can be drawn.
func (v *View) positions(set *points.Set) (at []r3.Vec, visible []bool) {
	at, visible = make([]r3.Vec, set.Len()), make([]bool, set.Len())
	for i := range at {
		at[i], visible[i] = v.toCamera(set.At(i))
	}
	return at, visible
}

// faceNormal is as long as twice the triangle's area, so that sums of them are weighted by area.
func faceNormal(a, b, c r3.Vec) r3.Vec { return r3.Cross(r3.Sub(b, a), r3.Sub(c, a)) }

// along is v or -v, whichever points to the side of direction. Neighbors need no common orientation, which a Möbius
// strip has not.
func along(v, direction r3.Vec) r3.Vec {
	if r3.Dot(v, direction) < 0 {
		return r3.Scale(-1, v)
	}
	return v
}
