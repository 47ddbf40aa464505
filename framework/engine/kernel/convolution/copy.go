package convolution

import (
	"math"
	"unsafe"

	"ebim/framework/engine/kernel/view"
)

// dimension is one axis of an array that is copied; strides count elements.
type dimension struct{ count, dst, src int }

// mostDimensions is what an array to copy may have: batch, channels and up to mostAxes spatial axes.
const (
	mostAxes       = 6
	mostDimensions = mostAxes + 2
)

// copyArray copies an array of float32 to another order of axes.
func copyArray(dst, src unsafe.Pointer, dimensions []dimension) {
	var array [mostDimensions]dimension
	n := 0
	for _, d := range dimensions {
		switch {
		case d.count == 0:
			return
		case d.count == 1:
		case n > 0 && array[n-1].dst == d.count*d.dst && array[n-1].src == d.count*d.src:
			array[n-1] = dimension{array[n-1].count * d.count, d.dst, d.src}
		default:
			array[n] = d
			n++
		}
	}
	for ; n < 2; n++ {
		array[1] = array[0]
		array[0] = dimension{1, 1, math.MaxInt} // stays the outer one
	}
	// The innermost loop goes along neighbors in src, the next one along neighbors in dst, or else near ones in src.
	sortBySource(array[:n])
	if array[n-1].dst != 1 {
		for i := n - 2; i >= 0; i-- {
			if inner := array[i]; inner.dst == 1 {
				copy(array[i:n-2], array[i+1:n-1])
				array[n-2] = inner
				break
			}
		}
	}
	copyOuter(dst, src, array[:n])
}

// sortBySource brings dimensions into the order of falling strides.
func sortBySource(dimensions []dimension) {
	for i := range dimensions {
		for j := i; j > 0 && dimensions[j-1].src < dimensions[j].src; j-- {
			dimensions[j-1], dimensions[j] = dimensions[j], dimensions[j-1]
		}
	}
}

func copyOuter(dst, src unsafe.Pointer, dimensions []dimension) {
	if len(dimensions) == 2 {
		copyMatrix(dst, src, dimensions[0], dimensions[1])
		return
	}
	d := dimensions[0]
	for i := range d.count {
		copyOuter(unsafe.Add(dst, i*d.dst*size), unsafe.Add(src, i*d.src*size), dimensions[1:])
	}
}

func copyMatrix(dst, src unsafe.Pointer, rows, columns dimension) {
	switch {
	case columns.dst == 1 && columns.src == 1:
		for i := range rows.count {
			copy(unsafe.Slice(float(dst, i*rows.dst), columns.count),
				unsafe.Slice(float(src, i*rows.src), columns.count))
		}
	case rows.dst == 1 && columns.src == 1:
		view.CopyTransposed(dst, src, columns.count, rows.count, columns.dst, rows.src)
	default:
		copyElements(dst, src, rows, columns)
	}
}

func copyElements(dst, src unsafe.Pointer, rows, columns dimension) {
	for i := range rows.count {
		to, from := i*rows.dst, i*rows.src
		for range columns.count {
			*float(dst, to) = *float(src, from)
			to, from = to+columns.dst, from+columns.src
		}
	}
}
