package metrics

import (
	"context"
	"math"

	"ebim/framework/dataset"
	"ebim/framework/dimension"
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

// filled doubts a manifold that the columns give, where the data surely have a lower dimension.
func filled(_ context.Context, f *findings) error {
	if !f.given {
		return nil
	}
	whole := f.Trained.Support.Dimension()
	if data, err := dimension.Of(f.Train); err == nil && data.Sure() && data.Dimension < whole {
		f.doubt("part_of_given", float64(data.Dimension),
			"the training points seem to lie on a part of dimension %d of the manifold of dimension %d that the "+
				"columns give; a model of that part (ebim new --dimension %[1]d) says more of them", data.Dimension,
			whole)
	}
	return nil
}
