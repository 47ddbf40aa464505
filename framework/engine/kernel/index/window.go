package index

import (
	"slices"
	"unsafe"
)

// axis is a loop that steps through two arrays at once.
type axis struct {
	length int
	first  int // stride in the first array
	second int // and in the second one
}

// merge returns the same nest of loops, outermost first, with fewer of them: none runs once, and two that step on
// evenly are one.
func merge(axes []axis) []axis {
	var merged []axis
	for _, a := range axes {
		if a.length == 1 {
			continue
		}
		if last := len(merged) - 1; last >= 0 &&
			merged[last].first == a.length*a.first && merged[last].second == a.length*a.second {
			a.length *= merged[last].length
			merged = merged[:last]
		}
		merged = append(merged, a)
	}
	return merged
}

// at returns where both arrays are at a position of the loops, counted in their order.
func at(axes []axis, position int) (first, second int) {
	for i := len(axes) - 1; i >= 0; i-- {
		a := axes[i]
		step := position
		if i > 0 {
			step = position % a.length
			position /= a.length
		}
		first += step * a.first
		second += step * a.second
	}
	return first, second
}

// window is a block of elements that lies in two arrays at once, in rows that are contiguous in both.
type window struct {
	axes []axis // strides in bytes
	row  int    // elements in a row
	size int    // bytes of an element
	all  int    // elements
}

// newWindow has axes with strides in bytes.
func newWindow(axes []axis, size int) window {
	w := window{axes: merge(axes), row: 1, size: size, all: 1}
	for _, a := range axes {
		w.all *= a.length
	}
	if last := len(w.axes) - 1; last >= 0 && w.axes[last].first == size && w.axes[last].second == size {
		w.row = w.axes[last].length
		w.axes = w.axes[:last]
	}
	return w
}

// copy moves the window from the second array to the first one.
func (w *window) copy(first, second unsafe.Pointer) { w.copyAxes(w.axes, first, second) }

func (w *window) copyAxes(axes []axis, first, second unsafe.Pointer) {
	if len(axes) == 0 {
		copyBytes(first, second, w.row*w.size)
		return
	}
	a := axes[0]
	for i := range a.length {
		w.copyAxes(axes[1:], unsafe.Add(first, i*a.first), unsafe.Add(second, i*a.second))
	}
}

// combine changes each row of the window in the first array by that in the second one.
func (w *window) combine(rows combine, first, second unsafe.Pointer) {
	w.combineAxes(w.axes, rows, first, second)
}

func (w *window) combineAxes(axes []axis, rows combine, first, second unsafe.Pointer) {
	if len(axes) == 0 {
		rows(first, second, w.row)
		return
	}
	a := axes[0]
	for i := range a.length {
		w.combineAxes(axes[1:], rows, unsafe.Add(first, i*a.first), unsafe.Add(second, i*a.second))
	}
}

// copyBytes moves n bytes between arrays that don't overlap; single elements are cheaper moved as numbers.
func copyBytes(dst, src unsafe.Pointer, n int) {
	switch n {
	case 1:
		*(*uint8)(dst) = *(*uint8)(src)
	case 2:
		*(*uint16)(dst) = *(*uint16)(src)
	case 4:
		*(*uint32)(dst) = *(*uint32)(src)
	case 8:
		*(*uint64)(dst) = *(*uint64)(src)
	default:
		copy(unsafe.Slice((*byte)(dst), n), unsafe.Slice((*byte)(src), n))
	}
}

// strides returns the distances between neighbors along each axis of a contiguous array.
func strides(dimensions []int, size int) []int {
	steps := make([]int, len(dimensions))
	for i := len(dimensions) - 1; i >= 0; i-- {
		steps[i] = size
		size *= dimensions[i]
	}
	return steps
}

// without returns the axes below rank that are not among some.
func without(rank int, some []int) []int {
	var others []int
	for axis := range rank {
		if !slices.Contains(some, axis) {
			others = append(others, axis)
		}
	}
	return others
}
