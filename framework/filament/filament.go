// Package filament finds points off a manifold that lie in a row, as on a strand too thin to be learned. Outliers and a
// background lie off it anywhere.
package filament

import (
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"

	"ebim/framework/mesh"
	"ebim/framework/neighbors"
	"ebim/framework/points"
	"ebim/framework/statistics"
)

// Filament is points in a row, straight or bent like an arc.
type Filament struct {
	Members []int       // the points, in order along the row
	Arc     *points.Set // where on an arc these are; nil where the row is straight
	Closed  bool        // the arc is a circle
	Chance  float64     // of a row like it anywhere, at most, if the points lay off the manifold at random
}

const (
	least      = 4    // points of a row between its first and its last
	mostTried  = 300  // points of which any two are tried as these
	unevenness = 0.01 // chance of so long a way without points, from which on they are clumps and no row

	closedChance = 0.1   // of what an arc misses of its circle, below which it has ends
	standIns     = 200   // places at random for each point
	mostArcs     = 10000 // that are tried

	// Radii about a row within which others are counted, half of its length at most, and the chance of such a row in a
	// clump: of a disc of c radii 4/(pi c) is within one of its diameter.
	leastAround, mostAround = 3, 12
	aloneChance             = 0.005
	clumpChance             = 0.05
	smeared                 = 3 // times as far, or as near, as points are their places at random may be
	alike                   = 2 // the same for arcs, which one at such distances may be, too
)

// Find is the least likely row of some points off a mesh: those within a radius of the straight line between any two,
// or of the arc through three that are near to each other. Were they there by chance, each would be about as far from
// the manifold as it is, anywhere along it and in a direction that others have. A row has some expected number then,
// and the chance is the Poisson distribution's, times the number of lines and arcs. Of outliers in a clump more lie
// within it, so a row counts only if it holds too many of those next to it, by the binomial distribution. Points of one
// place count once. Without a row there is no member, and the chance is 1.
func Find(m *mesh.Mesh, x *points.Set, off []int, radius float64, rng *rand.Rand) Filament {
	first := x.FirstEqual()
	off = slices.DeleteFunc(slices.Clone(off), func(i int) bool { return first[i] != i })
	tried := points.EvenlySpaced(len(off), mostTried)
	for k, at := range tried {
		off[k] = off[at]
	}
	off = off[:len(tried)]
	if x.Dim < 2 || len(off) < least+2 || m.Len() == 0 || !(radius > 0) {
		return Filament{Chance: 1}
	}
	s := search{off: x.Select(off), radius: radius, best: Filament{Chance: 1}}
	s.across = s.directions()
	residuals := residualsOf(m, s.off)
	s.random = []*points.Set{atRandom(m, residuals, smeared, rng)}
	s.lines()
	// An arc may lie along the manifold all the way, as the tails of noise do at about their distances.
	s.random = append(s.random, atRandom(m, residuals, alike, rng))
	s.arcs()
	for k, i := range s.best.Members {
		s.best.Members[k] = off[i]
	}
	return s.best
}

// search is one for the least likely row of points.
type search struct {
	off    *points.Set
	random []*points.Set // places at random, standIns for each point
	radius float64
	across int // directions across a way in which the points spread
	best   Filament
}

// directions is in how many directions the points spread farther than the radius, but for that along a way; two at most
// count, and one at least.
func (s *search) directions() (count int) {
	c, err := neighbors.LargestComponents(s.off, points.Range(0, s.off.Len()), min(s.off.Dim, 3))
	if err != nil {
		return min(s.off.Dim-1, 2)
	}
	for _, v := range c.Variances {
		if v > s.radius*s.radius {
			count++
		}
	}
	return min(max(count-1, 1), 2)
}

// lines tries those between any two points.
func (s *search) lines() {
	n := s.off.Len()
	for i := range n {
		for j := range i {
			s.try(lineOf(s.off.At(i), s.off.At(j)), float64(n*(n-1)/2), []int{i, j})
		}
	}
}

// arcs tries those from each point through another to a third, both among its nearest.
func (s *search) arcs() {
	n := s.off.Len()
	near := min(n-1, int(math.Sqrt(mostArcs/float64(n))))
	tree := neighbors.New(s.off)
	for i := range n {
		nearest, _ := tree.Nearest(s.off.At(i), near+1)
		for _, j := range nearest[1:] {
			for _, k := range nearest[1:] {
				if j == k {
					continue
				}
				if arc, ok := arcOf(s.off.At(i), s.off.At(j), s.off.At(k), s.radius); ok {
					s.try(arc, float64(n*near*near), []int{i, j, k})
				}
			}
		}
	}
}

// try keeps the row along a way through some points if it is less likely than what is known, of a number that are
// tried.
func (s *search) try(w way, tried float64, through []int) {
	members := slices.DeleteFunc(w.within(s.off, s.radius), func(i int) bool { return slices.Contains(through, i) })
	if len(members) < least || tried*statistics.PoissonTail(len(members), 1./standIns) >= s.best.Chance ||
		!w.even(s.off, members) || !w.alone(s.off, len(members), s.across, s.radius, tried) {
		return
	}
	expected := 0.0
	for _, at := range s.random {
		expected = max(expected, float64(len(w.within(at, s.radius))+1)/standIns)
	}
	chance := tried * statistics.PoissonTail(len(members), expected)
	if chance >= s.best.Chance {
		return
	}
	s.best = Filament{Chance: chance, Closed: w.closed(len(members))}
	s.best.Members = w.inOrder(s.off, append(members, through...))
	if len(through) > 2 {
		s.best.Arc = points.New(0, s.off.Dim)
		for _, i := range s.best.Members {
			s.best.Arc.Data = append(s.best.Arc.Data, w.place(w.along(s.off.At(i)))...)
		}
	}
}

// Radius is within which of the line between two of them points lie that deviate from a row as others do from a
// manifold, given the median of these distances in a number of normals: five medians in one, and fewer in many, where
// distances deviate less.
func Radius(median float64, normals int) float64 {
	const inOne = 1.14 // times the 99th percentile, about, for noise of the ends
	return inOne * median * (math.Sqrt(float64(max(normals, 1))) + 2) / statistics.MedianChi(normals)
}

// residualsOf are the ways to points from where a mesh is nearest to them.
func residualsOf(m *mesh.Mesh, x *points.Set) *points.Set {
	locator, out := mesh.NewLocator(m), points.New(x.Len(), x.Dim)
	for i := range x.Len() {
		_, foot, _ := locator.Nearest(x.At(i))
		floats.SubTo(out.At(i), x.At(i), foot)
	}
	return out
}

// atRandom are places anywhere along a mesh, off it by a residual, or up to so many times that or that part of it, but
// no less than the shortest; standIns for each. At the very distance of each, a strand beside another would be what is
// expected. The directions are those of other residuals, as outliers may lie in one plane with their curve.
func atRandom(m *mesh.Mesh, residuals *points.Set, smeared float64, rng *rand.Rand) *points.Set {
	places := points.New(0, m.Vertices.Dim)
	sampler, err := mesh.NewSampler(m, m.Measures())
	if err != nil { // of no measure
		return places
	}
	least, distances := math.Inf(1), make([]float64, residuals.Len())
	for i := range distances {
		distances[i] = floats.Norm(residuals.At(i), 2)
		least = min(least, distances[i])
	}
	for i := range distances {
		for range standIns {
			element, at, _ := sampler.Draw(rng)
			distance := distances[i] * math.Pow(smeared, 2*rng.Float64()-1)
			out := normal(m, element, residuals.At(rng.IntN(residuals.Len())), rng)
			floats.AddScaled(at, max(distance, least), out)
			places.Data = append(places.Data, at...)
		}
	}
	return places
}

// normal is the unit normal of a mesh's element that is nearest to a direction, or its opposite.
func normal(m *mesh.Mesh, element int, direction []float64, rng *rand.Rand) []float64 {
	corners := m.Element(element)
	var tangents [][]float64
	for _, v := range corners[1:] {
		t := make([]float64, m.Vertices.Dim)
		floats.SubTo(t, m.Vertices.At(int(v)), m.Vertices.At(int(corners[0])))
		tangents = append(tangents, without(t, tangents))
	}
	out := without(slices.Clone(direction), tangents)
	if rng.IntN(2) == 0 {
		floats.Scale(-1, out)
	}
	return out
}

// without is the unit vector of what others, orthonormal, leave of one; it is changed.
func without(v []float64, others [][]float64) []float64 {
	for _, o := range others {
		floats.AddScaled(v, -floats.Dot(v, o), o)
	}
	if norm := floats.Norm(v, 2); norm > 0 {
		floats.Scale(1/norm, v)
	}
	return v
}
