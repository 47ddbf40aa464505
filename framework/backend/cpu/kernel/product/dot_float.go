package product

import (
	"unsafe"

	"ebim/framework/backend/cpu/kernel"
)

// floatDot multiplies float32 by Multiply. It copies operands whose axes are in an order that has no strides, and packs
// the right one.
type floatDot struct {
	dot
	leftFree, leftContracting, rightContracting, rightFree int // strides; valid if there are any
	copyLeft, copyRight                                    bool

	packedAt, leftAt, productAt, end int // in the scratch, in bytes; the copy of the right operand is at 0
}

func newFloatDot(d dot) kernel.Instruction {
	f := &floatDot{dot: d}
	f.leftFree, f.leftContracting, f.copyLeft = strides(d.left.free, d.left.contracting)
	f.rightContracting, f.rightFree, f.copyRight = strides(d.right.contracting, d.right.free)
	if f.copyRight {
		f.packedAt = aligned(d.k * d.n * size)
	}
	f.leftAt = f.packedAt
	if !IsPacked(d.k, d.n, f.rightContracting, f.rightFree) {
		f.leftAt += aligned(PackedSize(d.k, d.n) * size)
	}
	f.productAt = f.leftAt
	if f.copyLeft {
		f.productAt += aligned(d.rows * d.k * size)
	}
	f.end = f.productAt + Scratch(d.rows, d.k, d.n)
	return f
}

// strides of a matrix whose rows and columns have some offsets; if it has none, those of its row-major copy.
func strides(rows, columns []int) (row, column int, copies bool) {
	row, regular := stride(rows)
	column, regularColumns := stride(columns)
	if regular && regularColumns {
		return row, column, false
	}
	return len(columns), 1, true
}

func stride(offsets []int) (step int, regular bool) {
	if len(offsets) < 2 {
		return 0, true
	}
	step = offsets[1]
	for i, offset := range offsets {
		if offset != i*step {
			return 0, false
		}
	}
	return step, true
}

func aligned(bytes int) int { return (bytes + 63) &^ 63 }

func (d *floatDot) Scratch() int { return d.end }

func (d *floatDot) Run(task int, dst unsafe.Pointer, operands []unsafe.Pointer, scratch unsafe.Pointer) {
	var right unsafe.Pointer
	packed := -1
	first, end := d.pieces(task)
	for i := first; i < end; i++ {
		batch, from, to := d.piece(i)
		if batch != packed {
			packed = batch
			right = d.packRight(unsafe.Add(operands[1], size*d.right.batch[batch]), scratch)
		}
		left := Left{unsafe.Add(operands[0], size*d.left.batch[batch]), d.leftFree, d.leftContracting}
		if d.copyLeft {
			copied := unsafe.Add(scratch, d.leftAt)
			copyMatrix(copied, left.Data, d.left.free[from:to], d.left.contracting)
			left.Data = copied
		} else if d.k > 0 {
			left = left.at(from, 0)
		}
		target := unsafe.Add(dst, size*(batch*d.m+from)*d.n)
		Multiply(target, d.n, left, right, 0, to-from, d.k, d.n, unsafe.Add(scratch, d.productAt))
	}
}

// packRight is the address of the packed matrix b: itself, if it happens to be packed.
func (d *floatDot) packRight(b, scratch unsafe.Pointer) unsafe.Pointer {
	if d.copyRight {
		copyMatrix(scratch, b, d.right.contracting, d.right.free)
		b = scratch
	}
	if IsPacked(d.k, d.n, d.rightContracting, d.rightFree) {
		return b
	}
	packed := unsafe.Add(scratch, d.packedAt)
	Pack(packed, b, d.k, d.n, d.rightContracting, d.rightFree)
	return packed
}

// copyMatrix copies to row-major order the elements whose offsets from an address are the sums of those of a row and a
// column.
func copyMatrix(dst, from unsafe.Pointer, rows, columns []int) {
	to := unsafe.Slice((*float32)(dst), len(rows)*len(columns))
	for i, row := range rows {
		target := to[i*len(columns):]
		for j, column := range columns {
			target[j] = *(*float32)(unsafe.Add(from, size*(row+column)))
		}
	}
}
