package main

import (
	"fmt"

	"github.com/mmcloughlin/avo/attr"
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

const signature = "func(c *float32, cStride int, a *float32, rowStride, columnStride, blockStride int, panel *float32, " +
	"rows, k, columns int, add bool)"

// kernel writes a micro-kernel: for blocks of rows, from the highest to single ones, it keeps the sums of a panel's columns
// in registers.
type kernel struct {
	instructions
	name    string
	vectors int
	highest int

	c, cStride, a, columnStride, panel, rows reg.GPVirtual
	stride, stride3, stride5                 reg.GPVirtual // of the rows of a, times 1, 3 and 5
	part                                     reg.GPVirtual // columns of the last vector
}

func microKernel(name string, level instructions, vectors int, heights []int) {
	TEXT(name, attr.NOSPLIT, signature)
	Pragma("noescape")
	Doc(fmt.Sprintf("%s is the microKernel for register blocks of %d rows and panels of %d columns.", name, heights[0],
		vectors*level.vectorBytes()/floatSize))
	load := func(parameter string) reg.GPVirtual {
		r := GP64()
		Load(Param(parameter), r)
		return r
	}
	k := &kernel{instructions: level, name: name, vectors: vectors, highest: heights[0], c: load("c"), cStride: load("cStride"),
		a: load("a"), stride: load("rowStride"), columnStride: load("columnStride"), panel: load("panel"), rows: load("rows"),
		part: load("columns")}
	k.stride3, k.stride5 = GP64(), GP64()
	LEAQ(Mem{Base: k.stride, Index: k.stride, Scale: 2}, k.stride3)
	LEAQ(Mem{Base: k.stride, Index: k.stride, Scale: 4}, k.stride5)
	SUBQ(U8((vectors-1)*level.vectorBytes()/floatSize), k.part)
	for i, height := range heights {
		next := fmt.Sprintf("below%d", height)
		Label(fmt.Sprintf("rows%d", height))
		CMPQ(k.rows, U8(height))
		JLT(LabelRef(next))
		k.block(height)
		if i == 0 {
			JMP(LabelRef(fmt.Sprintf("rows%d", height)))
		}
		Label(next)
	}
	VZEROUPPER()
	RET()
}

// sum is the register of a sum of row i.
func (k *kernel) sum(i, vector int) int { return i*k.vectors + vector }

// block computes some rows and steps over them.
func (k *kernel) block(height int) {
	sums := height * k.vectors
	for i := range sums {
		k.zero(i)
	}
	k.multiply(height, sums)
	k.store(height, sums)
	if height == k.highest {
		ADDQ(mustAddress("blockStride"), k.a)
	} else {
		step := GP64()
		IMUL3Q(U8(height), k.stride, step)
		ADDQ(step, k.a)
	}
	SUBQ(U8(height), k.rows)
}

// multiply adds up all terms. Registers from free on are free.
func (k *kernel) multiply(height, free int) {
	end := fmt.Sprintf("summed%d", height)
	loop := fmt.Sprintf("terms%d", height)
	count, b, low, high := GP64(), GP64(), GP64(), GP64()
	Load(Param("k"), count)
	TESTQ(count, count)
	JZ(LabelRef(end))
	MOVQ(k.panel, b)
	MOVQ(k.a, low)
	if height > 6 { // high is row 7
		LEAQ(Mem{Base: k.a, Index: k.stride5, Scale: 1}, high)
		LEAQ(Mem{Base: high, Index: k.stride, Scale: 2}, high)
	}
	Label(loop)
	vectors := make([]int, k.vectors)
	for v := range vectors {
		vectors[v] = free + v
		VMOVUPS(Mem{Base: b, Disp: v * k.vectorBytes()}, k.register(free+v))
	}
	for i := range height {
		to := make([]int, k.vectors)
		for v := range to {
			to[v] = k.sum(i, v)
		}
		k.multiplyAdd(k.element(i, low, high), vectors, to, free+k.vectors+i%2)
	}
	ADDQ(Imm(uint64(k.vectors*k.vectorBytes())), b)
	ADDQ(k.columnStride, low)
	if height > 6 {
		ADDQ(k.columnStride, high)
	}
	DECQ(count)
	JNZ(LabelRef(loop))
	Label(end)
}

// element is row i of the current column of a, given the addresses of rows 0 and 7.
func (k *kernel) element(i int, low, high reg.GPVirtual) Mem {
	base := low
	if i > 6 {
		base, i = high, i-7
	}
	switch i {
	case 0:
		return Mem{Base: base}
	case 1, 2, 4:
		return Mem{Base: base, Index: k.stride, Scale: uint8(i)}
	case 3, 6:
		return Mem{Base: base, Index: k.stride3, Scale: uint8(i / 3)}
	}
	return Mem{Base: base, Index: k.stride5, Scale: 1}
}

// store writes the sums to c, or adds them to it, and steps c to the next rows.
func (k *kernel) store(height, free int) {
	part, done := fmt.Sprintf("part%d", height), fmt.Sprintf("stored%d", height)
	lanes := k.vectorBytes() / floatSize
	CMPQ(k.part, U8(lanes))
	JNE(LabelRef(part))
	k.storeRows(height, fmt.Sprintf("full%d", height), func(i int, at Mem, _ string) { VMOVUPS(k.register(i), at) },
		func(i int, at Mem) { VADDPS(at, k.register(i), k.register(i)) })
	JMP(LabelRef(done))
	Label(part)
	k.preparePart(k.part, free)
	k.storeRows(height, part, k.storePart, func(i int, at Mem) { k.addPart(at, i, free) })
	Label(done)
}

// storeRows stores all vectors of each row, the last one by the functions given.
func (k *kernel) storeRows(height int, prefix string, store func(i int, at Mem, prefix string), add func(i int, at Mem)) {
	CMPB(mustAddress("add"), U8(0))
	JEQ(LabelRef(prefix + "_store"))
	at := GP64()
	MOVQ(k.c, at)
	for i := range height {
		for v := range k.vectors - 1 {
			r := k.register(k.sum(i, v))
			VADDPS(Mem{Base: at, Disp: v * k.vectorBytes()}, r, r)
		}
		add(k.sum(i, k.vectors-1), Mem{Base: at, Disp: (k.vectors - 1) * k.vectorBytes()})
		ADDQ(k.cStride, at)
	}
	Label(prefix + "_store")
	for i := range height {
		for v := range k.vectors - 1 {
			VMOVUPS(k.register(k.sum(i, v)), Mem{Base: k.c, Disp: v * k.vectorBytes()})
		}
		store(k.sum(i, k.vectors-1), Mem{Base: k.c, Disp: (k.vectors - 1) * k.vectorBytes()}, fmt.Sprintf("%s_%d", prefix, i))
		ADDQ(k.cStride, k.c)
	}
}

func mustAddress(parameter string) Mem {
	at, err := Param(parameter).Resolve()
	if err != nil {
		panic(err)
	}
	return at.Addr
}
