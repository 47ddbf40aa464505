// Command view generates the AVX2 kernels that rearrange elements of 4 bytes.
package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

func main() {
	ConstraintExpr("amd64,!noasm")
	repeat()
	transpose()
	copyRows()
	Generate()
}

// repeat generates the repetition of elements. Short runs are written as whole vectors, of which the next run
// overwrites what is too much; this ends where a vector would reach beyond dst.
func repeat() {
	TEXT("repeatAVX2", NOSPLIT, "func(dst, src *uint32, rows, columns, stride int)")
	Doc("repeatAVX2 sets each row of dst [rows, columns] to one element; these lie stride elements apart from src on.")
	Pragma("noescape")
	dst, src := Load(Param("dst"), GP64()), Load(Param("src"), GP64())
	rows, columns, stride := Load(Param("rows"), GP64()), Load(Param("columns"), GP64()), Load(Param("stride"), GP64())
	element := YMM()
	SHLQ(Imm(2), stride)
	TESTQ(rows, rows)
	JE(LabelRef("done"))
	CMPQ(columns, Imm(8))
	JAE(LabelRef("long"))

	room := GP64() // elements from dst to its end
	MOVQ(rows, room)
	IMULQ(columns, room)
	Label("short")
	CMPQ(room, Imm(8))
	JB(LabelRef("last"))
	VBROADCASTSS(Mem{Base: src}, element)
	VMOVUPS(element, Mem{Base: dst})
	ADDQ(stride, src)
	LEAQ(Mem{Base: dst, Index: columns, Scale: 4}, dst)
	SUBQ(columns, room)
	DECQ(rows)
	JNE(LabelRef("short"))
	JMP(LabelRef("done"))
	Label("last")
	word, column := GP32(), GP64()
	MOVL(Mem{Base: src}, word)
	MOVQ(columns, column)
	Label("lastColumn")
	MOVL(word, Mem{Base: dst, Index: column, Scale: 4, Disp: -4})
	DECQ(column)
	JNE(LabelRef("lastColumn"))
	ADDQ(stride, src)
	LEAQ(Mem{Base: dst, Index: columns, Scale: 4}, dst)
	DECQ(rows)
	JNE(LabelRef("last"))
	JMP(LabelRef("done"))

	Label("long")
	VBROADCASTSS(Mem{Base: src}, element)
	last := GP64() // where the row's last vector begins, maybe inside the one before
	LEAQ(Mem{Base: dst, Index: columns, Scale: 4, Disp: -32}, last)
	Label("vector")
	VMOVUPS(element, Mem{Base: dst})
	ADDQ(Imm(32), dst)
	CMPQ(dst, last)
	JB(LabelRef("vector"))
	VMOVUPS(element, Mem{Base: last})
	LEAQ(Mem{Base: last, Disp: 32}, dst)
	ADDQ(stride, src)
	DECQ(rows)
	JNE(LabelRef("long"))

	Label("done")
	VZEROUPPER()
	RET()
}

// transpose generates a transposition by blocks of 8 by 8 elements.
func transpose() {
	TEXT("transposeAVX2", NOSPLIT, "func(dst, src *uint32, rows, columns, dstStride, srcStride int)")
	Doc("transposeAVX2 sets dst [rows, columns] to the transpose of src [columns, rows], whose rows are dstStride "+
		"and srcStride",
		"elements apart. Rows and columns are multiples of 8, and at least 8.")
	Pragma("noescape")
	dst, src := Load(Param("dst"), GP64()), Load(Param("src"), GP64())
	rows, columns := Load(Param("rows"), GP64()), Load(Param("columns"), GP64())
	to := matrix(dst, Load(Param("dstStride"), GP64()))
	from := matrix(src, Load(Param("srcStride"), GP64()))

	Label("rows")
	rest := GP64()
	MOVQ(columns, rest)
	to.at, from.at = GP64(), GP64()
	MOVQ(dst, to.at)
	MOVQ(src, from.at)
	Label("block")
	var v [8]VecVirtual
	for i, m := range from.rows() {
		v[i] = YMM()
		VMOVUPS(m, v[i])
	}
	transposed := transposeBlock(v)
	for i, m := range to.rows() {
		VMOVUPS(transposed[i], m)
	}
	LEAQ(Mem{Base: from.at, Index: from.stride, Scale: 8}, from.at)
	ADDQ(Imm(32), to.at)
	SUBQ(Imm(8), rest)
	JNE(LabelRef("block"))
	LEAQ(Mem{Base: dst, Index: to.stride, Scale: 8}, dst)
	ADDQ(Imm(32), src)
	SUBQ(Imm(8), rows)
	JNE(LabelRef("rows"))
	VZEROUPPER()
	RET()
}

// copyRows generates the copy of short rows, for which a call of memmove each would take longer than the copy.
func copyRows() {
	TEXT("copyRowsAVX2", NOSPLIT, "func(dst, src *uint32, rows, columns, dstStride, srcStride int)")
	Doc("copyRowsAVX2 sets dst [rows, columns] to src, whose rows are dstStride and srcStride elements apart. Columns "+
		"are a",
		"multiple of 8, and at least 8.")
	Pragma("noescape")
	dst, src := Load(Param("dst"), GP64()), Load(Param("src"), GP64())
	rows, columns := Load(Param("rows"), GP64()), Load(Param("columns"), GP64())
	dstStride, srcStride := Load(Param("dstStride"), GP64()), Load(Param("srcStride"), GP64())
	SHLQ(Imm(2), dstStride)
	SHLQ(Imm(2), srcStride)
	TESTQ(rows, rows)
	JE(LabelRef("done"))
	vector, column := YMM(), GP64()
	Label("row")
	XORQ(column, column)
	Label("vector")
	VMOVUPS(Mem{Base: src, Index: column, Scale: 4}, vector)
	VMOVUPS(vector, Mem{Base: dst, Index: column, Scale: 4})
	ADDQ(Imm(8), column)
	CMPQ(column, columns)
	JB(LabelRef("vector"))
	ADDQ(dstStride, dst)
	ADDQ(srcStride, src)
	DECQ(rows)
	JNE(LabelRef("row"))
	Label("done")
	VZEROUPPER()
	RET()
}

// side is a matrix with strides in bytes.
type side struct{ at, stride, threeRows GPVirtual }

func matrix(at, elements Register) side {
	s := side{stride: elements.(GPVirtual), threeRows: GP64()}
	SHLQ(Imm(2), s.stride)
	LEAQ(Mem{Base: s.stride, Index: s.stride, Scale: 2}, s.threeRows)
	return s
}

// rows returns the addresses of 8 rows.
func (s side) rows() []Mem {
	fourth := GP64()
	LEAQ(Mem{Base: s.at, Index: s.stride, Scale: 4}, fourth)
	var all []Mem
	for _, base := range []Register{s.at, fourth} {
		all = append(all, Mem{Base: base}, Mem{Base: base, Index: s.stride, Scale: 1},
			Mem{Base: base, Index: s.stride, Scale: 2}, Mem{Base: base, Index: s.threeRows, Scale: 1})
	}
	return all
}

// transposeBlock transposes pairs of elements, then pairs of pairs, then the halves of registers.
func transposeBlock(v [8]VecVirtual) [8]VecVirtual {
	for i := 0; i < 8; i += 2 {
		high := YMM()
		VUNPCKHPS(v[i+1], v[i], high)
		VUNPCKLPS(v[i+1], v[i], v[i])
		v[i+1] = high
	}
	for _, i := range []int{0, 1, 4, 5} {
		high := YMM()
		VUNPCKHPD(v[i+2], v[i], high)
		VUNPCKLPD(v[i+2], v[i], v[i])
		v[i+2] = high
	}
	// Now v[0], v[2], v[1], v[3] hold columns 0 to 3 of the first four rows, and 4 to 7 in their high halves.
	var columns [8]VecVirtual
	for column, i := range []int{0, 2, 1, 3} {
		columns[column], columns[column+4] = YMM(), v[i]
		VPERM2F128(Imm(0x20), v[i+4], v[i], columns[column])
		VPERM2F128(Imm(0x31), v[i+4], v[i], v[i])
	}
	return columns
}
