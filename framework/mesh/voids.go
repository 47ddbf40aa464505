package mesh

import (
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat/distuv"

	"ebim/framework/neighbors"
	"ebim/framework/points"
	"ebim/framework/statistics"
)

// Void is a vertex where strands of a curve meet, though the data end before it.
type Void struct {
	At     []float64
	Radius float64 // around it within which data are missing
	Lacks  float64 // how many more would be, if they went on as densely as farther off
	Chance float64 // of so few anywhere, if they did
}

const (
	besideVoid  = 20   // data of each strand that say how dense they are
	placesInSum = 2048 // at which noise is added to a curve
)

// voidShares are of the data around a vertex that strands that go on to it would have within the radii looked at.
var voidShares = []float64{0.1, 0.25, 0.5}

// Voids are those of a curve's branches near which there are fewer data than strands that meet there would hold, at
// most with a chance. Of the data within a radius of it each is within a smaller one with the probability with which
// points spread evenly on the curve are, with the data's noise added; the radii are small, so that a density that
// varies smoothly is no void. Gaps sees a void strand by strand, where each may lack a few only; where tips face each
// other, four strands lack them at one place.
func (m *Mesh) Voids(vertices []int32, data *points.Set, chance float64, rng *rand.Rand) (found []Void) {
	if len(vertices) == 0 {
		return nil
	}
	f := newNearby(m, data)
	for _, v := range vertices {
		void := f.void(v, rng)
		if void.Chance *= float64(len(vertices)); void.Chance <= chance {
			found = append(found, void)
		}
	}
	return found
}

// nearby are data beside a curve.
type nearby struct {
	mesh     *Mesh
	walks    *Walks
	data     *points.Set // different ones
	tree     *neighbors.Tree
	element  []int // nearest to each
	distance []float64
}

func newNearby(m *Mesh, data *points.Set) *nearby {
	data = data.Different()
	f := &nearby{mesh: m, walks: NewWalks(m), data: data, tree: neighbors.New(data)}
	locator := NewLocator(m)
	for i := range f.data.Len() {
		element, _, distance := locator.Nearest(f.data.At(i))
		f.element, f.distance = append(f.element, element), append(f.distance, distance)
	}
	return f
}

// void is what lacks around a vertex, with its chance alone: of the curve as it is, or of straight strands to the place
// that fits data best, which a curve may miss; whichever is likelier.
func (f *nearby) void(v int32, rng *rand.Rand) Void {
	at, strands := f.mesh.Vertices.At(int(v)), len(f.walks.At(v))
	if strands < 3 || f.data.Len() == 0 {
		return Void{At: at, Chance: 1}
	}
	near, far := f.tree.Nearest(at, min(besideVoid*strands, f.data.Len()))
	radius := far[len(far)-1]
	off := make([]float64, len(near))
	for k, i := range near {
		off[k] = f.distance[i]
	}
	noise := statistics.Median(off) / statistics.MedianChi(f.data.Dim-1)
	part := f.part(v, 2*radius)
	data := f.beside(part)
	found := chanceOfVoid(f.mesh.Part(func(i int) bool { return part[i] }), data, at, noise, radius, rng)
	if star := f.star(v, data, 2*radius); star != nil {
		if other := chanceOfVoid(star, data, star.Vertices.At(0), noise, radius, rng); other.Chance > found.Chance {
			return other
		}
	}
	return found
}

// beside are the data nearest to some segments.
func (f *nearby) beside(part map[int]bool) *points.Set {
	var found []int
	for i, element := range f.element {
		if part[element] {
			found = append(found, i)
		}
	}
	return f.data.Select(found)
}

// part is the segments that a vertex is joined to within a radius.
func (f *nearby) part(v int32, radius float64) map[int]bool {
	from, part, met := f.mesh.Vertices.At(int(v)), map[int]bool{}, map[int32]bool{v: true}
	for queue := []int32{v}; len(queue) > 0; queue = queue[1:] {
		for _, element := range f.walks.At(queue[0]) {
			part[int(element)] = true
			for _, u := range f.mesh.Element(int(element)) {
				if !met[u] && apart(f.mesh.Vertices.At(int(u)), from) < radius {
					met[u], queue = true, append(queue, u)
				}
			}
		}
	}
	return part
}

// star is straight strands from where those at a vertex leave a radius to the place that fits data best; nil where a
// strand branches or ends before.
func (f *nearby) star(v int32, data *points.Set, radius float64) *Mesh {
	at, ends := f.mesh.Vertices.At(int(v)), points.New(0, data.Dim)
	exits := f.walks.Exits(v, radius)
	if exits == nil {
		return nil
	}
	for _, exit := range exits {
		ends.Data = append(ends.Data, exit.At...)
	}
	m := &Mesh{Dimension: 1, Vertices: &points.Set{Dim: data.Dim,
		Data: slices.Concat(Fitted(data, at, ends), ends.Data)}}
	for k := range ends.Len() {
		m.Elements = append(m.Elements, 0, int32(k+1))
	}
	return m
}

// chanceOfVoid is the emptiest ball near a place among data within a radius of it that should be spread on a curve with
// noise, and the chance of one as empty: that of one ball, times how many balls that do not depend on each other would
// do as well.
func chanceOfVoid(m *Mesh, data *points.Set, at []float64, noise, radius float64, rng *rand.Rand) Void {
	expected, held := spread(m, noise, rng).Within(at, radius), data.Within(at, radius)
	if held.Len() == 0 || expected.Len() == 0 {
		return Void{At: at, Chance: 1}
	}
	s := newScan(at, noise, expected, rng)
	found, sum := s.emptiest(held), 0.0
	for range roundsOfScan {
		drawn := points.New(0, expected.Dim)
		for range held.Len() {
			drawn.Data = append(drawn.Data, expected.At(rng.IntN(expected.Len()))...)
		}
		sum += s.emptiest(drawn).Chance
	}
	found.Chance = min(1, found.Chance*roundsOfScan/sum)
	return found
}

// scan looks at balls around places near a vertex.
type scan struct {
	centers *points.Set
	radii   [][]float64 // of each, within which voidShares of what is expected are
}

const (
	centersOfScan = 16
	roundsOfScan  = 200
)

func newScan(at []float64, noise float64, expected *points.Set, rng *rand.Rand) scan {
	s := scan{centers: points.New(centersOfScan, len(at))}
	for c := range centersOfScan {
		center := s.centers.At(c)
		copy(center, at)
		if c > 0 {
			for j := range center {
				center[j] += noise * rng.NormFloat64()
			}
		}
		far := distances(expected, center)
		var radii []float64
		for _, share := range voidShares {
			radii = append(radii, far[int(share*float64(len(far)))])
		}
		s.radii = append(s.radii, radii)
	}
	return s
}

// emptiest is the ball with the fewest of the points in the next larger one, for what is expected, with its chance
// alone.
func (s scan) emptiest(held *points.Set) Void {
	best := Void{Chance: 1}
	for c, radii := range s.radii {
		far := distances(held, s.centers.At(c))
		for k, share := range voidShares[:len(voidShares)-1] {
			count, _ := slices.BinarySearch(far, radii[k])
			all, _ := slices.BinarySearch(far, radii[k+1])
			of := distuv.Binomial{N: float64(all), P: share / voidShares[k+1]}
			if p := of.CDF(float64(count)); p < best.Chance {
				best = Void{At: s.centers.At(c), Radius: radii[k], Lacks: of.Mean() - float64(count), Chance: p}
			}
		}
	}
	return best
}

// distances are those of points to a place, in order.
func distances(x *points.Set, to []float64) []float64 {
	far := make([]float64, x.Len())
	for i := range far {
		far[i] = apart(x.At(i), to)
	}
	slices.Sort(far)
	return far
}

// spread are points spread evenly on a curve, with noise.
func spread(m *Mesh, noise float64, rng *rand.Rand) *points.Set {
	found, lengths := points.New(0, m.Vertices.Dim), m.Measures()
	total := floats.Sum(lengths)
	for i, length := range lengths {
		e := m.Element(i)
		a, b := m.Vertices.At(int(e[0])), m.Vertices.At(int(e[1]))
		count := int(math.Ceil(placesInSum * length / total))
		for k := range count {
			share := (float64(k) + rng.Float64()) / float64(count)
			for j := range a {
				found.Data = append(found.Data, a[j]+share*(b[j]-a[j])+noise*rng.NormFloat64())
			}
		}
	}
	return found
}
