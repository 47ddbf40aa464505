package main

import (
	"fmt"

	"github.com/mmcloughlin/avo/attr"
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// dotKernel writes the product of contiguous rows with a vector. The lanes of a register are the sums of every eighth
// term; they are added in pairs at the end, so that single rows and blocks of eight come out alike.
func dotKernel(name string) {
	TEXT(name, attr.NOSPLIT,
		"func(c, a *float32, rowStride int, b *float32, rows, k int, addend *float32, addendStride int)")
	Doc(fmt.Sprintf("%s computes c = a b for rows of k contiguous terms, rowStride bytes apart, plus an addend if "+
		"there is one.", name))
	d := &dot{rowAddresses: loadRowAddresses(), c: load("c"), b: load("b"), rows: load("rows")}
	tail := load("k")
	ANDQ(U8(7), tail)
	loadMask(tail, d.mask())
	for _, height := range []int{8, 1} {
		Label(fmt.Sprintf("rows%d", height))
		CMPQ(d.rows, U8(height))
		JLT(LabelRef(fmt.Sprintf("below%d", height)))
		d.sum(height)
		d.reduce(height)
		d.store(height)
		d.skip(height)
		SUBQ(U8(height), d.rows)
		JMP(LabelRef(fmt.Sprintf("rows%d", height)))
		Label(fmt.Sprintf("below%d", height))
	}
	VZEROUPPER()
	RET()
}

type dot struct {
	rowAddresses
	c, b, rows reg.GPVirtual
}

var dotRegisters = registers(reg.Y0, 16)

func (d *dot) mask() Op { return dotRegisters[15] }

// sum fills registers 0 to height-1 with the sums of the rows' lanes.
func (d *dot) sum(height int) {
	r, vector, row := dotRegisters, dotRegisters[8], dotRegisters[9]
	for i := range height {
		VXORPS(r[i], r[i], r[i])
	}
	loop, rest, done := fmt.Sprintf("terms%d", height), fmt.Sprintf("rest%d", height), fmt.Sprintf("summed%d", height)
	count, b := load("k"), GP64()
	MOVQ(d.b, b)
	low, high := d.begin(height)
	SUBQ(U8(8), count)
	JLT(LabelRef(rest))
	Label(loop)
	VMOVUPS(Mem{Base: b}, vector)
	for i := range height {
		VFMADD231PS(d.element(i, low, high), vector, r[i])
	}
	ADDQ(U8(32), b)
	ADDQ(U8(32), low)
	if height > rowsBelowHigh {
		ADDQ(U8(32), high)
	}
	SUBQ(U8(8), count)
	JGE(LabelRef(loop))
	Label(rest)
	CMPQ(count, I8(-8))
	JEQ(LabelRef(done))
	VMASKMOVPS(Mem{Base: b}, d.mask(), vector)
	for i := range height {
		VMASKMOVPS(d.element(i, low, high), d.mask(), row)
		VFMADD231PS(row, vector, r[i])
	}
	Label(done)
}

// reduce adds the lanes of each row up; the sums are the lanes of register 0.
func (d *dot) reduce(height int) {
	r := dotRegisters
	if height == 1 {
		VHADDPS(r[0], r[0], r[0])
		VHADDPS(r[0], r[0], r[0])
	} else {
		for i := 0; i < 8; i += 2 {
			VHADDPS(r[i+1], r[i], r[i])
		}
		VHADDPS(r[2], r[0], r[0])
		VHADDPS(r[6], r[4], r[4])
		VPERM2F128(U8(0x31), r[4], r[0], r[1])
		VPERM2F128(U8(0x20), r[4], r[0], r[0])
		VADDPS(r[1], r[0], r[0])
		return
	}
	low, high := reg.X0, reg.X1
	VEXTRACTF128(U8(1), r[0], high)
	VADDSS(high, low, low)
}

// store writes the sums to c, after adding the addend if there is one, and steps over them. The addend is one number if
// its stride is 0, and contiguous otherwise.
func (d *dot) store(height int) {
	store, repeated := fmt.Sprintf("store%d", height), fmt.Sprintf("repeated%d", height)
	var sums Op = dotRegisters[0]
	add, move := VADDPS, VMOVUPS
	if height == 1 {
		sums, add, move = reg.X0, VADDSS, VMOVSS
	}
	from := load("addend")
	TESTQ(from, from)
	JEQ(LabelRef(store))
	if height > 1 {
		CMPQ(mustAddress("addendStride"), U8(0))
		JEQ(LabelRef(repeated))
	}
	add(Mem{Base: from}, sums, sums)
	stride := load("addendStride")
	IMUL3Q(U8(height), stride, stride)
	ADDQ(stride, from)
	MOVQ(from, mustAddress("addend"))
	if height > 1 {
		JMP(LabelRef(store))
		Label(repeated)
		VBROADCASTSS(Mem{Base: from}, dotRegisters[1])
		VADDPS(dotRegisters[1], dotRegisters[0], dotRegisters[0])
	}
	Label(store)
	move(sums, Mem{Base: d.c})
	ADDQ(U8(height*floatSize), d.c)
}
