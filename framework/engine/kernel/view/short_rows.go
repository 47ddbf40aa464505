package view

import "unsafe"

// hasShortRows reports whether the rows of a tile, of elements of 4 bytes, are copied by vectors, several in a call.
func (t *tile) hasShortRows() bool {
	const longest = 256 // elements: longer rows are worth a call each
	return t.vectors && t.columnStride == 1 && t.columns%8 == 0 && t.columns > 0 && t.columns <= longest &&
		t.rows > 1 && t.rowStride != t.columns
}

// box is what is copied at once: whole planes, whole rows of one plane, or a part of one row.
type box struct {
	planes, rows, columns int
	strided               int // elements before it in the tile's storage
}

// next returns the box that begins with an element, of at most n elements.
func (t *tile) next(element, n int) box {
	plane := element / (t.rows * t.columns)
	element -= plane * t.rows * t.columns
	row := element / t.columns
	column := element - row*t.columns
	b := box{1, 1, min(n, t.columns-column), plane*t.planeStride + row*t.rowStride + column}
	if column == 0 && n >= t.columns {
		b.rows = min(n/t.columns, t.rows-row)
		if row == 0 && b.rows == t.rows {
			b.planes = n / (t.rows * t.columns)
		}
	}
	return b
}

func readShortRows(t *tile, dst, src unsafe.Pointer, from, n int) {
	for done := 0; done < n; {
		b := t.next(from+done, n-done)
		b.copy(unsafe.Pointer(at[uint32](dst, done)), t.columns, t.rows*t.columns,
			unsafe.Pointer(at[uint32](src, b.strided)), t.rowStride, t.planeStride)
		done += b.planes * b.rows * b.columns
	}
}

func writeShortRows(t *tile, src, dst unsafe.Pointer, from, n int) {
	for done := 0; done < n; {
		b := t.next(from+done, n-done)
		b.copy(unsafe.Pointer(at[uint32](dst, b.strided)), t.rowStride, t.planeStride,
			unsafe.Pointer(at[uint32](src, done)), t.columns, t.rows*t.columns)
		done += b.planes * b.rows * b.columns
	}
}

// copy copies a box with the more numerous of planes and rows inside a call.
func (b box) copy(dst unsafe.Pointer, dstRow, dstPlane int, src unsafe.Pointer, srcRow, srcPlane int) {
	if b.columns%8 != 0 {
		copy(run[uint32](dst, 0, b.columns), run[uint32](src, 0, b.columns))
		return
	}
	outer, inner := b.planes, b.rows
	if outer > inner {
		outer, inner = inner, outer
		dstRow, dstPlane, srcRow, srcPlane = dstPlane, dstRow, srcPlane, srcRow
	}
	for i := range outer {
		copyRows(unsafe.Pointer(at[uint32](dst, i*dstPlane)), unsafe.Pointer(at[uint32](src, i*srcPlane)), inner,
			b.columns, dstRow, srcRow)
	}
}
