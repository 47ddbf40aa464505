package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// dotRows is the number of positions of a tile of one column.
const dotRows = 8

var ymmSums = []reg.VecPhysical{reg.Y0, reg.Y1, reg.Y2, reg.Y3, reg.Y4, reg.Y5, reg.Y6, reg.Y7}

// dots writes the kernel for panels of one column: vectors go along the terms, and each position has a vector of sums.
func dots(l level) {
	name := "dots" + l.name()
	TEXT(name, NOSPLIT, tileSignature)
	Doc(name + " is the tileKernel for tiles of 8 positions by one column.")
	d := &dotWriter{kernelWriter{level: l, offset: GP64(), weights: GP64()}}
	count, runCount, sums := AllocLocal(8), AllocLocal(8), AllocLocal(4*dotRows)
	rows, outRows := GP64(), GP64()
	Load(Param("count"), rows)
	MOVQ(rows, count)
	Load(Param("rows"), rows)
	Load(Param("outRows"), outRows)

	Label("tile")
	d.begin(outRows)
	d.findPositions(rows, dotRows)
	d.runs(runCount, d.run)
	d.end(outRows, sums)
	ADDQ(U32(8*dotRows), rows)
	ADDQ(U32(8*dotRows), outRows)
	SUBQ(Imm(1), count)
	JNE(LabelRef("tile"))
	VZEROUPPER()
	RET()
}

type dotWriter struct{ kernelWriter }

// begin sets the first lane of the sums to what is to be added to.
func (d *dotWriter) begin(outRows reg.Register) {
	for i := range dotRows {
		d.zero(d.sum(i))
	}
	CMPB(argument("add"), Imm(0))
	JE(LabelRef("begun"))
	for i, sum := range ymmSums {
		at := GP64()
		MOVQ(Mem{Base: outRows, Disp: 8 * i}, at)
		ADDQ(argument("out"), at)
		VMOVSS(Mem{Base: at}, sum.AsX())
	}
	Label("begun")
}

// run adds the products of a run, whose last few are taken with a mask.
func (d *dotWriter) run(left reg.Register) {
	lanes := d.bytes() / 4
	SUBQ(U32(lanes), left)
	JL(LabelRef("rest"))
	Label("several")
	d.load(Mem{Base: d.weights}, d.weight(0), false)
	for i, p := range d.positions {
		VFMADD231PS(Mem{Base: p, Index: d.offset, Scale: 1}, d.weight(0), d.sum(i))
	}
	ADDQ(U32(d.bytes()), d.offset)
	ADDQ(U32(d.bytes()), d.weights)
	SUBQ(U32(lanes), left)
	JGE(LabelRef("several"))
	Label("rest")
	ADDQ(U32(lanes), left)
	JE(LabelRef("next"))
	// The argument is the address of the mask of one lane; those of more lanes lie before it.
	LEAQ(Mem{Base: d.weights, Index: left, Scale: 4}, d.weights)
	NEGQ(left)
	SHLQ(Imm(2), left)
	ADDQ(argument("mask"), left)
	d.prepareMask(Mem{Base: left, Disp: 4})
	SUBQ(argument("mask"), left)
	d.load(Mem{Base: d.weights, Index: left, Scale: 1}, d.weight(0), true)
	for i, p := range d.positions {
		d.load(Mem{Base: p, Index: d.offset, Scale: 1}, d.weight(1), true)
		VFMADD231PS(d.weight(1), d.weight(0), d.sum(i))
	}
}

// end adds the lanes of each vector up and stores the sums.
func (d *dotWriter) end(outRows reg.Register, sums Mem) {
	y := ymmSums
	if d.bytes() == 64 {
		for i, sum := range y {
			VEXTRACTF64X4(Imm(1), d.sum(i), reg.Y24)
			VADDPS(reg.Y24, sum, sum)
		}
	}
	for i := 0; i < dotRows; i += 2 {
		VHADDPS(y[i+1], y[i], y[i])
	}
	VHADDPS(y[2], y[0], y[0])
	VHADDPS(y[6], y[4], y[4])
	VPERM2F128(Imm(0x20), y[4], y[0], y[1])
	VPERM2F128(Imm(0x31), y[4], y[0], y[2])
	VADDPS(y[2], y[1], y[1])
	VMOVUPS(y[1], sums)
	for i := range dotRows {
		at, sum := GP64(), GP32()
		MOVQ(Mem{Base: outRows, Disp: 8 * i}, at)
		ADDQ(argument("out"), at)
		MOVL(sums.Offset(4*i), sum)
		MOVL(sum, Mem{Base: at})
	}
}
