package product

import "unsafe"

// Depth is the greatest number of terms that are summed in registers before they are added to the result: a panel of
// that depth fits the first cache.
const Depth = 256

const (
	blockElements  = 56 << 10 // of the left operand, multiplied with all panels while they are in the second cache
	columnsToPack  = 128      // from which on packing the left operand pays
	scratchPadding = 64
)

// packs tells whether a product packs its left operand.
func packs(k, n int) bool { return n >= columnsToPack && k > 1 }

// blockRows is the number of rows, a multiple of the register block's, that are multiplied with all panels in turn.
func (f *format) blockRows(k int) int {
	return max(1, blockElements/max(1, min(k, Depth))/f.rows) * f.rows
}

func (f *format) scratch(m, k, n int) int {
	if !packs(k, n) {
		return 0
	}
	return size*f.panelsSize(min(m, f.blockRows(k)), min(k, Depth)) + scratchPadding
}

func (f *format) multiply(c unsafe.Pointer, cStride int, a Left, packed unsafe.Pointer, from, to, k, n int, scratch unsafe.Pointer) {
	if n == 0 {
		return
	}
	step := f.blockRows(k)
	for first := from; first < to; first += step {
		rows := min(step, to-first)
		target := unsafe.Add(c, size*first*cStride)
		if k == 0 {
			f.slice(target, cStride, a, 0, packed, rows, 0, n, 0, 0, false)
		}
		for p := 0; p < k; p += Depth {
			last := min(p+Depth, k)
			part, blockStride := a.at(first, p), f.rows*a.RowStride
			if packs(k, n) {
				f.packPanels(scratch, part, rows, last-p)
				part, blockStride = Left{scratch, 1, f.rows}, f.rows*(last-p)
			}
			f.slice(target, cStride, part, blockStride, packed, rows, k, n, p, last, p > 0)
		}
	}
}

// slice multiplies m rows of a with the rows [first, last) of all panels. blockStride is in elements.
func (f *format) slice(c unsafe.Pointer, cStride int, a Left, blockStride int, packed unsafe.Pointer, m, k, n, first, last int, add bool) {
	for column := 0; column < n; {
		i := f.panel(n - column)
		width := f.widths[i]
		columns := min(width, n-column)
		panel := packed
		if last > first {
			panel = unsafe.Add(packed, size*(k*column+first*width))
		}
		f.kernels[i]((*float32)(unsafe.Add(c, size*column)), size*cStride, (*float32)(a.Data), size*a.RowStride,
			size*a.ColumnStride, size*blockStride, (*float32)(panel), m, last-first, columns, add)
		column += columns
	}
}
