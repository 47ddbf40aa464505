package product

import "unsafe"

// depth is the greatest number of terms that are summed in registers before they are added to the result: a panel of
// that depth fits the first cache.
const depth = 256

// blockElements of the left operand are multiplied with all panels while they are in the second cache.
const blockElements = 56 << 10

// blockColumns are finished before the next ones are begun where there are more terms than depth: otherwise the rows
// of the result, which are added to every depth terms, leave the second cache in between. It is a multiple of all
// panels' widths.
const blockColumns = 512

// A left operand whose rows are far apart, each on a page of its own, is packed for a product with many columns.
const (
	columnsToPack = 256
	strideToPack  = 1024
)

// From this many terms on, the product with a vector has the terms of a row in the lanes of registers, not the rows.
const termsToDot = 8

// blockRows returns the number of rows, a multiple of the register block's, that are multiplied with all panels in
// turn.
func (f *format) blockRows(k int) int {
	return max(1, blockElements/max(1, min(k, depth))/f.rows) * f.rows
}

func (f *format) scratch(m, k, n int) int {
	if n < columnsToPack {
		return 0
	}
	if n <= blockColumns {
		k = min(k, depth)
	}
	return size * f.panelsSize(min(m, f.blockRows(k)), k)
}

// addend is a matrix whose rows are contiguous, and stride elements apart; without data it is 0.
type addend struct {
	data   unsafe.Pointer
	stride int
}

func (z addend) at(i, j int) *float32 {
	if z.data == nil {
		return nil
	}
	return (*float32)(unsafe.Add(z.data, size*(i*z.stride+j)))
}

func (f *format) multiply(c unsafe.Pointer, cStride int, z addend, a Left, packed unsafe.Pointer, from, to, k, n int,
	scratch unsafe.Pointer) {
	if n == 0 {
		return
	}
	packs := n >= columnsToPack && max(a.RowStride, -a.RowStride) >= strideToPack
	step := f.blockRows(k)
	for first := from; first < to; first += step {
		rows := min(step, to-first)
		left := f.leftOf(a, first, rows, k, n, packs, scratch)
		for column := 0; column < n; column += blockColumns {
			target := unsafe.Add(c, size*(first*cStride+column))
			sum := addend{unsafe.Pointer(z.at(first, column)), z.stride}
			f.block(target, cStride, sum, &left, unsafe.Add(packed, size*k*column), rows, k,
				min(blockColumns, n-column))
		}
	}
}

// leftRows are some rows of the left operand, read in place or packed: before all blocks of columns if there are
// several, and otherwise depth terms at a time.
type leftRows struct {
	from     Left
	rows     int
	panels   unsafe.Pointer // packed rows; nil to read in place
	finished bool           // all of them are packed
}

func (f *format) leftOf(a Left, from, rows, k, n int, packs bool, scratch unsafe.Pointer) leftRows {
	l := leftRows{from: a.at(from, 0), rows: rows}
	if !packs {
		return l
	}
	l.panels = scratch
	if n > blockColumns {
		for first := 0; first < k; first += depth {
			f.packPanels(l.place(f, first), l.from.at(0, first), rows, min(depth, k-first))
		}
		l.finished = true
	}
	return l
}

func (l *leftRows) place(f *format, first int) unsafe.Pointer {
	return unsafe.Add(l.panels, size*f.panelsSize(l.rows, first))
}

// terms returns those of [first, last), and the distance of blocks of rows in elements.
func (l *leftRows) terms(f *format, first, last int) (a Left, blockStride int) {
	switch {
	case l.panels == nil:
		return l.from.at(0, first), f.rows * l.from.RowStride
	case l.finished:
		return Left{l.place(f, first), 1, f.rows}, f.rows * (last - first)
	}
	f.packPanels(l.panels, l.from.at(0, first), l.rows, last-first)
	return Left{l.panels, 1, f.rows}, f.rows * (last - first)
}

// block multiplies some rows with some columns, depth terms at a time.
func (f *format) block(c unsafe.Pointer, cStride int, z addend, left *leftRows, packed unsafe.Pointer, rows, k, n int) {
	if k == 0 {
		f.slice(c, cStride, z, Left{}, 0, packed, rows, 0, n, 0, 0)
	}
	for p := 0; p < k; p += depth {
		last := min(p+depth, k)
		part, blockStride := left.terms(f, p, last)
		f.slice(c, cStride, z, part, blockStride, packed, rows, k, n, p, last)
		z = addend{c, cStride}
	}
}

// slice multiplies m rows of a with the rows [first, last) of all panels. blockStride is in elements.
func (f *format) slice(c unsafe.Pointer, cStride int, z addend, a Left, blockStride int, packed unsafe.Pointer, m, k,
	n, first, last int) {
	if f.dot != nil && n == 1 && cStride == 1 && a.ColumnStride == 1 && last-first >= termsToDot &&
		(z.stride == 0 || z.stride == 1) {
		f.dot((*float32)(c), (*float32)(a.Data), size*a.RowStride, (*float32)(unsafe.Add(packed, size*first)),
			m, last-first,
			z.at(0, 0), size*z.stride)
		return
	}
	for column := 0; column < n; {
		i := f.panel(n - column)
		width := f.widths[i]
		columns := min(width, n-column)
		panel := packed
		if last > first {
			panel = unsafe.Add(packed, size*(k*column+first*width))
		}
		f.kernels[i]((*float32)(unsafe.Add(c, size*column)), size*cStride, (*float32)(a.Data), size*a.RowStride,
			size*a.ColumnStride, size*blockStride, (*float32)(panel), m, last-first, columns, z.at(0, column),
			size*z.stride)
		column += columns
	}
}

// streamColumns are packed together, depth terms at a time: they stay in the second cache until all rows have been
// multiplied with them, and as many fill the lines and pages that they lie in.
const streamColumns = 128

// StreamColumns returns a number of columns: ranges of MultiplyStream are best multiples of it.
func StreamColumns() int { return streamColumns }

// StreamScratch returns the number of bytes of working storage that MultiplyStream needs.
func StreamScratch(k, n int) int {
	return size * best.packedSize(min(k, depth), min(n, streamColumns))
}

// MultiplyStream computes the columns [from, to) of c = z + a b, as MultiplyAdd does, for a right operand [k, n] that
// is not packed: element (i, j) lies 4*(i*rowStride + j*columnStride) bytes after b. It packs parts that stay in the
// cache, which is the faster way for few rows, as each part is read once. A z of nil adds nothing.
func MultiplyStream(c unsafe.Pointer, cStride int, z unsafe.Pointer, zStride int, a Left, b unsafe.Pointer, rowStride,
	columnStride, m, k, from, to int, scratch unsafe.Pointer) {
	best.multiplyStream(c, cStride, addend{z, zStride}, a, b, rowStride, columnStride, m, k, from, to, scratch)
}

func (f *format) multiplyStream(c unsafe.Pointer, cStride int, z addend, a Left, b unsafe.Pointer, rowStride,
	columnStride, m, k, from, to int, scratch unsafe.Pointer) {
	for column := from; column < to; column += streamColumns {
		n := min(streamColumns, to-column)
		target := unsafe.Add(c, size*column)
		sum := addend{unsafe.Pointer(z.at(0, column)), z.stride}
		if k == 0 {
			f.slice(target, cStride, sum, Left{}, 0, scratch, m, 0, n, 0, 0)
		}
		for p := 0; p < k; p += depth {
			terms := min(depth, k-p)
			f.pack(scratch, unsafe.Add(b, size*(p*rowStride+column*columnStride)), terms, n, rowStride, columnStride)
			f.slice(target, cStride, sum, a.at(0, p), f.rows*a.RowStride, scratch, m, terms, n, 0, terms)
			sum = addend{target, cStride}
		}
	}
}
