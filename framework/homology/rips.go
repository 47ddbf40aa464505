// Package homology finds the persistent homology of points with coefficients mod 2: the connected components, loops and
// voids of the Vietoris-Rips complexes of all scales, each with the scales at which it appears and is filled.
package homology

import (
	"cmp"
	"container/heap"
	"math"
	"slices"

	"ebim/framework/points"
)

// Interval is a homology class that appears at the scale Birth and is filled at the scale Death: scales are the
// diameters of simplices. Death is +Inf for a class that is there at the largest scale looked at.
type Interval struct{ Birth, Death float64 }

// Length of the interval.
func (i Interval) Length() float64 { return i.Death - i.Birth }

// Rips returns the intervals of dimensions 0 to most of points, longest first, without empty ones. It is Ripser's
// algorithm (Bauer 2021): cohomology, with the columns that an earlier dimension has cleared left out, and emergent
// pairs taken as they are met. Scales go up to the largest that is given, but not beyond the radius of the smallest
// ball around a point that holds all of them, where the complex is a cone: all classes but one component have died
// there.
//
// Time and memory grow with the number of simplices of dimension most + 1, some N^(most+2).
func Rips(x *points.Set, most int, largest float64) [][]Interval {
	c := newComplex(x, most, largest)
	intervals := make([][]Interval, most+1)
	columns := c.components(&intervals[0])
	for dimension := 1; dimension <= most; dimension++ {
		pivots := c.reduce(columns, dimension, &intervals[dimension])
		if dimension < most {
			columns = c.columns(dimension+1, pivots)
		}
	}
	for _, found := range intervals {
		slices.SortFunc(found, func(a, b Interval) int { return cmp.Compare(b.Length(), a.Length()) })
	}
	return intervals
}

// simplex is the diameter and the index of a simplex: for vertices v_d > ... > v_0 the sum of C(v_i, i+1).
type simplex struct {
	diameter float64
	index    int64
}

// before is the order of the filtration: by diameter, and then by falling index.
func (a simplex) before(b simplex) bool {
	return a.diameter < b.diameter || a.diameter == b.diameter && a.index > b.index
}

// latest first, as columns are reduced.
func latest(a, b simplex) int {
	switch {
	case a.diameter > b.diameter:
		return -1
	case a.diameter < b.diameter:
		return 1
	}
	return cmp.Compare(a.index, b.index)
}

type complex struct {
	n         int
	distances []float64 // [n, n]
	threshold float64
	binomials [][]int64 // [k][v], C(v, k)
}

func newComplex(x *points.Set, most int, largest float64) *complex {
	n := x.Len()
	c := &complex{n: n, distances: make([]float64, n*n), threshold: largest,
		binomials: make([][]int64, most+3)}
	for i := range n {
		farthest := 0.0
		for j := range n {
			c.distances[i*n+j] = distance(x.At(i), x.At(j))
			farthest = max(farthest, c.distances[i*n+j])
		}
		c.threshold = min(c.threshold, farthest)
	}
	for k := range c.binomials {
		c.binomials[k] = make([]int64, n+1)
		for v := range n + 1 {
			switch {
			case k == 0:
				c.binomials[k][v] = 1
			case v > 0:
				c.binomials[k][v] = c.binomials[k][v-1] + c.binomials[k-1][v-1]
			}
		}
	}
	return c
}

func distance(a, b []float64) float64 {
	sum := 0.0
	for j, v := range a {
		sum += (v - b[j]) * (v - b[j])
	}
	return math.Sqrt(sum)
}

// vertices fills in those of a simplex, largest first.
func (c *complex) vertices(index int64, into []int) {
	v := c.n
	for i := range into {
		of := c.binomials[len(into)-i]
		// the largest v with C(v, k) <= index
		v = min(v, c.n-1)
		low, high := 0, v
		for low < high {
			middle := (low + high + 1) / 2
			if of[middle] <= index {
				low = middle
			} else {
				high = middle - 1
			}
		}
		into[i], v = low, low-1
		index -= of[low]
	}
}

// components finds the intervals of dimension 0 by the minimal spanning tree, and returns the edges that close loops,
// latest first.
func (c *complex) components(into *[]Interval) (closing []simplex) {
	var edges []simplex
	for i := range c.n {
		for j := range i {
			if d := c.distances[i*c.n+j]; d <= c.threshold {
				edges = append(edges, simplex{d, c.binomials[2][i] + c.binomials[1][j]})
			}
		}
	}
	slices.SortFunc(edges, func(a, b simplex) int { return latest(b, a) })
	root := points.NewForest(c.n)
	ends := make([]int, 2)
	for _, edge := range edges {
		c.vertices(edge.index, ends)
		a, b := root.Find(ends[0]), root.Find(ends[1])
		if a == b {
			closing = append(closing, edge)
			continue
		}
		root[a] = b
		if edge.diameter > 0 {
			*into = append(*into, Interval{0, edge.diameter})
		}
	}
	for i := range root {
		if root.Find(i) == i {
			*into = append(*into, Interval{0, math.Inf(1)})
		}
	}
	slices.Reverse(closing)
	return closing
}

// cofacets calls do with the simplices that have a simplex as a facet, up to the threshold, by falling index, until it
// returns false.
func (c *complex) cofacets(of simplex, vertices []int, do func(simplex) bool) {
	c.vertices(of.index, vertices)
	below, above, k := of.index, int64(0), len(vertices)
	for v := c.n - 1; v >= k; v-- {
		for k > 0 && c.binomials[k][v] <= below { // v is a vertex
			below -= c.binomials[k][v]
			above += c.binomials[k+1][v]
			v--
			k--
		}
		if v < 0 {
			return
		}
		diameter, row := of.diameter, c.distances[v*c.n:]
		for _, w := range vertices {
			diameter = max(diameter, row[w])
		}
		if diameter <= c.threshold && !do(simplex{diameter, above + c.binomials[k+1][v] + below}) {
			return
		}
	}
}

// reduce finds the intervals of a dimension from its columns, and returns the simplices of the next that are pivots.
func (c *complex) reduce(columns []simplex, dimension int, into *[]Interval) (pivots map[int64]int) {
	pivots = make(map[int64]int, len(columns)) // the column of each
	sums := make([][]simplex, len(columns))    // columns that were added to each
	vertices := make([]int, dimension+1)
	for i, column := range columns {
		if pivot, found := c.emergent(column, vertices, pivots); found {
			pivots[pivot.index] = i
			continue // of the same diameter: an empty interval
		}
		var working chain
		c.add(column, vertices, &working)
		var added chain
		for {
			pivot, some := working.pivot()
			if !some {
				*into = append(*into, Interval{column.diameter, math.Inf(1)})
				break
			}
			by, taken := pivots[pivot.index]
			if !taken {
				if pivot.diameter > column.diameter {
					*into = append(*into, Interval{column.diameter, pivot.diameter})
				}
				pivots[pivot.index] = i
				break
			}
			for _, one := range append([]simplex{columns[by]}, sums[by]...) {
				c.add(one, vertices, &working)
				heap.Push(&added, one)
			}
		}
		for one, some := added.pop(); some; one, some = added.pop() {
			sums[i] = append(sums[i], one)
		}
	}
	return pivots
}

// emergent is the pivot of a column where it is a simplex of the same diameter that is no other column's: nothing needs
// to be added then.
func (c *complex) emergent(column simplex, vertices []int, pivots map[int64]int) (pivot simplex, found bool) {
	c.cofacets(column, vertices, func(s simplex) bool {
		if s.diameter != column.diameter {
			return true
		}
		_, taken := pivots[s.index]
		pivot, found = s, !taken
		return false
	})
	return pivot, found
}

// add adds the coboundary of a simplex.
func (c *complex) add(of simplex, vertices []int, to *chain) {
	c.cofacets(of, vertices, func(s simplex) bool {
		heap.Push(to, s)
		return true
	})
}

// columns are the simplices of a dimension that are no pivots, latest first.
func (c *complex) columns(dimension int, pivots map[int64]int) (columns []simplex) {
	ordered := make([]int, dimension+1) // largest first
	var extend func(depth, below int, diameter float64, index int64)
	extend = func(depth, below int, diameter float64, index int64) {
		if depth == len(ordered) {
			if _, pivot := pivots[index]; !pivot {
				columns = append(columns, simplex{diameter, index})
			}
			return
		}
		for v := below - 1; v >= dimension-depth; v-- {
			wider, row := diameter, c.distances[v*c.n:]
			for _, w := range ordered[:depth] {
				wider = max(wider, row[w])
			}
			if wider <= c.threshold {
				ordered[depth] = v
				extend(depth+1, v, wider, index+c.binomials[dimension+1-depth][v])
			}
		}
	}
	extend(0, c.n, 0, 0)
	slices.SortFunc(columns, latest)
	return columns
}

// chain is a sum of simplices mod 2, as a heap by the order of the filtration in which equal ones cancel.
type chain []simplex

func (c chain) Len() int           { return len(c) }
func (c chain) Less(i, j int) bool { return c[i].before(c[j]) }
func (c chain) Swap(i, j int)      { c[i], c[j] = c[j], c[i] }

// Push implements heap.Interface.
func (c *chain) Push(s any) { *c = append(*c, s.(simplex)) }

// Pop implements heap.Interface.
func (c *chain) Pop() any {
	last := (*c)[len(*c)-1]
	*c = (*c)[:len(*c)-1]
	return last
}

// pop takes the first simplex that does not cancel.
func (c *chain) pop() (first simplex, some bool) {
	for len(*c) > 0 {
		first = heap.Pop(c).(simplex)
		if len(*c) == 0 || (*c)[0].index != first.index {
			return first, true
		}
		heap.Pop(c)
	}
	return first, false
}

// pivot is the first simplex that does not cancel; it stays.
func (c *chain) pivot() (first simplex, some bool) {
	if first, some = c.pop(); some {
		heap.Push(c, first)
	}
	return first, some
}
