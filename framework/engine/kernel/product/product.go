// Package product multiplies matrices.
//
// The right operand of a product is packed first, because weights are used many times for each time that they change:
// into panels of consecutive columns, as wide as the registers that the micro-kernel accumulates in. The left operand
// is read in place by broadcasting its elements, so that any strides will do; only rows that lie pages apart are
// packed too.
//
// Element (i, j) of the result is the sum over p of a[i,p] b[p,j], fused where the processor can. The order of the sum
// depends on k, n and the operands' strides alone: it is the same whichever way the rows are split. No term is left
// out, so that NaN and infinities propagate; the sum of no terms is 0.
package product

import (
	"unsafe"

	"ebim/framework/engine/kernel/processor"
)

// Left is the left operand [m, k]: element (i, j) lies 4*(i*RowStride + j*ColumnStride) bytes after Data. Strides may
// be 0 or negative.
type Left struct {
	Data                    unsafe.Pointer
	RowStride, ColumnStride int
}

// at returns the operand that begins at element (i, j).
func (a Left) at(i, j int) Left {
	a.Data = unsafe.Add(a.Data, size*(i*a.RowStride+j*a.ColumnStride))
	return a
}

// size is the number of bytes of a float32.
const size = 4

var best = formatOf(processor.Best())

// PackedSize returns the number of float32 of a packed right operand [k, n].
func PackedSize(k, n int) int { return best.packedSize(k, n) }

// Pack writes the right operand [k, n] to the PackedSize elements of dst; element (i, j) lies 4*(i*rowStride +
// j*columnStride) bytes after b.
func Pack(dst, b unsafe.Pointer, k, n, rowStride, columnStride int) {
	best.pack(dst, b, k, n, rowStride, columnStride)
}

// IsPacked reports whether a right operand with these strides is in the order of its packed form already, so that it
// need not be packed.
func IsPacked(k, n, rowStride, columnStride int) bool {
	return best.isPacked(k, n, rowStride, columnStride)
}

// Scratch returns the number of bytes of working storage that Multiply needs for up to m rows.
func Scratch(m, k, n int) int { return best.scratch(m, k, n) }

// Multiply computes the rows [from, to) of c = a b for a [m, k] and the packed b [k, n]. c is row-major with cStride
// elements from one row to the next. Rows outside the range are neither read nor written.
func Multiply(c unsafe.Pointer, cStride int, a Left, packed unsafe.Pointer, from, to, k, n int,
	scratch unsafe.Pointer) {
	best.multiply(c, cStride, addend{}, a, packed, from, to, k, n, scratch)
}

// MultiplyAdd is Multiply for c = z + a b, where element (i, j) of z lies 4*(i*zStride + j) bytes after z: a bias [n]
// if zStride is 0. z may be c. Up to 256 terms are summed before z is added to them.
func MultiplyAdd(c unsafe.Pointer, cStride int, z unsafe.Pointer, zStride int, a Left, packed unsafe.Pointer, from, to,
	k, n int, scratch unsafe.Pointer) {
	best.multiply(c, cStride, addend{z, zStride}, a, packed, from, to, k, n, scratch)
}

// PanelRows returns the number of rows that are multiplied together while their sums stay in registers: chunks of rows
// are best multiples of it.
func PanelRows() int { return best.rows }

// BlockRows returns the number of rows for which the packed operand is read once, if they are multiplied in one call.
func BlockRows(k int) int { return best.blockRows(k) }
