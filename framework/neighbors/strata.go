package neighbors

import (
	"cmp"
	"slices"

	"ebim/framework/parallel"
	"ebim/framework/points"
	"ebim/framework/statistics"
)

// LeastCurves is the share of points along curves from which on points of a surface are of different dimensions.
const LeastCurves = 0.01

const (
	fewestStrata = 64   // points in which strata are looked for
	mostStrata   = 4000 // points that are looked at; others go with the nearest of these
	fewestLooked = 1000 // of many dimensions, of which each takes long
	mostNumbers  = 40000
	thinnest     = 0.15 // ratio of standard deviations, that across over that along, from which on it is no curve
	linked       = 17   // points, itself among them, with most of which a point goes
	mostRounds   = 10   // of going with most
	leastPiece   = 0.05 // of a stratum: smaller pieces go with what surrounds them
)

// neighborhoods are their sizes: from few points, where a curve bends, to many, where it has noise. Fewer lie along the
// lines of many a grid.
var neighborhoods = []int{16, 24, 32, 48, 64, 96, 128, 192, 256}

const (
	leastNeighborhoods = 8  // in which the points are divided at least, but for those of up to 64
	mostWide           = 32 // dimensions in which larger ones are looked at
	searchedAtOnce     = 4  // times a size, within which the next are found, too
)

// Curves is the share of points AlongCurves.
func Curves(x *points.Set) (share float64) {
	_, along := strata(x)
	return float64(len(rowsOf(along, true))) / float64(max(1, len(along)))
}

// rowsOf are those of the points along curves, or of the others.
func rowsOf(along []bool, curves bool) (rows []int) {
	for i, is := range along {
		if is == curves {
			rows = append(rows, i)
		}
	}
	return rows
}

// AlongCurves reports for each point whether it belongs to the stratum of those along curves: the second principal
// component of its neighborhoods of two successive sizes is thin beside the first. Points go with most of those around
// them, and small pieces with what surrounds them. On a surface these are a part of lower dimension, as a whisker; at
// random there are none.
func AlongCurves(x *points.Set) []bool {
	looked, along := strata(x)
	all := make([]bool, x.Len())
	if looked == nil {
		return all
	}
	tree := New(looked)
	parallel.Each(len(all), func(i int) {
		nearest, _ := tree.Nearest(x.At(i), 1)
		all[i] = along[nearest[0]]
	})
	return all
}

// strata looks at some of the points; nil where there are too few.
func strata(x *points.Set) (looked *points.Set, along []bool) {
	if x.Len() < fewestStrata || x.Dim < 2 || designed(x) {
		return nil, nil
	}
	var rows []int
	most := min(mostStrata, max(fewestLooked, mostNumbers/x.Dim))
	for i := 0; i < x.Len(); i += (x.Len() + most - 1) / most {
		rows = append(rows, i)
	}
	tree := New(x)
	along, looked = make([]bool, len(rows)), x.Select(rows)
	parallel.Each(len(rows), func(k int) { along[k] = alongCurve(x, tree, rows[k]) })
	links, among := make([][]int, len(rows)), New(looked)
	parallel.Each(len(rows), func(k int) { links[k], _ = among.Nearest(looked.At(k), linked) })
	along = withoutIslands(withMost(along, links), links)
	if along = withoutHeaps(looked, along, links); tapers(looked, along) {
		return looked, make([]bool, len(along))
	}
	return looked, lengthened(looked, along)
}

// leastOfEach is how many points there are for each number of a column of set points.
const leastOfEach = 20

// designed reports whether a column has few different numbers, as doses, contour lines and stations are: the points lie
// along lines because somebody chose these.
func designed(x *points.Set) bool {
	for j := range x.Dim {
		different := map[float64]bool{}
		for i := range x.Len() {
			different[x.At(i)[j]] = true
		}
		if leastOfEach*len(different) <= x.Len() {
			return true
		}
	}
	return false
}

// alongCurve reports whether the points around one lie along a curve.
func alongCurve(x *points.Set, tree *Tree, i int) bool {
	most := fewestStrata
	if x.Dim <= mostWide {
		most = max(most, x.Len()/leastNeighborhoods)
	}
	var around []int
	before := false
	for _, count := range neighborhoods {
		if count > most {
			break
		}
		if count > len(around) { // the next few sizes are within it
			around, _ = tree.Nearest(x.At(i), min(searchedAtOnce*count, most))
		}
		now := thin(x, around[:count], thinnest)
		if now && before {
			return true
		}
		before = now
	}
	return false
}

// withMost lets points go with most of those that they are linked to, until none changes.
func withMost(along []bool, links [][]int) []bool {
	for range mostRounds {
		next, changed := make([]bool, len(along)), false
		for i := range along {
			count := 0
			for _, j := range links[i] {
				if along[j] {
					count++
				}
			}
			next[i] = 2*count > len(links[i])
			changed = changed || next[i] != along[i]
		}
		if along = next; !changed {
			break
		}
	}
	return along
}

// withoutIslands lets small pieces of a stratum go over to the other that is around them. What lies apart stays what it
// is, however small.
func withoutIslands(along []bool, links [][]int) []bool {
	piece, sizes := piecesOf(along, links)
	total, apart := map[bool]int{}, make([]bool, len(sizes))
	for k := range apart {
		apart[k] = true
	}
	for i, is := range along {
		total[is]++
		for _, j := range links[i] {
			apart[piece[i]] = apart[piece[i]] && along[j] == is
		}
	}
	next := slices.Clone(along)
	for i, is := range along {
		if k := piece[i]; !apart[k] && float64(sizes[k]) < leastPiece*float64(total[is]) {
			next[i] = !is
		}
	}
	return next
}

// shortest is how long a curve is at least, in spacings of the points beside it.
const shortest = 6

// withoutHeaps takes curves away that are no longer than a few points on the surface are apart, as repeated
// measurements of one of these are, which differ in one column.
func withoutHeaps(x *points.Set, along []bool, links [][]int) []bool {
	const next = 5
	others := rowsOf(along, false)
	if len(others) <= next || len(others) == len(along) {
		return along
	}
	surface := x.Select(others)
	tree, spacings := New(surface), make([]float64, len(others))
	parallel.Each(len(others), func(i int) { spacings[i] = tree.Distance(surface.At(i), next) })
	least := shortest * statistics.Median(spacings)
	piece, sizes := piecesOf(along, links)
	rows := make([][]int, len(sizes))
	for i, k := range piece {
		rows[k] = append(rows[k], i)
	}
	for _, of := range rows {
		if along[of[0]] && points.Around(x.Select(of)).Diagonal() < least {
			for _, i := range of {
				along[i] = false
			}
		}
	}
	return along
}

const (
	ofLine       = 32   // points of a curve that a line is fitted to
	offOf        = 3    // standard deviations across it that its points are off at most
	lengthenings = 4    // by no more than the length of the line each
	mostLonger   = 2    // times as many points as at first, from which on they go no farther
	beside       = 8    // neighbors of a point on a line,
	leastOnLine  = 0.75 // of which so many are on it, too, where a curve goes on, and no surface begins
)

// lengthened lets curves go on straight up to the surface from which they start: near it neighborhoods are of both.
func lengthened(x *points.Set, along []bool) []bool {
	tree, first := New(x), 0
	for range lengthenings {
		rows := rowsOf(along, true)
		first = cmp.Or(first, len(rows))
		if len(rows) < ofLine || len(rows) == len(along) || len(rows) > mostLonger*first {
			break
		}
		curves := x.Select(rows)
		ends, longer := New(curves), make([]bool, len(along))
		parallel.Each(len(along), func(i int) {
			longer[i] = along[i] || goesOn(curves, ends, x, tree, x.At(i))
		})
		along = longer
	}
	return along
}

// goesOn reports whether a point of x lies where the curve next to it would go on, and the points around it do so, too.
func goesOn(curves *points.Set, ends *Tree, x *points.Set, tree *Tree, at []float64) bool {
	end, apart := ends.Nearest(at, 1)
	piece, distances := ends.Nearest(curves.At(end[0]), ofLine)
	if apart[0] > distances[len(distances)-1] {
		return false
	}
	c, err := LargestComponents(curves, piece, 1)
	if err != nil || len(c.Variances) == 0 {
		return false
	}
	most := 0.0 // squared distance from the line
	for _, i := range piece {
		most += offOf * offOf * c.offAxis(curves.At(i)) / float64(len(piece))
	}
	if c.offAxis(at) > most {
		return false
	}
	near, _ := tree.Nearest(at, beside+1)
	on := 0
	for _, i := range near[1:] {
		if c.offAxis(x.At(i)) <= most {
			on++
		}
	}
	return float64(on) >= leastOnLine*beside
}

// offAxis is the squared distance of a point from the line along the first component.
func (c Components) offAxis(x []float64) float64 {
	total, on := 0.0, 0.0
	for k, v := range x {
		v -= c.Mean[k]
		total += v * v
		on += v * c.Axes.At(k, 0)
	}
	return max(0, total-on*on)
}

// piecesOf numbers the pieces of a stratum that are linked, and counts their points.
func piecesOf(along []bool, links [][]int) (piece, sizes []int) {
	both := make([][]int, len(along))
	for i, others := range links {
		for _, j := range others {
			if along[i] == along[j] {
				both[i], both[j] = append(both[i], j), append(both[j], i)
			}
		}
	}
	piece = make([]int, len(along))
	for i := range piece {
		piece[i] = -1
	}
	for start := range piece {
		if piece[start] >= 0 {
			continue
		}
		piece[start], sizes = len(sizes), append(sizes, 0)
		for open := []int{start}; len(open) > 0; {
			i := open[len(open)-1]
			open = open[:len(open)-1]
			sizes[piece[i]]++
			for _, j := range both[i] {
				if piece[j] < 0 {
					piece[j] = piece[i]
					open = append(open, j)
				}
			}
		}
	}
	return piece, sizes
}
