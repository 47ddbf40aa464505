package metrics

import (
	"math"
	"slices"

	"ebim/framework/filament"
	"ebim/framework/mesh"
	"ebim/framework/neighbors"
	"ebim/framework/points"
	"ebim/framework/random"
	"ebim/framework/statistics"
	"ebim/framework/vacancy"
)

// Details that hold few of the data count little in shares of the whole. Here they are looked for where they are: each
// test has a chance to see what is not there that does not depend on how many places it looks at.
const (
	leastMissing = 14 // points of a detail that can be seen; see emptyPatch
	crowdChance  = 0.001
	vacantChance = 0.005 // of a surface on which data are spread at random
)

// vacancies doubts a surface that closes holes of the data.
func (f *findings) vacancies() {
	scale := f.Train.Scale()
	found := vacancy.Find(f.Mesh, f.Train, max(f.noise, farInScales*scale), vacantChance)
	if len(found) > 0 {
		f.doubt("vacancies", found[0].Chance,
			"the manifold goes on over places without data (%d): one of radius %.2g of their scale would hold "+
				"about %.0f, as densely as around it (chance %.1g); whether it has holes there can't be told",
			len(found), found[0].Radius/scale, found[0].Missing, found[0].Chance)
	}
}

// patches doubts a surface that goes on where there are no data.
func (f *findings) patches() {
	if missing := emptyPatch(f.Mesh, f.Train, max(f.noise, typicalSpacing(f.Train))); missing >= leastMissing {
		f.doubt("empty_patch", missing,
			"the manifold goes on over a place without data, where about %.0f would lie, as densely as around it: "+
				"whether it has a hole or slit there can't be told", missing)
	}
}

// emptyPatch is how many data the largest patch of a surface without any would hold at the density around it. A patch
// is triangles that meet, each empty as far around as a Poisson process is at one place in e^1.75: a disc, or a slit
// much narrower. Triangles next to a border do not count, nor data farther off than a distance. Of 100 sets of 1000
// points on a flat torus one has a patch of 15 or more where they are even, and ten where they are 9 times as dense
// on one side as on the other; of 38 points a slit of two spacings leaves out, it is 24 in the median. What is emptier
// than a triangle can't be seen: of more data than a fifth of the triangles, as many are taken, evenly spaced.
func emptyPatch(m *mesh.Mesh, data *points.Set, within float64) (missing float64) {
	const least = 1.75 // expected number of data within the empty disc
	data = data.Evenly(m.Len() / 5)
	feet, locator := points.New(0, data.Dim), mesh.NewLocator(m)
	for i := range data.Len() {
		if _, foot, distance := locator.Nearest(data.At(i)); foot != nil && distance <= within {
			feet.Data = append(feet.Data, foot...)
		}
	}
	near := newVicinity(feet, 2, 0)
	if near == nil {
		return 0
	}
	border, where, measures, held := mesh.BorderOf(m), middles(m), m.Measures(), make([]float64, m.Len())
	for i := range held {
		at := where.At(i)
		spacings, distance := near.around(at, 32)
		slices.Sort(spacings)
		spacing := spacings[len(spacings)*3/4] // the sparser side's, where data thin out
		if kth*distance*distance > least*spacing*spacing && border.Distance(at) > spacing {
			held[i] = measures[i] * kth / (math.Pi * spacing * spacing)
		}
	}
	empty := m.Part(func(i int) bool { return held[i] > 0 })
	held = slices.DeleteFunc(held, func(h float64) bool { return h == 0 })
	patch, count := empty.Pieces()
	sums := make([]float64, count)
	for i, h := range held {
		sums[patch[i]] += h
	}
	return slices.Max(append(sums, 0))
}

// middles are those of a mesh's elements.
func middles(m *mesh.Mesh) *points.Set {
	where := points.New(m.Len(), m.Vertices.Dim)
	for i := range m.Len() {
		for _, vertex := range m.Element(i) {
			for j, x := range m.Vertices.At(int(vertex)) {
				where.At(i)[j] += x / float64(m.Dimension+1)
			}
		}
	}
	return where
}

const (
	farShare  = 0.01 // of the training points; of those with normal noise of codimension 1 7e-4 lie beyond 5 medians
	densePart = 0.01 // share of the data off the manifold, and near to each other, from which on a part was not learned
	mostPart  = 0.1  // and from which on the whole is wrong
)

// off reports data off the manifold: where they lie together they are a part that was not learned, and otherwise
// outliers or a background.
func (f *findings) off(data *points.Set, distances []float64, limit float64) {
	const beyondEdge = 2 // spacings
	off := max(limit, beyondEdge*typicalSpacing(data))
	part, count, chance := unlearned(data, distances, off, f.Trained.Support.Dimension(), f.tails(data, distances, off))
	verdict := float64(doubtful)
	if part > mostPart {
		f.Values["sound"], verdict = 0, wrong
	}
	switch {
	case part > densePart:
		f.lower(verdict, "unlearned_part", part,
			"%.3g %% of the training points lie off the manifold and together, a part of the data that was not "+
				"learned: %s", 100*part, f.training())
	case chance < crowdChance:
		f.doubt("unlearned_detail", chance,
			"%d of the training points lie off the manifold and together, which may be a detail that was not "+
				"learned: %s", count, f.training())
	case f.inARow(data, distances, limit), f.bypassed(data, distances), f.beside():
	case f.Values["far_share"] > farShare && f.beyondEdges(data, distances, limit):
		f.warn("%.3g %% of the training points lie beyond the edges of the manifold, which ends short of them",
			100*f.Values["far_share"])
	case f.Values["far_share"] > farShare:
		f.warn("%.3g %% of the training points lie off the manifold and sparsely: outliers, a background, or a part "+
			"of the data that was not learned", 100*f.Values["far_share"])
	}
}

// inARow doubts a manifold off which data lie in a row, however sparsely: a strand that links two others, or one of its
// own, that was not learned.
func (f *findings) inARow(data *points.Set, distances []float64, limit float64) bool {
	if f.Mesh == nil {
		return false
	}
	off := max(limit, typicalSpacing(data))
	tails := f.tails(data, distances, off)
	var far []int
	for i, d := range distances {
		if d > off && !tails[i] {
			far = append(far, i)
		}
	}
	radius := filament.Radius(f.Values["distance"]*f.Train.Scale(), data.Dim-f.Mesh.Dimension)
	row := filament.Find(f.Mesh, data, far, max(radius, typicalSpacing(data)/4),
		random.New(f.Seed, "metric/trust/row", 0))
	if row.Chance >= crowdChance {
		return false
	}
	f.doubt("row", float64(len(row.Members)),
		"%d of the training points lie off the manifold and in a row, from %.3g to %.3g, as of a thin strand, a part "+
			"of the data that was not learned (chance %.1g): whether it links others there can't be told",
		len(row.Members), data.At(row.Members[0]), data.At(row.Members[len(row.Members)-1]), row.Chance)
	return true
}

// bypassed doubts a manifold that misses points that lie together by more than noise and their spacing, though by less
// than would count as far: where it joins strands that pass each other.
func (f *findings) bypassed(data *points.Set, distances []float64) bool {
	limit := max(f.noise, typicalSpacing(data))
	tails := f.tails(data, distances, limit)
	_, count, chance := unlearned(data, distances, limit, f.Trained.Support.Dimension(), tails)
	if chance >= crowdChance {
		return false
	}
	f.doubt("bypassed", chance,
		"the manifold misses %d training points that lie together, by more than noise and their spacing: whether "+
			"it joins what is apart there can't be told", count)
	return true
}

// beyondEdges reports whether most of the data farther than a limit from the manifold are nearest to its edges.
func (f *findings) beyondEdges(data *points.Set, distances []float64, limit float64) bool {
	const same = 1.01 // of two distances
	if f.Mesh == nil {
		return false
	}
	border, far, beyond := mesh.BorderOf(f.Mesh), 0, 0
	for i, d := range distances {
		if d > limit {
			if far++; border.Distance(data.At(i)) <= same*d {
				beyond++
			}
		}
	}
	return 2*beyond > far
}

// tails are the data farther than a limit beyond an end of a curve that ends short of a few of them, with no other end
// as near as three times as far: between two ends of a broken curve they are what was lost.
func (f *findings) tails(data *points.Set, distances []float64, limit float64) map[int]bool {
	const bent, alone = 1.5, 3 // times as far, as what was lost may bend
	if f.Mesh == nil || f.Mesh.Dimension != 1 {
		return nil
	}
	ends := mesh.BorderOf(f.Mesh).Vertices()
	if ends.Len() < 2 {
		return nil
	}
	tree, beyond := neighbors.New(ends), map[int][]int{}
	for i, d := range distances {
		end, apart := tree.Nearest(data.At(i), 2)
		if d > limit && apart[0] <= bent*d && apart[1] > alone*d {
			beyond[end[0]] = append(beyond[end[0]], i)
		}
	}
	found := map[int]bool{}
	for _, at := range beyond {
		for _, i := range at {
			found[i] = len(at) < leastMissing
		}
	}
	return found
}

// unlearned is about points that lie farther than a limit off the manifold: the share of the data that are and lie as
// near to others of these as points do on the whole, the number of those that lie together most closely, and the chance
// of that. Tails lie together as all of the data do, so they count for the share only.
func unlearned(data *points.Set, distances []float64, limit float64, dimension int, tails map[int]bool) (
	part float64, count int, chance float64) {
	const usual = 1.5
	kept, _ := data.Places()
	if len(kept) <= nextPoint {
		return 0, 0, 1
	}
	typical := typicalSpacing(data)
	var indices []int
	for _, i := range kept {
		if distances[i] > limit {
			indices = append(indices, i)
		}
	}
	far := data.Select(indices)
	if far.Len() > nextPoint {
		for _, d := range spacings(far) {
			if d <= usual*typical {
				part += 1 / float64(len(kept))
			}
		}
	}
	far = data.Select(slices.DeleteFunc(indices, func(i int) bool { return tails[i] }))
	usually := nextPoint * math.Pow(usual, float64(dimension)) // of the data are within so far of one
	count, chance = crowd(far, usual*typical, usually*float64(far.Len())/float64(len(kept)))
	return part, count, chance
}

// crowd is how many of points lie within a radius of one of them, at most, and the chance that somewhere as many do
// where so many are expected.
func crowd(far *points.Set, radius, expected float64) (count int, chance float64) {
	tree, n := neighbors.New(far), float64(far.Len())
	chance = 1
	for i := range far.Len() {
		_, distances := tree.Nearest(far.At(i), far.Len())
		within, _ := slices.BinarySearch(distances, math.Nextafter(radius, math.Inf(1)))
		if p := n * statistics.PoissonTail(within-1, expected); p < chance {
			count, chance = within, p
		}
	}
	return count, chance
}

// Where a manifold has data near it. With a Poisson process of n points per unit of measure of an m-dimensional
// manifold, a ball of radius r is empty with probability exp(-n V r^m), V the volume of the unit ball, and the k-th
// neighbor is at about (k/(n V))^(1/m). So nothing is within c times that distance with probability exp(-k c^m), which
// k = 8 and c = 1.25^(1/m) make e^-10 in every dimension. The distance is the median over the data around a point, so
// that clumps do not decide. As it is estimated, more of a well-sampled manifold counts as empty: in simulations of 100
// to 1000 uniform points on spheres of dimension 1 to 3 at most 1e-3 on average, and over 1e-2 in at most 3 of 100.
const (
	kth           = 8
	around        = 16
	tolerance     = 1.25
	nearInMedians = 5 // of the data's distances to the manifold: beyond, distance is not noise
)

// vicinity finds which points have data near them.
type vicinity struct {
	data    *points.Set // different ones
	tree    *neighbors.Tree
	spacing []float64 // distance of each one's k-th neighbor; 0 where it has not been asked for
	factor  float64
	noise   float64 // distance to the data that has nothing to do with gaps
}

// newVicinity is that of data on a manifold of a dimension; nil for too few different points.
func newVicinity(data *points.Set, dimension int, noise float64) *vicinity {
	if data = data.Different(); data.Len() <= kth {
		return nil
	}
	v := &vicinity{data: data, spacing: make([]float64, data.Len()), noise: noise,
		factor: math.Pow(tolerance, 1/float64(dimension))}
	v.tree = neighbors.New(v.data)
	return v
}

// holds says whether a point has data near it.
func (v *vicinity) holds(x []float64) bool {
	spacings, distance := v.around(x, around)
	return distance <= math.Hypot(v.factor*statistics.Median(spacings), v.noise)
}

// around is the distances of the k-th neighbor of the count data nearest to a point, and the distance of the nearest.
func (v *vicinity) around(x []float64, count int) (spacings []float64, distance float64) {
	places, distances := v.tree.Nearest(x, count)
	spacings = make([]float64, len(places))
	for k, i := range places {
		spacings[k] = v.spacingAt(i)
	}
	return spacings, distances[0]
}

func (v *vicinity) spacingAt(i int) float64 {
	if v.spacing[i] == 0 {
		_, distances := v.tree.Nearest(v.data.At(i), kth+1) // the first is the point itself
		v.spacing[i] = distances[kth]
	}
	return v.spacing[i]
}
