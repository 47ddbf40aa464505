package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// transpose writes the transposition of a matrix in blocks of 8 by 8. Two halves of a vector hold rows i and i+4, so that
// transpositions of 4 by 4 within the halves are enough.
func transpose() {
	TEXT("transposeAVX2", NOSPLIT, "func(dst *float32, x *float32, rows int, columns int, dstStride int, xStride int)")
	Doc("transposeAVX2 writes x [rows, columns] to dst [columns, rows]; both numbers are multiples of 8, and not 0.", "Strides of rows count bytes.")
	Pragma("noescape")
	dstColumn := Load(Param("dst"), GP64())
	xRow := Load(Param("x"), GP64())
	rows := Load(Param("rows"), GP64())
	dstStride := Load(Param("dstStride"), GP64())
	xStride := Load(Param("xStride"), GP64())
	dst3, x3 := GP64(), GP64()
	LEAQ(Mem{Base: dstStride, Index: dstStride, Scale: 2}, dst3)
	LEAQ(Mem{Base: xStride, Index: xStride, Scale: 2}, x3)
	dst, x, columns, half := GP64(), GP64(), GP64(), GP64()

	Label("rows")
	MOVQ(dstColumn, dst)
	MOVQ(xRow, x)
	Load(Param("columns"), columns)
	Label("columns")
	for side := range 2 {
		a := []reg.VecPhysical{reg.Y0, reg.Y1, reg.Y2, reg.Y3}
		low := []reg.VecPhysical{reg.X0, reg.X1, reg.X2, reg.X3}
		LEAQ(Mem{Base: x, Index: xStride, Scale: 4}, half)
		for i := range a {
			VMOVUPS(row(x, xStride, x3, i, 16*side), low[i])
		}
		for i := range a {
			VINSERTF128(Imm(1), row(half, xStride, x3, i, 16*side), a[i], a[i])
		}
		VUNPCKLPS(reg.Y1, reg.Y0, reg.Y4)
		VUNPCKHPS(reg.Y1, reg.Y0, reg.Y5)
		VUNPCKLPS(reg.Y3, reg.Y2, reg.Y6)
		VUNPCKHPS(reg.Y3, reg.Y2, reg.Y7)
		VSHUFPS(Imm(0x44), reg.Y6, reg.Y4, reg.Y8)
		VSHUFPS(Imm(0xee), reg.Y6, reg.Y4, reg.Y9)
		VSHUFPS(Imm(0x44), reg.Y7, reg.Y5, reg.Y10)
		VSHUFPS(Imm(0xee), reg.Y7, reg.Y5, reg.Y11)
		for i, column := range []reg.VecPhysical{reg.Y8, reg.Y9, reg.Y10, reg.Y11} {
			VMOVUPS(column, row(dst, dstStride, dst3, i, 0))
		}
		LEAQ(Mem{Base: dst, Index: dstStride, Scale: 4}, dst)
	}
	ADDQ(Imm(32), x)
	SUBQ(Imm(8), columns)
	JNE(LabelRef("columns"))
	ADDQ(Imm(32), dstColumn)
	LEAQ(Mem{Base: xRow, Index: xStride, Scale: 8}, xRow)
	SUBQ(Imm(8), rows)
	JNE(LabelRef("rows"))
	VZEROUPPER()
	RET()
}

// row is the address of the i-th of four rows after base.
func row(base, stride, stride3 reg.Register, i, displacement int) Mem {
	switch i {
	case 0:
		return Mem{Base: base, Disp: displacement}
	case 3:
		return Mem{Base: base, Index: stride3, Scale: 1, Disp: displacement}
	}
	return Mem{Base: base, Index: stride, Scale: uint8(i), Disp: displacement}
}
