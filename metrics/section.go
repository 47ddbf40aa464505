package metrics

import (
	"context"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"

	"ebim/framework/dataset"
	"ebim/framework/dimension"
	"ebim/framework/experiment"
	"ebim/framework/mesh"
	"ebim/framework/points"
	"ebim/framework/random"
	"ebim/framework/support"
)

// section is how a zero set that can't be meshed lies about the data's manifold M, which is known. Where M has the
// reach tau (Federer 1959), each point within less than tau has one nearest point pi on M. A closed zero set of M's
// dimension, without boundary and in that tube, that pi maps one to one onto a part of M, continuously both ways, is
// the graph of a section over that part: this part is whole components of M, and the zero set has their topology. So
// three shares of its points must be small:
//
//   - away: those not in the tube,
//   - uncovered: points of M from which no point of the zero set is reached in the tube,
//   - folded: those p for which another one q, with pi(q) near pi(p), differs by more in its offset p - pi(p) than in
//     pi, so that the zero set has several sheets or turns back.
//
// The points are reached from M, from the tube's rim and from training points, or are samples. What none of them meets
// is not seen, nor are sheets closer together than a tenth of the tube's radius.
type section struct{ away, uncovered, folded float64 }

// Sizes of what is looked at.
const (
	sectionPoints  = 1000 // of each origin
	sectionProbes  = 150  // of M, all pairs of which bound its reach
	tubeShare      = 0.25 // of the reach found, as that is an upper bound
	sheetTolerance = 0.1  // of the tube's radius
)

// sectionOf looks at a support of the truth's dimension.
func sectionOf(ctx context.Context, s *experiment.Subject, truth dataset.Manifold) (*section, error) {
	found, radius := &section{}, tubeShare*reachOf(truth)
	rng := random.New(s.Seed, "metrics/section", 0)
	even, _ := truth.Evenly(sectionPoints)
	origins := points.New(0, even.Dim)
	for _, set := range []*points.Set{even, rim(even, radius, rng),
		s.Train.Slice(0, min(sectionPoints, s.Train.Len()))} {
		origins.Data = append(origins.Data, set.Data...)
	}
	reached, err := support.Nearest(ctx, s.Trained.Support, origins)
	if err != nil {
		return nil, supported(err)
	}
	cloud := &sectionCloud{truth: truth}
	for i := range origins.Len() {
		near := false
		if reached.Residual[i] <= support.OnManifold && points.AllFinite(reached.Points.Slice(i, i+1).Float32()) {
			near = cloud.add(reached.Points.At(i)) <= radius &&
				floats.Distance(reached.Points.At(i), origins.At(i), 2) <= radius
		}
		if i < even.Len() && !near {
			found.uncovered += 1 / float64(even.Len())
		}
	}
	if s.Samples != nil {
		for i := range min(sectionPoints, s.Samples.Len()) {
			cloud.add(s.Samples.At(i))
		}
	}
	found.away, found.folded = cloud.shares(radius)
	return found, nil
}

// reachOf bounds the reach of a manifold from above, by the least |b - a|^2 / (2 d(b - a, T_a)) of pairs of its points
// (Federer). What is tangential of b - a is how far the nearest point moves when a is moved a little toward b.
func reachOf(truth dataset.Manifold) float64 {
	const little = 1e-4
	probes, _ := truth.Evenly(sectionProbes)
	moved, normal := make([]float64, probes.Dim), make([]float64, probes.Dim)
	least := math.Inf(1)
	for i := range probes.Len() {
		a := probes.At(i)
		from := truth.Nearest(a)
		for j := range probes.Len() {
			if i == j {
				continue
			}
			floats.SubTo(normal, probes.At(j), a)
			square := floats.Dot(normal, normal)
			floats.AddScaledTo(moved, a, little, normal)
			at := truth.Nearest(moved)
			floats.AddScaled(normal, -1/little, at)
			floats.AddScaled(normal, 1/little, from)
			if off := floats.Norm(normal, 2); off > 1e-6*math.Sqrt(square) {
				least = min(least, square/(2*off))
			}
		}
	}
	return least
}

// rim is points of a manifold moved by the given distance in random directions of R^n, which in high codimension are
// nearly normal.
func rim(set *points.Set, radius float64, rng *rand.Rand) *points.Set {
	moved := points.New(set.Len(), set.Dim)
	direction := make([]float64, set.Dim)
	for i := range set.Len() {
		for j := range direction {
			direction[j] = rng.NormFloat64()
		}
		floats.AddScaledTo(moved.At(i), set.At(i), radius/floats.Norm(direction, 2), direction)
	}
	return moved
}

// sectionCloud is points of a support, as their nearest points of the truth and their offsets from these.
type sectionCloud struct {
	truth         dataset.Manifold
	feet, offsets [][]float64
	distances     []float64
}

// add returns the point's distance to the truth.
func (c *sectionCloud) add(p []float64) float64 {
	foot := c.truth.Nearest(p)
	offset := make([]float64, len(p))
	floats.SubTo(offset, p, foot)
	distance := floats.Norm(offset, 2)
	c.feet, c.offsets, c.distances = append(c.feet, foot), append(c.offsets, offset), append(c.distances, distance)
	return distance
}

// shares are those of points farther than the radius, and of the others those on another sheet than a point near by.
func (c *sectionCloud) shares(radius float64) (away, folded float64) {
	var inside []int
	for i, distance := range c.distances {
		if distance <= radius {
			inside = append(inside, i)
		}
	}
	turned := map[int]bool{}
	for n, i := range inside {
		for _, j := range inside[:n] {
			along := floats.Distance(c.feet[i], c.feet[j], 2)
			if along <= radius && floats.Distance(c.offsets[i], c.offsets[j], 2) > along+sheetTolerance*radius {
				turned[i], turned[j] = true, true
			}
		}
	}
	return share(len(c.distances)-len(inside), len(c.distances)), share(len(turned), len(inside))
}

// share is 1 of nothing.
func share(count, of int) float64 {
	if of == 0 {
		return 1
	}
	return float64(count) / float64(of)
}

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
