package figure

import (
	"slices"

	"ebim/framework/experiment"
	"ebim/framework/mesh"
	"ebim/framework/points"
)

// clip is the part of a mesh that lies in a box; values are interpolated where elements are cut.
func clip(m *mesh.Mesh, box points.Box) *mesh.Mesh {
	c := &clipper{&mesh.Mesh{Dimension: m.Dimension, Values: map[string][]float64{},
		Vertices: &points.Set{Dim: m.Vertices.Dim, Data: slices.Clone(m.Vertices.Data)}}}
	for name, values := range m.Values {
		c.Values[name] = slices.Clone(values)
	}
	for i := range m.Len() {
		polygon := slices.Clone(m.Element(i))
		for axis, bounds := range box {
			polygon = c.cut(polygon, axis, bounds[0], 1)
			polygon = c.cut(polygon, axis, bounds[1], -1)
		}
		if len(polygon) == 2 && m.Dimension == 1 {
			c.Elements = append(c.Elements, polygon...)
		}
		for k := 2; k < len(polygon) && m.Dimension == 2; k++ {
			c.Elements = append(c.Elements, polygon[0], polygon[k-1], polygon[k])
		}
	}
	return c.Mesh
}

// clipper adds vertices where elements are cut.
type clipper struct{ *mesh.Mesh }

// cut is the part of a polygon, or of a segment, on one side of a plane across an axis: above for side 1, below for -1
// (Sutherland and Hodgman, "Reentrant polygon clipping", 1974).
func (c *clipper) cut(polygon []int32, axis int, bound, side float64) []int32 {
	height := func(vertex int32) float64 { return side * (c.Vertices.At(int(vertex))[axis] - bound) }
	if !slices.ContainsFunc(polygon, func(v int32) bool { return !(height(v) >= 0) }) {
		return polygon
	}
	var kept []int32
	for i, from := range polygon {
		to := polygon[(i+1)%len(polygon)]
		a, b := height(from), height(to)
		if a >= 0 {
			kept = append(kept, from)
		}
		if back := c.Dimension == 1 && i == len(polygon)-1; !back && (a > 0 && b < 0 || a < 0 && b > 0) {
			kept = append(kept, c.between(from, to, a/(a-b)))
		}
	}
	return kept
}

// between adds the vertex that lies a share of the way from one to another.
func (c *clipper) between(from, to int32, share float64) int32 {
	a, b := c.Vertices.At(int(from)), c.Vertices.At(int(to))
	for axis := range a {
		c.Vertices.Data = append(c.Vertices.Data, (1-share)*a[axis]+share*b[axis])
	}
	for name, values := range c.Values {
		c.Values[name] = append(values, (1-share)*values[from]+share*values[to])
	}
	return int32(c.Vertices.Len() - 1)
}

// leavesBox says whether a subject's curve or surface goes on beyond the box: it was cut there, or lies outside.
func leavesBox(s *experiment.Subject) bool {
	if s.Mesh.Topology(mesh.TopologyOptions{Box: s.Box}).Cut {
		return true
	}
	const slack = 1e-3 // of an axis: a vertex is allowed some error
	for i := range s.Mesh.Vertices.Len() {
		for axis, x := range s.Mesh.Vertices.At(i) {
			low, high := s.Box[axis][0], s.Box[axis][1]
			if air := slack * (high - low); x < low-air || x > high+air {
				return true
			}
		}
	}
	return false
}
