package product

import "unsafe"

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
