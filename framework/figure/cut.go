package figure

import (
	"ebim/framework/experiment"
	"ebim/framework/mesh"
)

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
