// Package neighbors finds the nearest of a set of points in R^n, exactly, and the principal components of
// neighborhoods.
//
// A Tree halves the set along the widest axis of its box, again and again; a search leaves out parts whose box is
// farther than what was found. That is fast where the points lie near a manifold of low dimension, whatever n is;
// results don't depend on the tree: ties go to the lower index.
package neighbors

import (
	"cmp"
	"math"
	"slices"

	"ebim/framework/parallel"
	"ebim/framework/points"
)

// leafSize is the number of points below which searching them all is faster than halving them.
const leafSize = 32

// Tree answers which points of a set are nearest. It may be used from several goroutines.
type Tree struct {
	order  []int       // indices of points; each node has a range of it
	sorted *points.Set // the points in that order, so that those of a node lie side by side
	root   *node
}

type node struct {
	low, high   []float64 // the box of its points
	from, to    int       // in order
	left, right *node     // nil in a leaf
}

// New makes the tree of a set of finite points in O(N log N) on average.
func New(set *points.Set) *Tree {
	t := &Tree{order: points.Range(0, set.Len()), sorted: &points.Set{Dim: set.Dim, Data: slices.Clone(set.Data)}}
	if len(t.order) > 0 {
		t.root = t.build(0, len(t.order))
	}
	return t
}

func (t *Tree) build(from, to int) *node {
	n := &node{from: from, to: to, low: slices.Clone(t.sorted.At(from)), high: slices.Clone(t.sorted.At(from))}
	for i := from + 1; i < to; i++ {
		for axis, v := range t.sorted.At(i) {
			n.low[axis], n.high[axis] = min(n.low[axis], v), max(n.high[axis], v)
		}
	}
	widest, width := 0, 0.0
	for axis := range n.low {
		if w := n.high[axis] - n.low[axis]; w > width {
			widest, width = axis, w
		}
	}
	if to-from <= leafSize || width == 0 { // equal points can't be parted
		return n
	}
	middle := (from + to) / 2
	t.part(from, to, middle, widest)
	n.left, n.right = t.build(from, middle), t.build(middle, to)
	return n
}

// part moves the points of a range so that those before the middle are the lowest along an axis (Hoare 1961): at
// equal coordinates, those with the lowest indices.
func (t *Tree) part(from, to, middle, axis int) {
	dim, data := t.sorted.Dim, t.sorted.Data
	for to-from > 1 {
		pivot := (from + to) / 2
		v, index := data[pivot*dim+axis], t.order[pivot]
		compare := func(place int) int {
			return cmp.Or(cmp.Compare(data[place*dim+axis], v), cmp.Compare(t.order[place], index))
		}
		i, j := from, to-1
		for i <= j {
			for compare(i) < 0 {
				i++
			}
			for compare(j) > 0 {
				j--
			}
			if i <= j {
				t.swap(i, j)
				i++
				j--
			}
		}
		switch { // all up to j are at most the pivot, all from i on at least
		case middle <= j:
			to = j + 1
		case middle >= i:
			from = i
		default:
			return
		}
	}
}

func (t *Tree) swap(i, j int) {
	if i == j {
		return
	}
	t.order[i], t.order[j] = t.order[j], t.order[i]
	a, b := t.sorted.At(i), t.sorted.At(j)
	for axis, v := range a {
		a[axis], b[axis] = b[axis], v
	}
}

// squared is the squared distance from x to the node's box, or a number above the limit where that is larger.
func (n *node) squared(x []float64, limit float64) float64 {
	sum := 0.0
	low, high := n.low[:len(x)], n.high[:len(x)]
	for axis, v := range x {
		switch {
		case v < low[axis]:
			sum += (low[axis] - v) * (low[axis] - v)
		case v > high[axis]:
			sum += (v - high[axis]) * (v - high[axis])
		default:
			continue
		}
		if sum > limit {
			break
		}
	}
	return sum
}

// Nearest returns the indices of the k points nearest to x, nearest first, all points where there are fewer, and their
// Euclidean distances.
func (t *Tree) Nearest(x []float64, k int) (indices []int, distances []float64) {
	return t.search(x, k, -1)
}

// Distance is that of the k-th nearest point to x, or of the farthest where there are fewer.
func (t *Tree) Distance(x []float64, k int) float64 {
	_, distances := t.Nearest(x, k)
	return distances[len(distances)-1]
}

// search leaves out one point.
func (t *Tree) search(x []float64, k, without int) (indices []int, distances []float64) {
	s := &search{tree: t, x: x, without: without, k: k, found: make([]found, 0, max(0, min(k, len(t.order))))}
	if t.root != nil && k > 0 {
		s.visit(t.root)
	}
	indices, distances = make([]int, len(s.found)), make([]float64, len(s.found))
	for i, f := range s.found {
		indices[i], distances[i] = f.index, math.Sqrt(f.squared)
	}
	return indices, distances
}

type found struct {
	squared float64
	index   int
}

// before has ties go to the lower index.
func (f found) before(other found) bool {
	return f.squared < other.squared || f.squared == other.squared && f.index < other.index
}

type search struct {
	tree    *Tree
	x       []float64
	without int
	k       int
	found   []found // at most k, nearest first
}

// limit is the squared distance beyond which nothing is wanted.
func (s *search) limit() float64 {
	if len(s.found) < s.k {
		return math.Inf(1)
	}
	return s.found[s.k-1].squared
}

func (s *search) visit(n *node) {
	if n.left == nil {
		s.look(n)
		return
	}
	near, far := n.left, n.right
	toNear, toFar := near.squared(s.x, s.limit()), far.squared(s.x, s.limit())
	if toFar < toNear {
		near, far, toNear, toFar = far, near, toFar, toNear
	}
	if toNear <= s.limit() {
		s.visit(near)
	}
	if toFar <= s.limit() { // at equality a tie may have a lower index
		s.visit(far)
	}
}

// look takes those points of a leaf that are near enough.
func (s *search) look(n *node) {
	const block = 8 // axes, after which most points are too far
	dim, limit := len(s.x), s.limit()
	data := s.tree.sorted.Data[n.from*dim : n.to*dim]
	for _, index := range s.tree.order[n.from:n.to] {
		x, y, sum := s.x, data[:dim], 0.0
		data = data[dim:]
		for len(y) > block && !(sum > limit) {
			from := x[:block]
			for axis, v := range y[:block] {
				d := v - from[axis]
				sum += d * d
			}
			x, y = x[block:], y[block:]
		}
		x = x[:len(y)]
		for axis, v := range y {
			d := v - x[axis]
			sum += d * d
		}
		if !(sum > limit) && index != s.without { // also at a place that is not a number
			s.take(found{sum, index})
			limit = s.limit()
		}
	}
}

// take puts one among those found, unless they are nearer.
func (s *search) take(one found) {
	at, end := 0, len(s.found)
	for at < end {
		if middle := (at + end) / 2; s.found[middle].before(one) {
			at = middle + 1
		} else {
			end = middle
		}
	}
	if at == s.k {
		return
	}
	if len(s.found) < s.k {
		s.found = append(s.found, one)
	}
	copy(s.found[at+1:], s.found[at:])
	s.found[at] = one
}

// Nearest returns for each point of a set the indices of its k nearest other points, nearest first, and their
// distances. A point that is there twice is its own neighbor at distance 0: see points.Set.FirstEqual to have each
// once. There are N - 1 where k is larger.
func Nearest(x *points.Set, k int) (indices [][]int, distances [][]float64) {
	tree := New(x)
	indices, distances = make([][]int, x.Len()), make([][]float64, x.Len())
	parallel.Each(len(indices), func(place int) { // points side by side have found the same nodes in the cache
		i := tree.order[place]
		indices[i], distances[i] = tree.search(x.At(i), k, i)
	})
	return indices, distances
}
