package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// rowAddresses reaches 14 rows of a from two addresses with three multiples of their stride.
type rowAddresses struct{ a, stride, stride3, stride5 reg.GPVirtual }

const rowsBelowHigh = 7

func loadRowAddresses() rowAddresses {
	r := rowAddresses{load("a"), load("rowStride"), GP64(), GP64()}
	LEAQ(Mem{Base: r.stride, Index: r.stride, Scale: 2}, r.stride3)
	LEAQ(Mem{Base: r.stride, Index: r.stride, Scale: 4}, r.stride5)
	return r
}

// begin returns the addresses of rows 0 and 7, the latter if there are so many.
func (r rowAddresses) begin(rows int) (low, high reg.GPVirtual) {
	low, high = GP64(), GP64()
	MOVQ(r.a, low)
	if rows > rowsBelowHigh {
		LEAQ(Mem{Base: r.a, Index: r.stride5, Scale: 1}, high)
		LEAQ(Mem{Base: high, Index: r.stride, Scale: 2}, high)
	}
	return low, high
}

// element is row i of the current column of a, given the addresses that begin returned, moved to that column.
func (r rowAddresses) element(i int, low, high reg.GPVirtual) Mem {
	base := low
	if i >= rowsBelowHigh {
		base, i = high, i-rowsBelowHigh
	}
	switch i {
	case 0:
		return Mem{Base: base}
	case 1, 2, 4:
		return Mem{Base: base, Index: r.stride, Scale: uint8(i)}
	case 3, 6:
		return Mem{Base: base, Index: r.stride3, Scale: uint8(i / 3)}
	}
	return Mem{Base: base, Index: r.stride5, Scale: 1}
}

// skip goes to the row after some rows.
func (r rowAddresses) skip(rows int) {
	step := GP64()
	IMUL3Q(U8(rows), r.stride, step)
	ADDQ(step, r.a)
}
