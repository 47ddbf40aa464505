// Package product multiplies matrices.
//
// The right operand of a product is packed first, because weights are used many times for each time that they change:
// into panels of consecutive columns, as wide as the registers that the micro-kernel accumulates in. The left operand is
// read in place by broadcasting its elements, so that any strides will do; only rows that lie pages apart are packed too.
//
// Element (i, j) of the result is the sum over p of a[i,p] b[p,j], fused where the processor can. The order of the sum
// depends on k, n and the operands' strides alone: it is the same whichever way the rows are split. No term is left out,
// so that NaN and infinities propagate; the sum of no terms is 0.
package product

import (
	"unsafe"

	"ebim/framework/backend/cpu/kernel/processor"
)

// Left is the left operand [m, k]: element (i, j) lies 4*(i*RowStride + j*ColumnStride) bytes after Data. Strides may be
// 0 or negative.
type Left struct {
	Data                    unsafe.Pointer
	RowStride, ColumnStride int
}

// at is the operand that begins at element (i, j).
func (a Left) at(i, j int) Left {
	a.Data = unsafe.Add(a.Data, size*(i*a.RowStride+j*a.ColumnStride))
	return a
}

// size is the number of bytes of a float32.
const size = 4

var best = formatOf(processor.Best())

// PackedSize is the number of float32 of a packed right operand [k, n].
func PackedSize(k, n int) int { return best.packedSize(k, n) }

// Pack writes the right operand [k, n] to the PackedSize elements of dst; element (i, j) lies 4*(i*rowStride +
// j*columnStride) bytes after b.
func Pack(dst, b unsafe.Pointer, k, n, rowStride, columnStride int) {
	best.pack(dst, b, k, n, rowStride, columnStride)
}

// IsPacked says whether a right operand with these strides is in the order of its packed form already, so that it need
// not be packed.
func IsPacked(k, n, rowStride, columnStride int) bool {
	return best.isPacked(k, n, rowStride, columnStride)
}

// Scratch is the number of bytes of working storage that Multiply needs for up to m rows.
func Scratch(m, k, n int) int { return best.scratch(m, k, n) }

// Multiply computes the rows [from, to) of c = a b for a [m, k] and the packed b [k, n]. c is row-major with cStride
// elements from one row to the next. Rows outside the range are neither read nor written.
func Multiply(c unsafe.Pointer, cStride int, a Left, packed unsafe.Pointer, from, to, k, n int, scratch unsafe.Pointer) {
	best.multiply(c, cStride, addend{}, a, packed, from, to, k, n, scratch)
}

// MultiplyAdd is Multiply for c = z + a b, where element (i, j) of z lies 4*(i*zStride + j) bytes after z: a bias [n] if
// zStride is 0. z may be c. Up to Depth terms are summed before z is added to them.
func MultiplyAdd(c unsafe.Pointer, cStride int, z unsafe.Pointer, zStride int, a Left, packed unsafe.Pointer, from, to, k, n int, scratch unsafe.Pointer) {
	best.multiply(c, cStride, addend{z, zStride}, a, packed, from, to, k, n, scratch)
}

// MultiplySlice is the product of a [m, last-first] with the rows [first, last) of the packed b [k, n], stored in c
// [m, n] or, if add is true, added to it. It reads a in place and needs no working storage. With several calls a product
// takes its left operand piece by piece from where the pieces lie. A convolution of an image [height, width, channels]
// does so for each row of its kernel, whose taps' channels follow each other in the image: a row of the result has a left
// operand with RowStride channels and kernel width x channels columns.
func MultiplySlice(c unsafe.Pointer, cStride int, a Left, packed unsafe.Pointer, m, k, n, first, last int, add bool) {
	if m > 0 {
		best.slice(c, cStride, previous(c, cStride, add), a, a.RowStride*best.rows, packed, m, k, n, first, last)
	}
}

// PanelRows is the number of rows of a panel of a packed left operand.
//
// A left operand [m, k] is packed into panels of PanelRows consecutive rows, one after another: with r = PanelRows,
// element (i, j) is at index (i/r)*r*k + j*r + i%r. Lanes beyond the last row are never read.
func PanelRows() int { return best.rows }

// PanelsSize is the number of float32 of a packed left operand [m, k].
func PanelsSize(m, k int) int { return best.panelsSize(m, k) }

// PackPanels packs a [m, k] into the PanelsSize elements of dst.
func PackPanels(dst unsafe.Pointer, a Left, m, k int) { best.packPanels(dst, a, m, k) }

// MultiplyPanels is MultiplySlice for a left operand [m, last-first] in panels. Slices of at most Depth keep a panel of
// the right operand in the first cache, and panels of about 200 rows by Depth stay in the second one.
func MultiplyPanels(c unsafe.Pointer, cStride int, panels, packed unsafe.Pointer, m, k, n, first, last int, add bool) {
	if m > 0 {
		a := Left{Data: panels, RowStride: 1, ColumnStride: best.rows}
		best.slice(c, cStride, previous(c, cStride, add), a, best.rows*(last-first), packed, m, k, n, first, last)
	}
}

// previous is c itself as addend, or nothing.
func previous(c unsafe.Pointer, cStride int, add bool) addend {
	if add {
		return addend{c, cStride}
	}
	return addend{}
}
