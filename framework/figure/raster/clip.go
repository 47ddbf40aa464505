package raster

import "gonum.org/v1/gonum/spatial/r3"

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
