// Package vacancy finds places of a curve or surface where data are missing: balls without any that are too large for
// the density around them.
//
// Let n data lie in a window around a place, a part W of the mesh, and none in the ball H up to the nearest of them. If
// they are spread at random with a density exp(theta.f(y)), f being the monomials of degree 1 and 2 of tangential
// coordinates y, their law does not depend on theta once the mean t of f over them is given. So, whatever theta is,
//
//	P(none in H | t) = V(W - H) / V(W)
//
// with the volume V(A) of all ways to put n points into A that have this mean. Up to a constant, log V(A) is
//
//	n min over theta of (log integral over A of exp(theta.(f - t))) - log(det C)/2
//
// with the covariance C of f at the minimum (saddlepoint approximation: Daniels 1954). The mesh itself is integrated
// over, so its edges and bends are accounted for as slopes and dips of the density are.
//
// Where data come in clumps or rows, empty balls are larger. At any place, of data spread at random with the nearest at
// D_1 and the k-th at D_k, -(k-1) log(1 - (D_1/D_k)^m) has an exponential distribution of mean 1. Its mean over places
// around the ball or over all of the mesh, where that is more, divides log P, as dispersion divides a
// log-likelihood (Wedderburn 1974).
//
// A lid over the end of a tube turns away from all data around it, whose tangential coordinates tell nothing of the
// density on it then. It is taken to be half of what it is around, at least.
//
// Of N data on a curve there are N empty balls that are as large as they can be, each of which would hold more than s
// data with probability exp(-s); on a surface 2N, with (1+s) exp(-s) (Miles 1970). So many times P counts, with s =
// -log P. Several that are unlikely each are less likely together.
package vacancy

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"ebim/framework/mesh"
	"ebim/framework/neighbors"
	"ebim/framework/points"
	"ebim/framework/statistics"
)

// Vacancy is a ball around a place of a mesh that no data lie in.
type Vacancy struct {
	At      []float64
	Radius  float64
	Missing float64 // data that it would hold, as densely as around it
	Chance  float64 // of one so empty anywhere, or of as many, at most, if data were spread at random
}

const (
	leastData   = 80
	mostData    = 20000
	windowData  = 128
	leastWindow = 24
	lidData     = 48
	mostPlaces  = 30 // judged
	// As the dispersion in a window is estimated, less than so much above 1 is chance, and more may be more.
	leastDispersed, moreDispersed = 0.15, 1.25
	same                          = 1.01 // of two distances
)

// Find returns those that are less likely than a chance, the least likely first. Data of one place count once, and
// those farther off the mesh than a distance, or beyond its border, do not. Neither do balls that reach the border.
// Sheets that come near each other are judged apart. Of many data some are taken, in equal steps.
func Find(m *mesh.Mesh, data *points.Set, within, chance float64) (found []Vacancy) {
	f := newFinder(m, data, within)
	if f == nil {
		return nil
	}
	for _, at := range f.places() {
		if v, ok := f.judge(at); ok {
			found = append(found, v)
		}
	}
	slices.SortStableFunc(found, func(a, b Vacancy) int { return cmp.Compare(a.Chance, b.Chance) })
	together(found)
	return slices.DeleteFunc(found, func(v Vacancy) bool { return !(v.Chance < chance) })
}

// together lowers the chances of vacancies that are unlikely each, in order, to those of as many: by chance about c are
// as unlikely as c, and their number is that of a Poisson distribution. As it is looked at in two ways, the chance is
// twice as much.
func together(found []Vacancy) {
	const unlikely = 0.2
	least := 1.0
	for k := len(found) - 1; k >= 0; k-- {
		v := &found[k]
		if !(v.Chance < unlikely) {
			continue
		}
		if k > 0 {
			least = min(least, 2*statistics.PoissonTail(k+1, v.Chance))
		}
		v.Chance = min(v.Chance, least)
	}
}

// finder looks for vacancies on a mesh.
type finder struct {
	mesh     *mesh.Mesh
	border   *mesh.Border
	feet     *points.Set // of the data on it
	tree     *neighbors.Tree
	on       [][]int // feet by element
	piece    []int   // of each element
	held     []int   // feet by piece
	around   [][]int // elements by vertex
	elements []element
	usual    float64 // dispersion over all of the mesh
	finest   float64 // size below which parts are not divided, where feet coincide
}

// newFinder is nil for too few data.
func newFinder(m *mesh.Mesh, data *points.Set, within float64) *finder {
	data = data.Different().Evenly(mostData)
	f := &finder{mesh: m, border: mesh.BorderOf(m), feet: points.New(0, data.Dim), on: make([][]int, m.Len()),
		around: make([][]int, m.Vertices.Len())}
	locator := mesh.NewLocator(m)
	for i := range data.Len() {
		on, foot, distance := locator.Nearest(data.At(i))
		if foot != nil && distance <= within && f.border.Distance(data.At(i)) > same*distance {
			f.on[on] = append(f.on[on], f.feet.Len())
			f.feet.Data = append(f.feet.Data, foot...)
		}
	}
	if f.feet.Len() < leastData {
		return nil
	}
	f.tree = neighbors.New(f.feet)
	pieces := 0
	f.piece, pieces = m.Pieces()
	f.held = make([]int, pieces)
	middles, measures, largest := points.New(0, data.Dim), []float64(nil), 0.0
	for i := range m.Len() {
		var corners [][]float64
		for _, v := range m.Element(i) {
			corners = append(corners, m.Vertices.At(int(v)))
			f.around[v] = append(f.around[v], i)
		}
		f.held[f.piece[i]] += len(f.on[i])
		e := newElement(corners)
		f.elements, largest = append(f.elements, e), max(largest, e.size)
		middles.Data, measures = append(middles.Data, e.middle...), append(measures, e.measure)
	}
	f.usual = f.dispersion(middles, measures)
	const ofSpacing, ofLargest, ofNumbers = 1e-3, 1e-6, 1e-12
	spacing := math.Pow(floats.Sum(measures)/float64(f.feet.Len()), 1/float64(m.Dimension))
	f.finest = max(ofSpacing*spacing, ofLargest*largest, ofNumbers*floats.Norm(m.Vertices.Data, math.Inf(1)))
	return f
}

// spot is a place whose nearest datum seems far.
type spot struct {
	at               []float64
	element          int // that it lies on
	radius, exponent float64
}

// places are the middles of balls that seem large, the least likely first, each the largest beside it.
func (f *finder) places() (chosen []spot) {
	spots := f.spots()
	slices.SortStableFunc(spots, func(a, b spot) int { return cmp.Compare(b.exponent, a.exponent) })
	var tops []spot
	within := func(s spot, others []spot) bool {
		return slices.ContainsFunc(others, func(o spot) bool {
			return points.SquaredDistance(o.at, s.at) < math.Pow(max(o.radius, s.radius), 2)
		})
	}
	for _, s := range spots {
		if within(s, tops) {
			continue
		}
		tops = append(tops, s)
		if s = f.climb(s); f.border.Distance(s.at) > s.radius && !within(s, chosen) {
			chosen = append(chosen, s)
		}
		if len(tops) == mostPlaces {
			break
		}
	}
	return chosen
}

// climb goes to where the ball is the largest; beyond the data, that is the border.
func (f *finder) climb(s spot) spot {
	const fine, larger, rounds = 6, 1.001, 30
	for range rounds {
		from := s
		all := points.Range(0, len(f.elements))
		f.pieces(all, from.at, from.radius/2, from.radius/fine, func(i int, part element, _ float64) {
			if d := f.tree.Distance(part.middle, 1); d > larger*s.radius {
				s.at, s.element, s.radius = part.middle, i, d
			}
		})
		if s.radius == from.radius {
			break
		}
	}
	return s
}

// pieces visits those parts of elements in a ball, no larger than a size, with their elements and their distances from
// its middle.
func (f *finder) pieces(of []int, middle []float64, radius, size float64,
	visit func(i int, part element, apart float64)) {
	for _, i := range of {
		f.elements[i].divide(func(part element) bool {
			apart := math.Sqrt(points.SquaredDistance(part.middle, middle))
			switch {
			case apart > radius+part.size:
				return true
			case part.size > size:
				return false
			case apart < radius:
				visit(i, part, apart)
			}
			return true
		})
	}
}

// spots are places all over the mesh that neighbors let be judged.
func (f *finder) spots() (found []spot) {
	const (
		few, many   = 8, 32
		least, much = 4, 9 // exponents
	)
	seems := func(d []float64) float64 { return f.exponent(d) * float64(len(d)-1) }
	for i, e := range f.elements {
		e.divide(func(part element) bool {
			_, d := f.tree.Nearest(part.middle, few)
			if part.size > max(d[few-1], f.finest) {
				return false
			}
			if seems(d) < least {
				return true
			}
			if _, d = f.tree.Nearest(part.middle, many); seems(d) >= much {
				found = append(found, spot{part.middle, i, d[0], seems(d)})
			}
			return true
		})
	}
	return found
}

// exponent is -log(1 - (D_1/D_k)^m).
func (f *finder) exponent(distances []float64) float64 {
	const most = 1 - 1e-9
	last := distances[len(distances)-1]
	if last == 0 {
		return 0
	}
	return -math.Log1p(-min(most, math.Pow(distances[0]/last, float64(f.mesh.Dimension))))
}

// judge finds the chance of the ball around a place; false where none is known.
func (f *finder) judge(s spot) (v Vacancy, ok bool) {
	number, lid := min(windowData, f.held[f.piece[s.element]]/3), false
	near := f.sheetAt(s.at, s.element, number, leastAlong)
	if len(near.data) < leastWindow && number >= leastWindow && f.mesh.Dimension == 2 {
		near, lid = f.sheetAt(s.at, s.element, min(number, lidData), anyAlong), true
	}
	if len(near.data) < leastWindow {
		return v, false
	}
	w := f.window(near, s.at, s.radius)
	if w == nil {
		return v, false
	}
	var exponent, missing float64
	usual := f.usual
	if lid { // which may be a good part of the mesh
		usual = 1
		exponent, missing = w.even(len(near.data))
	} else if exponent, missing, ok = w.exponent(f.feet.Select(near.data)); !ok {
		return v, false
	}
	dispersed := max(0, usual-1, f.dispersion(w.outside())-1-leastDispersed)
	exponent /= 1 + moreDispersed*dispersed
	places := float64(f.feet.Len())
	if f.mesh.Dimension == 2 {
		places *= 2 * (1 + max(exponent, 0))
	}
	return Vacancy{At: s.at, Radius: s.radius, Missing: missing, Chance: min(1, places*math.Exp(-exponent))}, true
}

// dispersion is the mean exponent at points with weights, some of them, over that of data spread at random.
func (f *finder) dispersion(where *points.Set, weights []float64) float64 {
	const places = 300
	step, passed := floats.Sum(weights)/places, 0.0
	next, count := step/2, 0.0
	neighbors := [...]int{9, 33}
	var sums [len(neighbors)]float64
	for i, weight := range weights {
		if passed += weight; passed < next {
			continue
		}
		next += step * math.Ceil((passed-next)/step)
		_, d := f.tree.Nearest(where.At(i), neighbors[len(neighbors)-1])
		for j, k := range neighbors {
			sums[j] += f.exponent(d[:k]) * float64(k-1)
		}
		count++
	}
	return slices.Max(sums[:]) / max(count, 1)
}
