package main

import (
	"github.com/mmcloughlin/avo/attr"
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

const floatSize = 4 // bytes

// instructions are those that differ between the levels of processors.
type instructions interface {
	vectorBytes() int
	load(from Mem, i int)
	zero(i int)
	// add a vector to a register, and store it.
	add(from Mem, i int)
	store(i int, to Mem)
	// multiplyAdd adds the products of a scalar with the vectors in registers b to the sums in registers to. Registers
	// from scratch on may be overwritten.
	multiplyAdd(scalar Mem, b, to []int, scratch int)
	// preparePart uses the number of columns of a panel's last vector for the next loads and stores of parts. It may
	// overwrite registers from scratch on.
	preparePart(columns reg.GPVirtual, scratch int)
	// addPart adds a part of a vector to a register.
	addPart(from Mem, i, scratch int)
	// storePart writes a part of a vector, not all of it, and may overwrite its register. Labels begin with the prefix.
	storePart(i int, to Mem, prefix string)
}

// whole are the instructions for whole vectors.
type whole struct{ registers []Op }

func (x whole) load(from Mem, i int) { VMOVUPS(from, x.registers[i]) }
func (x whole) add(from Mem, i int)  { VADDPS(from, x.registers[i], x.registers[i]) }
func (x whole) store(i int, to Mem)  { VMOVUPS(x.registers[i], to) }

// registers returns the first n vector registers of the size of one.
func registers(first reg.VecPhysical, n int) []Op {
	list := make([]Op, n)
	for _, r := range reg.Vector.Registers() {
		if i := int(r.PhysicalIndex()); i < n && r.Size() == first.Size() {
			list[i] = r
		}
	}
	return list
}

// avx512 masks with K1.
type avx512 struct {
	whole
	lanes int
}

func (x *avx512) vectorBytes() int { return x.lanes * floatSize }
func (x *avx512) zero(i int)       { VPXORD(x.registers[i], x.registers[i], x.registers[i]) }

func (x *avx512) multiplyAdd(scalar Mem, b, to []int, scratch int) {
	if len(b) == 1 {
		VFMADD231PS_BCST(scalar, x.registers[b[0]], x.registers[to[0]])
		return
	}
	VBROADCASTSS(scalar, x.registers[scratch])
	for v := range b {
		VFMADD231PS(x.registers[scratch], x.registers[b[v]], x.registers[to[v]])
	}
}

func (x *avx512) preparePart(columns reg.GPVirtual, _ int) {
	mask := GP64()
	MOVQ(I32(-1), mask)
	BZHIQ(columns, mask, mask)
	KMOVW(mask.As32(), reg.K1)
}

func (x *avx512) addPart(from Mem, i, _ int) {
	VADDPS(from, x.registers[i], reg.K1, x.registers[i])
}

func (x *avx512) storePart(i int, to Mem, _ string) { VMOVUPS(x.registers[i], reg.K1, to) }

// avx2 stores parts lane by lane, because masked stores are slow on some processors.
type avx2 struct {
	whole
	columns reg.GPVirtual
}

func (x *avx2) vectorBytes() int { return 8 * floatSize }
func (x *avx2) zero(i int)       { VXORPS(x.registers[i], x.registers[i], x.registers[i]) }

func (x *avx2) multiplyAdd(scalar Mem, b, to []int, scratch int) {
	VBROADCASTSS(scalar, x.registers[scratch])
	for v := range b {
		VFMADD231PS(x.registers[scratch], x.registers[b[v]], x.registers[to[v]])
	}
}

func (x *avx2) preparePart(columns reg.GPVirtual, scratch int) {
	x.columns = columns
	loadMask(columns, x.registers[scratch])
}

func (x *avx2) addPart(from Mem, i, scratch int) {
	VMASKMOVPS(from, x.registers[scratch], x.registers[scratch+1])
	VADDPS(x.registers[scratch+1], x.registers[i], x.registers[i])
}

func (x *avx2) storePart(i int, to Mem, prefix string) {
	vector := x.registers[i].(reg.VecPhysical)
	low := vector.AsX()
	end := GP64()
	LEAQ(to, end)
	TESTQ(U32(4), x.columns)
	JZ(LabelRef(prefix + "_not4"))
	VMOVUPS(low, Mem{Base: end})
	VEXTRACTF128(U8(1), vector, low)
	ADDQ(U8(4*floatSize), end)
	Label(prefix + "_not4")
	TESTQ(U32(2), x.columns)
	JZ(LabelRef(prefix + "_not2"))
	VMOVLPS(low, Mem{Base: end})
	VPERMILPS(U8(0b1110), low, low)
	ADDQ(U8(2*floatSize), end)
	Label(prefix + "_not2")
	TESTQ(U32(1), x.columns)
	JZ(LabelRef(prefix + "_stored"))
	VMOVSS(low, Mem{Base: end})
	Label(prefix + "_stored")
}

// scalar is for single columns, which have no parts.
type scalar struct{ registers []Op }

func (x *scalar) vectorBytes() int               { return floatSize }
func (x *scalar) load(from Mem, i int)           { VMOVSS(from, x.registers[i]) }
func (x *scalar) zero(i int)                     { VXORPS(x.registers[i], x.registers[i], x.registers[i]) }
func (x *scalar) add(from Mem, i int)            { VADDSS(from, x.registers[i], x.registers[i]) }
func (x *scalar) store(i int, to Mem)            { VMOVSS(x.registers[i], to) }
func (x *scalar) preparePart(reg.GPVirtual, int) { panic("a scalar has no parts") }
func (x *scalar) addPart(Mem, int, int)          { panic("a scalar has no parts") }
func (x *scalar) storePart(int, Mem, string)     { panic("a scalar has no parts") }
func (x *scalar) multiplyAdd(at Mem, b, to []int, _ int) {
	VFMADD231SS(at, x.registers[b[0]], x.registers[to[0]])
}

// masks is a table of 8 lanes set and 8 lanes clear, for loads of the first lanes.
func masks() {
	GLOBL("masks", attr.RODATA|attr.NOPTR)
	for i := range 8 {
		DATA(i*floatSize, I32(-1))
	}
	for i := range 8 {
		DATA((8+i)*floatSize, I32(0))
	}
}

// loadMask sets the first lanes of a register.
func loadMask(lanes reg.GPVirtual, to Op) {
	table, offset := GP64(), GP64()
	LEAQ(Mem{Symbol: Symbol{Name: "masks", Static: true}, Base: reg.StaticBase}, table)
	MOVQ(lanes, offset)
	NEGQ(offset)
	VMOVUPS(Mem{Base: table, Index: offset, Scale: floatSize, Disp: 8 * floatSize}, to)
}
