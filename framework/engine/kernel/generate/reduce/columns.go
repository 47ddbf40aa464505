package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// columns generates the reduction over rows. Row i belongs to accumulator i modulo 4; of these, the last two join the
// first two, and the second the first.
func columns(r reduction, neutrals Mem) {
	TEXT(r.name+"ColumnsAVX2", NOSPLIT, "func(dst, x *float32, rows, columns, stride int)")
	Doc(r.name +
		"ColumnsAVX2 reduces x [rows, columns], whose rows are stride elements apart, over its rows to dst [columns].")
	Pragma("noescape")
	dst := Load(Param("dst"), GP64())
	x := Load(Param("x"), GP64())
	rows := Load(Param("rows"), GP64())
	columns := Load(Param("columns"), GP64())
	stride := Load(Param("stride"), GP64())
	threeRows := GP64()
	SHLQ(Imm(2), stride)
	LEAQ(Mem{Base: stride, Index: stride, Scale: 2}, threeRows)

	advance := func(bytes uint64) {
		ADDQ(Imm(bytes), dst)
		ADDQ(Imm(bytes), x)
	}
	s := strip{r: r, x: x, rows: rows, stride: stride, threeRows: threeRows}
	Label("wide")
	CMPQ(columns, Imm(16))
	JB(LabelRef("narrow"))
	for i, y := range s.reduce("wide", 2, r.load) {
		VMOVUPS(y, Mem{Base: dst, Disp: 32 * i})
	}
	advance(64)
	SUBQ(Imm(16), columns)
	JMP(LabelRef("wide"))

	Label("narrow")
	TESTQ(columns, columns)
	JLE(LabelRef("done"))
	missing, zero := GP64(), GP64()
	XORQ(zero, zero)
	MOVQ(U32(8), missing)
	SUBQ(columns, missing)
	CMOVQLT(zero, missing)
	mask, neutral := tail(masks, missing), r.neutralTail(neutrals, missing)
	y := s.reduce("narrow", 1, func(m Mem) VecVirtual { return r.loadMasked(m, mask, neutral) })
	VMASKMOVPS(y[0], mask, Mem{Base: dst})
	advance(32)
	SUBQ(Imm(8), columns)
	JMP(LabelRef("narrow"))

	Label("done")
	VZEROUPPER()
	RET()
}

// strip reduces some vectors of neighboring columns.
type strip struct {
	r                          reduction
	x, rows, stride, threeRows Register
}

func (s strip) reduce(name string, vectors int, load func(Mem) VecVirtual) []VecVirtual {
	var accumulators [4][]VecVirtual
	for i := range accumulators {
		accumulators[i] = s.r.accumulators(vectors)
	}
	at, rest := GP64(), GP64()
	addresses := [4]Mem{{Base: at}, {Base: at, Index: s.stride, Scale: 1}, {Base: at, Index: s.stride, Scale: 2},
		{Base: at, Index: s.threeRows, Scale: 1}}
	accumulate := func(row int) {
		for i, a := range accumulators[row] {
			s.r.combine(load(addresses[row].Offset(32*i)), a)
		}
	}
	MOVQ(s.x, at)
	MOVQ(s.rows, rest)
	SUBQ(Imm(4), rest)
	JLT(LabelRef(name + "Rest"))
	Label(name + "Rows")
	for row := range addresses {
		accumulate(row)
	}
	LEAQ(Mem{Base: at, Index: s.stride, Scale: 4}, at)
	SUBQ(Imm(4), rest)
	JGE(LabelRef(name + "Rows"))
	Label(name + "Rest")
	for row := range 3 {
		CMPQ(rest, I8(row-4))
		JLE(LabelRef(name + "Fold"))
		accumulate(row)
	}
	Label(name + "Fold")
	for i, a := range accumulators[0] {
		s.r.combine(accumulators[2][i], a)
		s.r.combine(accumulators[3][i], accumulators[1][i])
		s.r.combine(accumulators[1][i], a)
		s.r.finish(a)
	}
	return accumulators[0]
}
