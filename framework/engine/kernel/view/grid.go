package view

import (
	"unsafe"

	"ebim/framework/engine/kernel/processor"
)

// side is where one side of a copy lies: element (row, column) is row*rowStride + column*columnStride elements after
// at.
type side struct {
	at                      unsafe.Pointer
	rowStride, columnStride int
}

// from returns the side from an element on.
func from[E word](s side, row, column int) side {
	s.at = unsafe.Pointer(at[E](s.at, row*s.rowStride+column*s.columnStride))
	return s
}

func (s side) transposed() side { return side{s.at, s.columnStride, s.rowStride} }

// copyGrid copies elements [rows, columns]; vectors allows AVX2.
func copyGrid[E word](dst, src side, rows, columns int, vectors bool) {
	if vectors && unsafe.Sizeof(*new(E)) == 4 {
		switch {
		case dst.columnStride == 1 && (dst.rowStride == columns || rows == 1) && src.columnStride == 0:
			repeatWords(dst.at, src.at, rows, columns, src.rowStride)
			return
		case rows < 8 || columns < 8:
		case dst.columnStride == 1 && src.rowStride == 1:
			transposeGrid[E](dst, src, rows, columns)
			return
		case dst.rowStride == 1 && src.columnStride == 1:
			transposeGrid[E](dst.transposed(), src.transposed(), columns, rows)
			return
		}
	}
	copyBlocks[E](dst, src, rows, columns)
}

// CopyTransposed sets dst [rows, columns] to the transpose of src [columns, rows], elements of 4 bytes. The rows of
// each lie its stride apart, in elements.
func CopyTransposed(dst, src unsafe.Pointer, rows, columns, dstStride, srcStride int) {
	copyGrid[uint32](side{dst, dstStride, 1}, side{src, 1, srcStride}, rows, columns,
		processor.Best() >= processor.AVX2)
}

// transposeGrid copies what multiples of 8 leave over by itself. A block's source stays in the first cache until all
// of its rows have been written.
func transposeGrid[E word](dst, src side, rows, columns int) {
	const block = 128
	fullRows, fullColumns := rows&^7, columns&^7
	for column := 0; column < fullColumns; column += block {
		d, s := from[E](dst, 0, column), from[E](src, 0, column)
		transposeWords(d.at, s.at, fullRows, min(block, fullColumns-column), d.rowStride, s.columnStride)
	}
	if fullColumns < columns {
		copyBlocks[E](from[E](dst, 0, fullColumns), from[E](src, 0, fullColumns), rows, columns-fullColumns)
	}
	if fullRows < rows {
		copyBlocks[E](from[E](dst, fullRows, 0), from[E](src, fullRows, 0), rows-fullRows, fullColumns)
	}
}

// copyBlocks copies in Go, so that of each side only a block must stay in the cache, with the longer axis inside.
func copyBlocks[E word](dst, src side, rows, columns int) {
	const block = 64
	if rows > columns {
		dst, src, rows, columns = dst.transposed(), src.transposed(), columns, rows
	}
	if rows <= 8 {
		copyLines[E](dst, src, rows, columns)
		return
	}
	for row := 0; row < rows; row += block {
		for column := 0; column < columns; column += block {
			copyLines[E](from[E](dst, row, column), from[E](src, row, column), min(block, rows-row),
				min(block, columns-column))
		}
	}
}

func copyLines[E word](dst, src side, rows, columns int) {
	size := int(unsafe.Sizeof(*new(E)))
	for row := range rows {
		copyLine[E](unsafe.Pointer(at[E](dst.at, row*dst.rowStride)), unsafe.Pointer(at[E](src.at, row*src.rowStride)),
			dst.columnStride*size, src.columnStride*size, columns)
	}
}

// copyLine copies n elements that are some bytes apart. By itself it keeps everything in registers.
//
//go:noinline
func copyLine[E word](dst, src unsafe.Pointer, dstStep, srcStep, n int) {
	to, of := 0, 0
	for ; n > 0; n-- {
		*(*E)(unsafe.Add(dst, to)) = *(*E)(unsafe.Add(src, of))
		to += dstStep
		of += srcStep
	}
}
