package main

import (
	"slices"

	"github.com/mmcloughlin/avo/attr"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// Predicates of VCMPPS: ordered, so that NaN is never so.
const (
	equal   = 0
	less    = 1
	greater = 14
)

// fresh returns a new register of the level.
func (w *writer) fresh() reg.VecVirtual {
	if w.level == avx512 {
		return w.ZMM()
	}
	return w.YMM()
}

// vector returns a new register for each interleaved part.
func (w *writer) vector() vector {
	v := make(vector, w.interleave)
	for i := range v {
		v[i] = w.fresh()
	}
	return v
}

// binary applies a three-operand instruction: a op b.
func (w *writer) binary(instruction func(...operand.Op), a, b vector) vector {
	out := w.vector()
	for i := range out {
		instruction(b[i], a[i], out[i])
	}
	return out
}

func (w *writer) add(a, b vector) vector         { return w.binary(w.VADDPS, a, b) }
func (w *writer) subtract(a, b vector) vector    { return w.binary(w.VSUBPS, a, b) }
func (w *writer) multiply(a, b vector) vector    { return w.binary(w.VMULPS, a, b) }
func (w *writer) divide(a, b vector) vector      { return w.binary(w.VDIVPS, a, b) }
func (w *writer) and(a, b vector) vector         { return w.binary(w.VANDPS, a, b) }
func (w *writer) or(a, b vector) vector          { return w.binary(w.VORPS, a, b) }
func (w *writer) xor(a, b vector) vector         { return w.binary(w.VXORPS, a, b) }
func (w *writer) addInt(a, b vector) vector      { return w.binary(w.VPADDD, a, b) }
func (w *writer) subtractInt(a, b vector) vector { return w.binary(w.VPSUBD, a, b) }

// clampBelow and clampAbove bound x; NaN stays, as these instructions give the second operand then.
func (w *writer) clampBelow(x, low vector) vector  { return w.binary(w.VMAXPS, w.inRegister(low), x) }
func (w *writer) clampAbove(x, high vector) vector { return w.binary(w.VMINPS, w.inRegister(high), x) }

func (w *writer) shiftLeft(x vector, bits uint8) vector {
	out := w.vector()
	for i := range out {
		w.VPSLLD(operand.U8(bits), x[i], out[i])
	}
	return out
}

// shiftRight keeps the sign.
func (w *writer) shiftRight(x vector, bits uint8) vector {
	out := w.vector()
	for i := range out {
		w.VPSRAD(operand.U8(bits), x[i], out[i])
	}
	return out
}

func (w *writer) fromInt(x vector) vector {
	out := w.vector()
	for i := range out {
		w.VCVTDQ2PS(x[i], out[i])
	}
	return out
}

// copy is x in a register of its own; where x is not needed again, it is that register, and the move vanishes.
func (w *writer) copy(x vector) vector {
	out := w.vector()
	for i := range out {
		w.VMOVUPS(x[i], out[i])
	}
	return out
}

// inRegister returns a constant as any operand of an instruction.
func (w *writer) inRegister(constant vector) vector {
	if _, inMemory := constant[0].(operand.Mem); !inMemory {
		return constant
	}
	at := w.fresh()
	w.VMOVUPS(constant[0], at)
	return slices.Repeat(vector{at}, w.interleave)
}

// fused is an instruction that computes on a copy of its first operand, rounding once.
func (w *writer) fused(compute func(...operand.Op), first, second, third vector) vector {
	out := w.copy(first)
	for i := range out {
		compute(third[i], second[i], out[i])
	}
	return out
}

// multiplyAdd is a*b + c.
func (w *writer) multiplyAdd(a, b, c vector) vector { return w.fused(w.VFMADD213PS, a, b, c) }

// multiplySubtract is a*b - c.
func (w *writer) multiplySubtract(a, b, c vector) vector { return w.fused(w.VFMSUB213PS, a, b, c) }

// addProduct is c + a*b.
func (w *writer) addProduct(c, a, b vector) vector { return w.fused(w.VFMADD231PS, c, a, b) }

// subtractProduct is c - a*b.
func (w *writer) subtractProduct(c, a, b vector) vector { return w.fused(w.VFNMADD231PS, c, a, b) }

// polynomial evaluates the named coefficients, lowest power first.
func (w *writer) polynomial(x vector, coefficients ...string) vector {
	last := len(coefficients) - 1
	p := w.copy(w.name(coefficients[last]))
	for power := last - 1; power >= 0; power-- {
		c := w.name(coefficients[power])
		for i := range p {
			w.VFMADD213PS(c[i], x[i], p[i])
		}
	}
	return p
}

// where is onTrue in the lanes where a compares to b so, else onFalse.
func (w *writer) where(a vector, predicate uint8, b, onTrue, onFalse vector) vector {
	out := w.copy(onFalse)
	for i := range out {
		if w.level == avx512 {
			w.VCMPPS(operand.U8(predicate), b[i], a[i], w.compared)
			w.VMOVAPS(onTrue[i], w.compared, out[i])
		} else {
			mask := w.YMM()
			w.VCMPPS(operand.U8(predicate), b[i], a[i], mask)
			w.VBLENDVPS(mask, onTrue[i], out[i], out[i])
		}
	}
	return out
}

// jumpIfAnyGreater jumps if a > b in any lane.
func (w *writer) jumpIfAnyGreater(a, b vector, label string) {
	for i := range a {
		if w.level == avx512 {
			w.VCMPPS(operand.U8(greater), b[i], a[i], w.compared)
			w.KORTESTW(w.compared, w.compared)
		} else {
			mask, found := w.YMM(), w.GP32()
			w.VCMPPS(operand.U8(greater), b[i], a[i], mask)
			w.VMOVMSKPS(mask, found)
			w.TESTL(found, found)
		}
		w.JNE(operand.LabelRef(label))
	}
}

// mask selects the first n lanes, n >= 1.
func (w *writer) mask(n reg.GPVirtual) reg.Register {
	if w.level == avx512 {
		bits, mask := w.GP32(), w.K()
		w.MOVQ(n, reg.RCX)
		w.MOVL(operand.U32(1), bits)
		w.SHLL(reg.CL, bits)
		w.DECL(bits)
		w.KMOVW(bits, mask)
		return mask
	}
	first, table, mask := w.GP64(), w.GP64(), w.YMM()
	w.MOVQ(operand.U32(8), first)
	w.CMPQ(n, first)
	w.CMOVQLT(n, first)
	w.NEGQ(first)
	w.LEAQ(w.maskTable(), table)
	w.VMOVDQU(operand.Mem{Base: table, Index: first, Scale: 4, Disp: 32}, mask)
	return mask
}

// maskTable is 8 lanes of ones and 8 of zeros.
func (w *writer) maskTable() operand.Mem {
	if !w.maskTableWritten {
		w.maskTableWritten = true
		w.StaticGlobal("masks")
		w.DataAttributes(attr.RODATA | attr.NOPTR)
		for lane := range 16 {
			w.AddDatum(4*lane, operand.U32(uint32(int32(lane-8)>>31)))
		}
	}
	return operand.NewDataAddr(operand.Symbol{Name: "masks", Static: true}, 0)
}

// loadMasked loads the mask's lanes, and 0 in the others.
func (w *writer) loadMasked(from operand.Mem, mask reg.Register, to operand.Op) {
	if w.level == avx512 {
		w.VMOVUPS_Z(from, mask, to)
	} else {
		w.VMASKMOVPS(from, mask, to)
	}
}

func (w *writer) storeMasked(from operand.Op, mask reg.Register, to operand.Mem) {
	if w.level == avx512 {
		w.VMOVUPS(from, mask, to)
	} else {
		w.VMASKMOVPS(from, mask, to)
	}
}
