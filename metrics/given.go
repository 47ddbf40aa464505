package metrics

import (
	"math"

	"ebim/framework/dataset"
	"ebim/framework/experiment"
	"ebim/framework/mesh"
	"ebim/framework/points"
)

// given reports whether the mesh is the manifold that the columns themselves give, as places on Earth lie on its sphere
// and angles on the torus of their circles, and how far from it it is at most. It is if it has that topology, lies in
// the tube in which each point has one nearest point of it (see section), and leaves out none of it. Nothing of its
// topology is a guess then, however few data are there. Made-up data show no truth here: of these trust knows the
// points alone.
func given(s *experiment.Subject) (is bool, farthest float64) {
	if s.Traits.Given {
		return true, 0
	}
	known, ok := s.Source.(dataset.Manifold)
	if _, read := s.Source.(dataset.FileSource); !ok || !read || s.Mesh == nil {
		return false, 0
	}
	topology, ok := known.Topology()
	if !ok || !matchesTopology(s.Mesh.Topology(mesh.TopologyOptions{Crossings: s.Traits.Anywhere}), topology) {
		return false, 0
	}
	tube := tubeShare * reachOf(known)
	for i := range s.Mesh.Vertices.Len() {
		x := s.Mesh.Vertices.At(i)
		farthest = max(farthest, math.Sqrt(points.SquaredDistance(x, known.Nearest(x))))
	}
	if farthest > tube {
		return false, farthest
	}
	whole, _ := known.Evenly(sectionPoints)
	locator := mesh.NewLocator(s.Mesh)
	for i := range whole.Len() {
		if _, _, distance := locator.Nearest(whole.At(i)); !(distance <= tube) {
			return false, farthest
		}
	}
	return true, farthest
}
