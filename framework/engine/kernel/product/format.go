package product

import (
	"unsafe"

	"ebim/framework/engine/kernel/view"
)

// A microKernel computes rows x columns elements of c = addend + a b (or a b, if addend is nil), for a panel of b
// [k, width] whose rows follow each other. Strides are in bytes; blockStride is the step in a from the beginning of one
// register block's rows to the next one's, for full blocks. The columns are all of the panel's but the last ones of its
// last vector.
type microKernel func(c *float32, cStride int, a *float32, rowStride, columnStride, blockStride int, panel *float32,
	rows, k, columns int, addend *float32, addendStride int)

// A format is how one level of processor packs and multiplies.
type format struct {
	rows    int           // of a full register block
	widths  []int         // of the panels, widest first; the last is 1
	kernels []microKernel // of each width

	// dot computes c = addend + a b (or a b, if addend is nil) for rows of k contiguous terms, rowStride bytes apart.
	// The addend's stride is 0 or that of contiguous numbers. dot may be nil.
	dot func(c, a *float32, rowStride int, b *float32, rows, k int, addend *float32, addendStride int)
}

// panel returns the index of the width of the next panel when n columns remain: the widest, or the narrowest that has
// room.
func (f *format) panel(n int) int {
	i := 0
	for i+1 < len(f.widths) && n <= f.widths[i+1] {
		i++
	}
	return i
}

func (f *format) packedSize(k, n int) int {
	widest := f.widths[0]
	full := n / widest * widest
	if full == n {
		return k * n
	}
	return k * (full + f.widths[f.panel(n-full)])
}

func (f *format) isPacked(k, n, rowStride, columnStride int) bool {
	return k*n == 0 || columnStride == 1 && f.widths[f.panel(n)] == n && (k == 1 || rowStride == n)
}

// pack lays the panels out one after another; the columns before a panel fill theirs, so that it starts at k*column.
func (f *format) pack(dst, b unsafe.Pointer, k, n, rowStride, columnStride int) {
	if k == 0 || n == 0 {
		return
	}
	if f.isPacked(k, n, rowStride, columnStride) {
		copy(unsafe.Slice((*float32)(dst), k*n), unsafe.Slice((*float32)(b), k*n))
		return
	}
	for column := 0; column < n; {
		width := f.widths[f.panel(n-column)]
		columns := min(width, n-column)
		panel := unsafe.Slice((*float32)(unsafe.Add(dst, size*k*column)), k*width)
		if columns < width {
			clear(panel)
		}
		from := unsafe.Add(b, size*column*columnStride)
		if columnStride == 1 {
			packRows(panel, width, columns, from, k, size*rowStride)
		} else {
			packColumns(panel, width, columns, from, k, size*rowStride, size*columnStride)
		}
		column += columns
	}
}

// packRows fills the first columns of a panel from contiguous rows, rowStep bytes apart.
func packRows(panel []float32, width, columns int, from unsafe.Pointer, k, rowStep int) {
	for p := range k {
		copy(panel[p*width:], unsafe.Slice((*float32)(unsafe.Add(from, p*rowStep)), columns))
	}
}

// packColumns fills the first columns of a panel, each along its rows, and as many at a time as keep the part of the
// panel in the first cache.
func packColumns(panel []float32, width, columns int, from unsafe.Pointer, k, rowStep, columnStep int) {
	if rowStep == size && columns > 1 {
		view.CopyTransposed(unsafe.Pointer(&panel[0]), from, k, columns, width, columnStep/size)
		return
	}
	const rows = 64
	for first := 0; first < k; first += rows {
		block := panel[first*width : min(first+rows, k)*width]
		for j := range columns {
			offset := first*rowStep + j*columnStep
			for at := j; at < len(block); at += width {
				block[at] = *(*float32)(unsafe.Add(from, offset))
				offset += rowStep
			}
		}
	}
}

func (f *format) panelsSize(m, k int) int { return (m + f.rows - 1) / f.rows * f.rows * k }

// packPanels writes the rows of a in panels of f.rows, element by element along the terms.
func (f *format) packPanels(dst unsafe.Pointer, a Left, m, k int) {
	if k == 0 {
		return
	}
	for first := 0; first < m; first += f.rows {
		packPanel(unsafe.Add(dst, size*first*k), a.at(first, 0), min(f.rows, m-first), k, f.rows)
	}
}

// packPanel writes rows of k terms to a panel of a greater or equal number of rows.
func packPanel(dst unsafe.Pointer, a Left, rows, k, panelRows int) {
	const block = 8 // by 8 elements, which are transposed in registers
	terms := 0
	if a.ColumnStride == 1 && rows >= block {
		terms = k / block * block
		view.CopyTransposed(dst, a.Data, terms, block, panelRows, a.RowStride)
		if rest := rows - block; rest > 0 { // together with some that are there already, up to a block
			again := max(rest, block)
			view.CopyTransposed(unsafe.Add(dst, size*(rows-again)), a.at(rows-again, 0).Data, terms, again, panelRows,
				a.RowStride)
		}
	}
	for i := range rows {
		for p := terms; p < k; p++ {
			*(*float32)(unsafe.Add(dst, size*(p*panelRows+i))) = *(*float32)(a.at(i, p).Data)
		}
	}
}
