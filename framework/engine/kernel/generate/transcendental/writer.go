package main

import (
	"github.com/mmcloughlin/avo/attr"
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

type level string

const (
	avx2   level = "AVX2"
	avx512 level = "AVX512"
)

// lanes returns the number of float32 in a register.
func (l level) lanes() int {
	if l == avx512 {
		return 16
	}
	return 8
}

const (
	interleaved      = 2  // registers that the main loop computes side by side, to hide latency
	hoistedConstants = 18 // constants that leave AVX-512 enough registers for the interleaved values
)

// writer emits kernels of one level at a time.
type writer struct {
	*build.Context
	level      level
	interleave int                    // registers in a vector
	named      map[string]float32     // coefficients
	data       map[uint32]operand.Mem // constants in memory

	hoisted  map[uint32]operand.Op // constants in registers
	planning bool                  // finding out which constants a body uses
	plan     []uint32

	// of the latest comparison: one register, as avo takes each for live from the start
	compared         reg.OpmaskVirtual
	maskTableWritten bool
}

// vector is a value of the computation: a register for each of the interleaved parts.
type vector []operand.Op

// body computes the result of one kernel's loop.
type body func(w *writer, x vector) vector

// scratch returns a context whose instructions are thrown away.
func scratch() *build.Context {
	context := build.NewContext()
	context.Function("scratch")
	return context
}

// kernel writes a kernel.Elementwise of one operand.
func (w *writer) kernel(name, formula string, compute body) {
	w.Function(name + string(w.level))
	w.Attributes(attr.NOSPLIT)
	w.SignatureExpr("func(dst, x, y, z unsafe.Pointer, n int)")
	w.Doc(name + string(w.level) + " is a kernel.Elementwise of float32: " + formula + ".")
	w.interleave, w.compared = 1, w.K()
	w.hoist(func() { compute(w, vector{w.fresh()}) })

	l := w.loop()
	w.blocks(l, func(x vector) vector { return compute(w, x) })
	w.Label("done")
	w.VZEROUPPER()
	w.RET()
}

// reducedKernel writes a kernel of sine's kind, whose compute gives the result and |x|. It stops before the first block
// with an element beyond largestReduced, and returns how many elements are done.
func (w *writer) reducedKernel(name, formula string, compute func(*writer, vector) (result, magnitude vector)) {
	w.Function(name + string(w.level))
	w.Attributes(attr.NOSPLIT)
	w.SignatureExpr("func(dst, x unsafe.Pointer, n int) (done int)")
	w.Doc(name + string(w.level) + " computes " + formula +
		" of the elements before the first block that has one beyond largestReduced.")
	w.interleave, w.compared = 1, w.K()
	stopping := func(x vector) vector {
		result, magnitude := compute(w, x)
		w.jumpIfAnyGreater(magnitude, w.name("largestReduced"), "done")
		return result
	}
	w.hoist(func() { stopping(vector{w.fresh()}) })

	l := w.loop()
	total := w.GP64()
	w.MOVQ(l.n, total)
	w.blocks(l, stopping)
	w.Label("done")
	w.SUBQ(l.n, total)
	w.Store(total, w.ReturnIndex(0))
	w.VZEROUPPER()
	w.RET()
}

// loop is what a kernel steps over.
type loop struct{ x, n, dst reg.GPVirtual }

// loop loads a kernel's parameters.
func (w *writer) loop() loop {
	l := loop{x: w.GP64(), n: w.GP64(), dst: w.GP64()}
	w.loadAddress("x", l.x)
	w.Load(w.Param("n"), l.n)
	w.loadAddress("dst", l.dst)
	return l
}

// loadAddress loads an unsafe.Pointer, for which avo's Load knows no instruction.
func (w *writer) loadAddress(name string, to reg.Register) {
	parameter, err := w.Param(name).Resolve()
	if err != nil {
		panic(err)
	}
	w.MOVQ(parameter.Addr, to)
}

// blocks writes the loop over whole interleaved blocks and the one over what is left, which goes through masks.
func (w *writer) blocks(l loop, compute func(vector) vector) {
	lanes, block := w.level.lanes(), interleaved*w.level.lanes()
	w.interleave = interleaved
	w.Label("blocks")
	w.CMPQ(l.n, operand.U8(block))
	w.JLT(operand.LabelRef("rest"))
	x := w.vector()
	for i := range x {
		w.VMOVUPS(operand.Mem{Base: l.x, Disp: 4 * lanes * i}, x[i])
	}
	for i, result := range compute(x) {
		w.VMOVUPS(result, operand.Mem{Base: l.dst, Disp: 4 * lanes * i})
	}
	w.advance(l, 4*block)
	w.SUBQ(operand.U8(block), l.n)
	w.JMP(operand.LabelRef("blocks"))

	w.interleave = 1
	w.Label("rest")
	w.TESTQ(l.n, l.n)
	w.JZ(operand.LabelRef("done"))
	mask := w.mask(l.n)
	x = w.vector()
	w.loadMasked(operand.Mem{Base: l.x}, mask, x[0])
	w.storeMasked(compute(x)[0], mask, operand.Mem{Base: l.dst})
	w.advance(l, 4*lanes)
	w.SUBQ(operand.U8(lanes), l.n)
	w.JGT(operand.LabelRef("rest"))
	w.XORQ(l.n, l.n)
}

func (w *writer) advance(l loop, bytes int) {
	w.ADDQ(operand.U32(bytes), l.x)
	w.ADDQ(operand.U32(bytes), l.dst)
}
