package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// rows generates the reduction of each row. Element i belongs to lane i modulo 32; the lanes are then halved to 16, 8,
// 4, 2 and 1, for 8 rows at a time.
func rows(r reduction, neutrals Mem) {
	TEXT(r.name+"RowsAVX2", NOSPLIT, "func(dst, x *float32, rows, columns int)")
	Doc(r.name + "RowsAVX2 reduces each row of x [rows, columns] to dst [rows]; columns are at least 1.")
	Pragma("noescape")
	dst := Load(Param("dst"), GP64())
	x := Load(Param("x"), GP64())
	rows := Load(Param("rows"), GP64())
	columns := Load(Param("columns"), GP64())

	CMPQ(columns, Imm(2))
	JE(LabelRef("two"))
	CMPQ(columns, Imm(3))
	JE(LabelRef("three"))
	CMPQ(columns, Imm(8))
	JBE(LabelRef("narrow"))
	JMP(LabelRef("general"))

	groups(r, "two", dst, x, rows, 2, r.rowsOfTwo)
	groups(r, "three", dst, x, rows, 3, r.rowsOfThree)
	narrowRows(r, neutrals, dst, x, rows, columns)
	generalRows(r, neutrals, dst, x, rows, columns)
}

// groups reduces 8 rows of a constant length at a time, and leaves the rest to the general code.
func groups(r reduction, name string, dst, x, rows Register, length int, reduce func(x Register) VecVirtual) {
	Label(name)
	CMPQ(rows, Imm(8))
	JB(LabelRef("general"))
	Label(name + "Loop")
	y := reduce(x)
	r.finish(y)
	VMOVUPS(y, Mem{Base: dst})
	ADDQ(Imm(32), dst)
	ADDQ(Imm(uint64(32*length)), x)
	SUBQ(Imm(8), rows)
	CMPQ(rows, Imm(8))
	JAE(LabelRef(name + "Loop"))
	JMP(LabelRef("general"))
}

// rowsOfTwo separates even elements from odd ones; the halves of registers then hold rows 0, 1, 4, 5 and 2, 3, 6, 7.
func (r reduction) rowsOfTwo(x Register) VecVirtual {
	low, high := r.load(Mem{Base: x}), r.load(Mem{Base: x, Disp: 32})
	even, odd := YMM(), YMM()
	VSHUFPS(Imm(0x88), high, low, even)
	VSHUFPS(Imm(0xdd), high, low, odd)
	r.combine(odd, even)
	VPERMPD(Imm(0xd8), even, even)
	return even
}

// rowsOfThree blends each column from three vectors, and sorts it by rows.
func (r reduction) rowsOfThree(x Register) VecVirtual {
	var vectors, byColumn [3]VecVirtual
	for i := range vectors {
		vectors[i] = r.load(Mem{Base: x, Disp: 32 * i})
	}
	for column := range byColumn {
		var lanes [3]uint64 // of each vector that belong to the column
		for row := range 8 {
			at := 3*row + column
			lanes[at/8] |= 1 << (at % 8)
		}
		blend, order := YMM(), YMM()
		VBLENDPS(Imm(lanes[1]), vectors[1], vectors[0], blend)
		VBLENDPS(Imm(lanes[2]), vectors[2], blend, blend)
		VMOVUPS(columnsOfThree[column], order)
		VPERMPS(blend, order, blend)
		byColumn[column] = blend
	}
	r.combine(byColumn[2], byColumn[0])
	r.combine(byColumn[1], byColumn[0])
	return byColumn[0]
}

// narrowRows reduces 8 rows of up to 8 elements at a time, and leaves the rest to the general code.
func narrowRows(r reduction, neutrals Mem, dst, x, rows, columns Register) {
	Label("narrow")
	CMPQ(rows, Imm(8))
	JB(LabelRef("general"))
	missing := GP64()
	MOVQ(U32(8), missing)
	SUBQ(columns, missing)
	mask, neutral := tail(masks, missing), r.neutralTail(neutrals, missing)
	bytes, threeRows, fourth := GP64(), GP64(), GP64()
	MOVQ(columns, bytes)
	SHLQ(Imm(2), bytes)
	LEAQ(Mem{Base: bytes, Index: bytes, Scale: 2}, threeRows)

	Label("narrowLoop")
	LEAQ(Mem{Base: x, Index: bytes, Scale: 4}, fourth)
	var lanes [8]VecVirtual
	for half, base := range []Register{x, fourth} {
		for i, m := range []Mem{{Base: base}, {Base: base, Index: bytes, Scale: 1},
			{Base: base, Index: bytes, Scale: 2}, {Base: base, Index: threeRows, Scale: 1}} {
			lanes[4*half+i] = r.loadMasked(m, mask, neutral)
		}
	}
	y := r.reduceLanes(lanes)
	VMOVUPS(y, Mem{Base: dst})
	ADDQ(Imm(32), dst)
	LEAQ(Mem{Base: x, Index: bytes, Scale: 8}, x)
	SUBQ(Imm(8), rows)
	CMPQ(rows, Imm(8))
	JAE(LabelRef("narrowLoop"))
}

// tail returns the vector of a table of 8 words for elements that are there and 8 for missing ones.
func tail(table Mem, missing Register) VecVirtual {
	base, y := GP64(), YMM()
	LEAQ(table, base)
	VMOVUPS(Mem{Base: base, Index: missing, Scale: 4}, y)
	return y
}

// neutralTail has the neutral element for missing elements; a sum needs none, since masked loads give 0.
func (r reduction) neutralTail(neutrals Mem, missing Register) Op {
	if r.minimum {
		return tail(neutrals, missing)
	}
	return nil
}

// reduceLanes reduces the 8 lanes of 8 vectors to one vector, and finishes it.
func (r reduction) reduceLanes(v [8]VecVirtual) VecVirtual {
	for i := range 4 { // lanes of row i in the low half, of row i+4 in the high one
		crossed := YMM()
		VPERM2F128(Imm(0x21), v[i+4], v[i], crossed)
		VBLENDPS(Imm(0xf0), v[i+4], v[i], v[i])
		r.combine(crossed, v[i])
	}
	for i := 0; i < 4; i += 2 {
		high := YMM()
		VUNPCKHPD(v[i+1], v[i], high)
		VUNPCKLPD(v[i+1], v[i], v[i])
		r.combine(high, v[i])
	}
	odd := YMM()
	VSHUFPS(Imm(0xdd), v[2], v[0], odd)
	VSHUFPS(Imm(0x88), v[2], v[0], v[0])
	r.combine(odd, v[0])
	r.finish(v[0])
	return v[0]
}

// generalRows reduces rows of any length to 8 lanes in local storage, and those of up to 8 rows together.
func generalRows(r reduction, neutrals Mem, dst, x, rows, columns Register) {
	const group = 8
	local := AllocLocal(32 * group)
	lanes := GP64()
	Label("general")
	TESTQ(rows, rows)
	JE(LabelRef("done"))

	Label("group")
	LEAQ(local, lanes)
	count := GP64()
	MOVQ(U32(group), count)
	CMPQ(rows, count)
	CMOVQCS(rows, count)
	SUBQ(count, rows)
	row := GP64()
	MOVQ(count, row)

	Label("row")
	VMOVUPS(reduceRow(r, neutrals, x, columns), Mem{Base: lanes})
	ADDQ(Imm(32), lanes)
	LEAQ(Mem{Base: x, Index: columns, Scale: 4}, x)
	DECQ(row)
	JNE(LabelRef("row"))

	var loaded [group]VecVirtual
	LEAQ(local, lanes)
	for i := range loaded {
		loaded[i] = YMM()
		VMOVUPS(Mem{Base: lanes, Disp: 32 * i}, loaded[i])
	}
	y := r.reduceLanes(loaded)
	missing := GP64()
	MOVQ(U32(group), missing)
	SUBQ(count, missing)
	VMASKMOVPS(y, tail(masks, missing), Mem{Base: dst})
	ADDQ(Imm(4*group), dst)
	TESTQ(rows, rows)
	JNE(LabelRef("group"))

	Label("done")
	VZEROUPPER()
	RET()
}

// reduceRow reduces the row at x to 8 lanes, 32 elements at a time and then what is left over.
func reduceRow(r reduction, neutrals Mem, x, columns Register) VecVirtual {
	accumulators := r.accumulators(4)
	at, rest := GP64(), GP64()
	MOVQ(x, at)
	MOVQ(columns, rest)
	CMPQ(rest, Imm(32))
	JB(LabelRef("rest"))
	Label("vectors")
	for i, a := range accumulators {
		r.combine(r.load(Mem{Base: at, Disp: 32 * i}), a)
	}
	ADDQ(Imm(128), at)
	SUBQ(Imm(32), rest)
	CMPQ(rest, Imm(32))
	JAE(LabelRef("vectors"))

	Label("rest")
	zero := GP64()
	XORQ(zero, zero)
	for i, a := range accumulators {
		TESTQ(rest, rest)
		JLE(LabelRef("fold"))
		missing := GP64()
		MOVQ(U32(8), missing)
		SUBQ(rest, missing)
		CMOVQLT(zero, missing)
		r.combine(r.loadMasked(Mem{Base: at, Disp: 32 * i}, tail(masks, missing), r.neutralTail(neutrals, missing)), a)
		SUBQ(Imm(8), rest)
	}
	Label("fold")
	r.combine(accumulators[2], accumulators[0])
	r.combine(accumulators[3], accumulators[1])
	r.combine(accumulators[1], accumulators[0])
	return accumulators[0]
}
