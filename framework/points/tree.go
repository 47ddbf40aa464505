package points

import (
	"math"
	"slices"
)

// Tree finds the nearest ones of a set's points (a k-d tree: Bentley, "Multidimensional binary search trees used for associative
// searching", 1975). In more than some ten dimensions it is no faster than to compare with all.
type Tree struct {
	set     *Set
	order   []int // the points' indices; the middle one of each range of more than leaf parts it along an axis
	axes    []int // that axis, at the middle's place
	largest int   // range that is searched point by point
}

// Neighbor is a point of a set and its distance.
type Neighbor struct {
	Index    int
	Distance float64
}

// NewTree returns the tree of a set, whose points must be finite and stay as they are. Points that are equally far are found in
// the order of their indices.
func NewTree(set *Set) *Tree {
	t := &Tree{set: set, order: make([]int, set.Len()), axes: make([]int, set.Len()), largest: 8}
	for i := range t.order {
		t.order[i] = i
	}
	t.part(0, len(t.order))
	return t
}

// part orders a range by halves along the axis on which it is widest.
func (t *Tree) part(from, to int) {
	if to-from <= t.largest {
		return
	}
	axis := t.widest(from, to)
	slices.SortFunc(t.order[from:to], func(a, b int) int {
		if x, y := t.set.At(a)[axis], t.set.At(b)[axis]; x != y {
			if x < y {
				return -1
			}
			return 1
		}
		return a - b
	})
	middle := (from + to) / 2
	t.axes[middle] = axis
	t.part(from, middle)
	t.part(middle+1, to)
}

func (t *Tree) widest(from, to int) int {
	axis, width := 0, -1.0
	for j := range t.set.Dim {
		lowest, highest := math.Inf(1), math.Inf(-1)
		for _, i := range t.order[from:to] {
			v := t.set.At(i)[j]
			lowest, highest = min(lowest, v), max(highest, v)
		}
		if highest-lowest > width {
			axis, width = j, highest-lowest
		}
	}
	return axis
}

// Nearest returns the count points that are nearest to x, or all if there are fewer, the nearest first.
func (t *Tree) Nearest(x []float64, count int) []Neighbor {
	found := &nearest{x: x, count: min(count, t.set.Len())}
	if found.count > 0 {
		t.search(found, 0, len(t.order))
	}
	for i := range found.best {
		found.best[i].Distance = math.Sqrt(found.best[i].Distance)
	}
	return found.best
}

func (t *Tree) search(found *nearest, from, to int) {
	if to-from <= t.largest {
		for _, i := range t.order[from:to] {
			found.take(i, t.set.At(i))
		}
		return
	}
	middle := (from + to) / 2
	i, axis := t.order[middle], t.axes[middle]
	off := found.x[axis] - t.set.At(i)[axis]
	found.take(i, t.set.At(i))
	if off < 0 {
		t.search(found, from, middle)
	} else {
		t.search(found, middle+1, to)
	}
	if off*off > found.reach() {
		return
	}
	if off < 0 {
		t.search(found, middle+1, to)
	} else {
		t.search(found, from, middle)
	}
}

// nearest is the best points that a search has met, with squared distances, in order.
type nearest struct {
	x     []float64
	count int
	best  []Neighbor
}

// reach is the squared distance beyond which no point is wanted.
func (n *nearest) reach() float64 {
	if len(n.best) < n.count {
		return math.Inf(1)
	}
	return n.best[n.count-1].Distance
}

func (n *nearest) take(i int, point []float64) {
	square, reach := 0.0, n.reach()
	for j, v := range n.x {
		square += (v - point[j]) * (v - point[j])
		if square > reach {
			return
		}
	}
	at := len(n.best)
	for at > 0 && (n.best[at-1].Distance > square || n.best[at-1].Distance == square && n.best[at-1].Index > i) {
		at--
	}
	if at == n.count {
		return
	}
	n.best = slices.Insert(n.best, at, Neighbor{i, square})
	n.best = n.best[:min(len(n.best), n.count)]
}
