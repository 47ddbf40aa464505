package main

import (
	"fmt"

	"github.com/mmcloughlin/avo/attr"
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

const signature = "func(c *float32, cStride int, a *float32, rowStride, columnStride, blockStride int, " +
	"panel *float32, " +
	"rows, k, columns int, addend *float32, addendStride int)"

// kernel writes a micro-kernel: for blocks of rows, from the highest to single ones, it keeps the sums of a panel's
// columns in registers.
type kernel struct {
	instructions
	vectors int
	highest int

	rowAddresses
	c, cStride, columnStride, panel, rows reg.GPVirtual
	part                                  reg.GPVirtual // columns of the last vector
}

func microKernel(name string, level instructions, vectors int, heights []int) {
	TEXT(name, attr.NOSPLIT, signature)
	Doc(fmt.Sprintf("%s is the microKernel for register blocks of %d rows and panels of %d columns.", name, heights[0],
		vectors*level.vectorBytes()/floatSize))
	k := &kernel{instructions: level, vectors: vectors, highest: heights[0], c: load("c"), cStride: load("cStride"),
		rowAddresses: loadRowAddresses(), columnStride: load("columnStride"), panel: load("panel"), rows: load("rows"),
		part: load("columns")}
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

func load(parameter string) reg.GPVirtual {
	r := GP64()
	Load(Param(parameter), r)
	return r
}

// sum returns the register of a sum of row i.
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
		k.skip(height)
	}
	SUBQ(U8(height), k.rows)
}

// multiply adds up all terms. Registers from free on are free.
func (k *kernel) multiply(height, free int) {
	end := fmt.Sprintf("summed%d", height)
	loop := fmt.Sprintf("terms%d", height)
	count, b := load("k"), GP64()
	TESTQ(count, count)
	JZ(LabelRef(end))
	MOVQ(k.panel, b)
	low, high := k.begin(height)
	Label(loop)
	vectors := make([]int, k.vectors)
	for v := range vectors {
		vectors[v] = free + v
		k.load(Mem{Base: b, Disp: v * k.vectorBytes()}, free+v)
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
	if height > rowsBelowHigh {
		ADDQ(k.columnStride, high)
	}
	DECQ(count)
	JNZ(LabelRef(loop))
	Label(end)
}

// store writes the sums to c, after adding the addend if there is one, and steps over the rows.
func (k *kernel) store(height, free int) {
	part, done := fmt.Sprintf("part%d", height), fmt.Sprintf("stored%d", height)
	if k.vectorBytes() == floatSize {
		k.storeRows(height, fmt.Sprintf("full%d", height), k.storeWhole, k.add)
		return
	}
	CMPQ(k.part, U8(k.vectorBytes()/floatSize))
	JNE(LabelRef(part))
	k.storeRows(height, fmt.Sprintf("full%d", height), k.storeWhole, k.add)
	JMP(LabelRef(done))
	Label(part)
	k.preparePart(k.part, free)
	k.storeRows(height, part, k.storePart, func(from Mem, i int) { k.addPart(from, i, free) })
	Label(done)
}

func (k *kernel) storeWhole(i int, to Mem, _ string) { k.instructions.store(i, to) }

// storeRows stores all vectors of each row, the last one by the functions given.
func (k *kernel) storeRows(height int, prefix string, store func(i int, to Mem, prefix string),
	add func(from Mem, i int)) {
	from := load("addend")
	TESTQ(from, from)
	JEQ(LabelRef(prefix + "_store"))
	stride := load("addendStride")
	for i := range height {
		for v := range k.vectors - 1 {
			k.add(Mem{Base: from, Disp: v * k.vectorBytes()}, k.sum(i, v))
		}
		add(Mem{Base: from, Disp: (k.vectors - 1) * k.vectorBytes()}, k.sum(i, k.vectors-1))
		ADDQ(stride, from)
	}
	MOVQ(from, mustAddress("addend"))
	Label(prefix + "_store")
	for i := range height {
		for v := range k.vectors - 1 {
			k.instructions.store(k.sum(i, v), Mem{Base: k.c, Disp: v * k.vectorBytes()})
		}
		store(k.sum(i, k.vectors-1), Mem{Base: k.c, Disp: (k.vectors - 1) * k.vectorBytes()},
			fmt.Sprintf("%s_%d", prefix, i))
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
