package homology

import (
	"cmp"
	"math"
	"slices"

	"ebim/framework/neighbors"
	"ebim/framework/points"
)

// Betti is the Betti numbers of the shape that points were drawn from, those of components, loops and voids.
type Betti struct {
	Numbers []int // by dimension
	// From and To are the scales between which they hold, the longest range by its ratio.
	From, To float64
	shortcut float64 // the scale above which complexes join what the shape does not
}

// Gap is the ratio of the scales between which the numbers hold. It divides classes of the shape, which live across all
// of them, from what sampling makes.
func (b Betti) Gap() float64 { return b.To / b.From }

// Decided reports whether the gap tells shape from sampling, and the scale is that of the shape. That all has grown
// together takes more: landmarks that are too few to show a shape grow together, too.
func (b Betti) Decided() bool {
	if !b.clear() {
		return false
	}
	if b.trivial() {
		return b.Gap() >= leastWhole
	}
	return b.Gap() >= LeastGap
}

// clear reports whether complexes, as the range begins, join only what the shape does.
func (b Betti) clear() bool { return wellBelow*b.From <= b.shortcut }

// LeastGap of classes, and that of none. Of 40 seeds each of the fourteen shapes of TestBettiNumbers, 1500 points, none
// has wrong numbers with a larger gap; wrong ones with a smaller are loops in the tails of normal points.
const (
	LeastGap   = 1.4
	leastWhole = 1.9
)

// Landmarks are few, and scales end at some of their distances: complexes grow with a power of what is joined, the
// fourth where voids are looked for.
const (
	mostLandmarks  = 200
	mostWithVoids  = 500
	leastLandmarks = 8
	farWithVoids   = 6 // in radii of the landmarks
	perLandmark    = 6 // points, at least: gaps between points are not to show
)

// Of a net of landmarks, every point within r of one and all more than r apart, loops and voids that are none of the
// shape's are born after r, and are filled when all that lie around a place are joined, at little more than 2 r.
const filled = 2.7

// leastPiece is the share of the points that a component has at least: tails and outliers are none.
const leastPiece = 0.05

// BettiOf estimates the Betti numbers of dimensions 0 to most, at most 2, from the intervals of landmarks that are
// spread over the points evenly. They are those of the longest range of scales, above those at which landmarks are
// joined and well below shortcuts, in which no class is born or dies. That all has grown together, as it does at last,
// counts where no other range is decided. Fewer than 48 different points give no numbers.
func BettiOf(x *points.Set, most int) (Betti, bool) {
	count, far := mostLandmarks, math.Inf(1)
	if most > 1 {
		count, far = mostWithVoids, farWithVoids
	}
	x = x.Different()
	count = min(count, x.Len()/perLandmark)
	if count < leastLandmarks {
		return Betti{}, false
	}
	n := newNet(x, count)
	top := affordable(n.Set, min(far*n.radius, enclosing(n.Set)), mostTriangles)
	intervals := Rips(n.Set, most, top)
	intervals[0] = n.pieces()
	lowest := max(filled*n.radius, gaps(x))
	scales := []float64{lowest, max(lowest, top)}
	for _, found := range intervals {
		for _, one := range found {
			for _, scale := range []float64{one.Birth, one.Death} {
				if lowest < scale && scale < top {
					scales = append(scales, scale)
				}
			}
		}
	}
	slices.Sort(scales)
	var windows []Betti
	for i, from := range scales[:len(scales)-1] {
		windows = append(windows, Betti{alive(intervals, from), from, scales[i+1], math.Inf(1)})
	}
	return n.longest(x, windows), true
}

// longest chooses of windows.
func (n *net) longest(x *points.Set, windows []Betti) Betti {
	highest := 0.0
	for _, w := range windows {
		if w.Decided() {
			highest = wellBelow * w.From
		}
	}
	shortcut := math.Inf(1)
	if highest > 0 {
		shortcut = n.shortcut(x, windows[0].From, highest)
	}
	var best, whole Betti
	for _, w := range windows {
		w.shortcut = shortcut
		if w.trivial() {
			whole = longer(whole, w)
		} else {
			best = longer(best, w)
		}
	}
	if !best.Decided() && whole.Numbers != nil {
		return whole
	}
	return best
}

// longer chooses the range that is longer, of those that are clear where some is.
func longer(a, b Betti) Betti {
	if a.Numbers == nil || b.clear() && !a.clear() || b.clear() == a.clear() && b.Gap() > a.Gap() {
		return b
	}
	return a
}

// trivial numbers are those of a point.
func (b Betti) trivial() bool {
	return len(b.Numbers) > 0 && b.Numbers[0] == 1 && !slices.ContainsFunc(b.Numbers[1:],
		func(n int) bool { return n > 0 })
}

// alive counts the classes at a scale.
func alive(intervals [][]Interval, scale float64) (numbers []int) {
	for _, found := range intervals {
		count := 0
		for _, one := range found {
			if one.Birth <= scale && one.Death > scale {
				count++
			}
		}
		numbers = append(numbers, count)
	}
	return numbers
}

// net is landmarks: points that are spread evenly, each the farthest from those before it, beginning with the first.
type net struct {
	*points.Set
	indices []int
	radius  float64   // within which every point has a landmark
	shares  []float64 // of the points whose nearest landmark each is
}

func newNet(x *points.Set, count int) *net {
	n := &net{}
	nearest, of := make([]float64, x.Len()), make([]int, x.Len())
	for i := range nearest {
		nearest[i] = math.Inf(1)
	}
	for at := 0; at < x.Len() && len(n.indices) < count; {
		n.indices = append(n.indices, at)
		landmark := x.At(at)
		n.radius = 0
		for i := range nearest {
			if d := distance(x.At(i), landmark); d < nearest[i] {
				nearest[i], of[i] = d, len(n.indices)-1
			}
			if nearest[i] > n.radius {
				at, n.radius = i, nearest[i]
			}
		}
		if n.radius == 0 {
			break
		}
	}
	n.Set, n.shares = x.Select(n.indices), make([]float64, len(n.indices))
	for _, landmark := range of {
		n.shares[landmark] += 1 / float64(x.Len())
	}
	return n
}

// pieces are the intervals of components that hold some of the points.
func (n *net) pieces() []Interval {
	pieces := []Interval{{0, math.Inf(1)}}
	for _, scale := range merges(spanning(n.Set), slices.Clone(n.shares)) {
		pieces = append(pieces, Interval{0, scale})
	}
	return pieces
}

type edge struct {
	from, to int
	scale    float64
}

// merges are the scales at which edges, shortest first, join components that both hold some of the points; shares are
// each point's, and become those of components.
func merges(edges []edge, shares []float64) (scales []float64) {
	root := points.NewForest(len(shares))
	for _, e := range edges {
		a, b := root.Find(e.from), root.Find(e.to)
		if a == b {
			continue
		}
		if min(shares[a], shares[b]) >= leastPiece {
			scales = append(scales, e.scale)
		}
		root[a] = b
		shares[b] += shares[a]
	}
	return scales
}

// spanning is the edges of the minimal spanning tree, shortest first, by Prim's algorithm.
func spanning(x *points.Set) (edges []edge) {
	nearest, from := make([]float64, x.Len()), make([]int, x.Len())
	for i := range nearest {
		nearest[i] = math.Inf(1)
	}
	for at, inTree := 0, make([]bool, x.Len()); ; {
		inTree[at] = true
		next := -1
		for i := range nearest {
			if inTree[i] {
				continue
			}
			if d := distance(x.At(i), x.At(at)); d < nearest[i] {
				nearest[i], from[i] = d, at
			}
			if next < 0 || nearest[i] < nearest[next] {
				next = i
			}
		}
		if next < 0 {
			break
		}
		edges = append(edges, edge{from[next], next, nearest[next]})
		at = next
	}
	slices.SortStableFunc(edges, func(a, b edge) int { return cmp.Compare(a.scale, b.scale) })
	return edges
}

// Points have gaps between them of their own: of points of even density on a curve none in a thousand is as wide as
// the distance to the eighth neighbor, twice.
const kth = 8

// gaps is how wide those are where points are sparse, but for the sparsest.
func gaps(x *points.Set) float64 {
	_, distances := neighbors.Nearest(x, min(kth, x.Len()-1))
	var far []float64
	for _, all := range distances {
		far = append(far, all[len(all)-1])
	}
	slices.Sort(far)
	return 2 * far[int((1-leastPiece)*float64(len(far)))]
}

// enclosing is the radius of the smallest ball around a point that holds all of them.
func enclosing(x *points.Set) float64 {
	least := math.Inf(1)
	for i := range x.Len() {
		far := 0.0
		for j := range x.Len() {
			far = max(far, distance(x.At(i), x.At(j)))
		}
		least = min(least, far)
	}
	return least
}
