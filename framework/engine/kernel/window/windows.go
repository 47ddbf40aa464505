package window

import "ebim/framework/engine/ir"

// windows is the geometry of windows over an operand, seen as [outer axes..., row axis, inner], where inner are the
// last axes that have windows of one element, so that their elements go through everything side by side.
type windows struct {
	outer []axis
	row   axis
	inner int
	size  int // bytes of an element
	rows  int // positions along the outer axes
	reach int // most rows of the operand that a window covers
}

// axis says where the windows along an axis find elements. Strides and offsets count elements, those of inner included.
type axis struct {
	positions int     // of windows
	later     int     // positions of the outer axes after this one
	taps      [][]int // by window position: offsets in the operand, ascending
	runs      []run   // by element of the window, without those that no window has inside the operand
}

// run is the windows along an axis that have a certain element inside the operand: an arithmetic sequence.
type run struct {
	window, operand         int // offsets of the first
	windowStep, operandStep int
	count                   int
}

// newWindows describes windows over an operand of given dimensions at a number of positions along each axis.
func newWindows(operand, positions []int, a ir.ReduceWindow, size int) *windows {
	w := &windows{inner: 1, size: size, row: axis{positions: 1, taps: [][]int{{0}}, runs: []run{{count: 1}}}}
	last := len(operand) - 1
	for ; last >= 0 && isTrivial(a, last) && operand[last] == positions[last]; last-- {
		w.inner *= operand[last]
	}
	operandStride, windowStride := w.inner, w.inner
	later := 1
	w.outer = make([]axis, max(last, 0))
	for i := last; i >= 0; i-- {
		x := newAxis(a, i, operand[i], positions[i], operandStride, windowStride)
		x.later = later
		operandStride *= operand[i]
		windowStride *= positions[i]
		if i == last {
			w.row = x
		} else {
			w.outer[i] = x
			later *= positions[i]
		}
	}
	w.rows, w.reach = 1, 1
	for _, a := range w.outer {
		most := 0
		for _, taps := range a.taps {
			most = max(most, len(taps))
		}
		w.rows *= a.positions
		w.reach *= most
	}
	return w
}

func newAxis(a ir.ReduceWindow, i, length, positions, operandStride, windowStride int) axis {
	x := axis{positions: positions,
		taps: make([][]int, positions)}
	for k := range a.Dimensions[i] {
		var r run
		for o := range positions {
			p := o*a.Strides[i] + k*a.WindowDilations[i] - a.Paddings[i][0]
			if p < 0 || p%a.BaseDilations[i] != 0 || p/a.BaseDilations[i] >= length {
				continue
			}
			offset := p / a.BaseDilations[i] * operandStride
			x.taps[o] = append(x.taps[o], offset)
			switch r.count {
			case 0:
				r.window, r.operand = o*windowStride, offset
			case 1:
				r.windowStep, r.operandStep = o*windowStride-r.window, offset-r.operand
			}
			r.count++
		}
		if r.count > 0 {
			x.runs = append(x.runs, r)
		}
	}
	return x
}

func isTrivial(a ir.ReduceWindow, i int) bool {
	return a.Dimensions[i] == 1 && a.Strides[i] == 1 && a.Paddings[i] == [2]int{} && a.BaseDilations[i] == 1
}

// offsets appends where in the operand the rows lie that the windows of one row cover, in ascending order.
func (w *windows) offsets(list []int, row, axis, at int) []int {
	if axis == len(w.outer) {
		return append(list, at)
	}
	a := &w.outer[axis]
	for _, t := range a.taps[row/a.later%a.positions] {
		list = w.offsets(list, row, axis+1, at+t)
	}
	return list
}

// Splitting: a task should be worth waking a core for, and a few tasks a core level out differences between cores.
const (
	elementsPerTask = 1 << 16
	maxTasks        = 32
)
