package vacancy

import (
	"cmp"
	"container/heap"
	"math"
	"slices"

	"ebim/framework/points"
)

// sheet is the part of a mesh in a ball that is joined to its middle there and does not turn away from it, so that
// tangential coordinates tell its places apart.
type sheet struct {
	elements []int
	data     []int // the nearest of those on it
	reach    float64
}

// sheetAt grows the ball around a place of an element until a number of data and one more are on its sheet, which the
// reach goes to; fewer, and all of the sheet, where there are no more. No cosine between an element and the first is
// as small as one.
func (f *finder) sheetAt(x []float64, first, number int, least float64) sheet {
	apart := func(e int) float64 {
		return max(0, math.Sqrt(points.SquaredDistance(f.elements[e].middle, x))-f.elements[e].size)
	}
	type found struct {
		at    int
		level float64 // radius from which on it is on the sheet
	}
	var data, elements []found
	frame := f.elements[first].tangents()
	seen, next := map[int]bool{first: true}, &frontier{{0, first}}
	for bound := f.tree.Distance(x, min(number+1, f.feet.Len())); next.Len() > 0; {
		if (*next)[0].level > bound {
			count := 0
			for _, d := range data {
				if d.level <= bound {
					count++
				}
			}
			if count > number {
				break
			}
			bound = (*next)[0].level * wider
		}
		e := heap.Pop(next).(joined)
		elements = append(elements, found{e.element, e.level})
		for _, i := range f.on[e.element] {
			data = append(data, found{i, max(e.level, math.Sqrt(points.SquaredDistance(f.feet.At(i), x)))})
		}
		for _, vertex := range f.mesh.Element(e.element) {
			for _, beside := range f.around[vertex] {
				if seen[beside] {
					continue
				}
				seen[beside] = true
				if along(frame, f.elements[beside].tangents()) > least {
					heap.Push(next, joined{max(e.level, apart(beside)), beside})
				}
			}
		}
	}
	slices.SortStableFunc(data, func(a, b found) int { return cmp.Compare(a.level, b.level) })
	number = min(number, len(data)-1)
	s := sheet{}
	if number < 0 {
		return s
	}
	s.reach = data[number].level
	for _, d := range data[:number] {
		s.data = append(s.data, d.at)
	}
	for _, e := range elements {
		if e.level <= s.reach {
			s.elements = append(s.elements, e.at)
		}
	}
	return s
}

const (
	wider      = 1.2 // a ball looks so many times as far at a time
	leastAlong = 0.5 // cosine between an element of a sheet and its middle's,
	anyAlong   = -1  // and of one around a rim
)

// joined is an element, and the radius from which on it is joined to the ball's middle.
type joined struct {
	level   float64
	element int
}

// frontier is a heap of elements beside a sheet, the first to be joined on top.
type frontier []joined

func (f frontier) Len() int           { return len(f) }
func (f frontier) Less(i, j int) bool { return f[i].level < f[j].level }
func (f frontier) Swap(i, j int)      { f[i], f[j] = f[j], f[i] }
func (f *frontier) Push(x any)        { *f = append(*f, x.(joined)) }

func (f *frontier) Pop() any {
	last := len(*f) - 1
	x := (*f)[last]
	*f = (*f)[:last]
	return x
}
