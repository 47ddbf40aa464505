package main

import (
	"math"

	"github.com/mmcloughlin/avo/operand"
)

// threeQuarters is the least mantissa that exponents are removed to: x = 2^k m, 3/4 <= m < 3/2.
var threeQuarters = math.Float32bits(0.75)

// logOfReduced is k ln 2 + log(1+f).
func logOfReduced(w *writer, k, f vector) vector {
	p := w.polynomial(f, "log2", "log3", "log4", "log5", "log6", "log7", "log8", "log9", "log10")
	p = w.multiplyAdd(p, w.multiply(f, f), f)
	return w.addProduct(p, k, w.name("ln2High"))
}

// exponentOf gives k as a number and as the exponent's bits of 2^k, of a normal x.
func exponentOf(w *writer, x vector) (k, bits vector) {
	above := w.subtractInt(x, w.bits(threeQuarters))
	return w.fromInt(w.shiftRight(above, 23)), w.and(above, w.bits(0xff800000))
}

func logarithm(w *writer, x vector) vector {
	if w.level == avx512 {
		return logarithmAVX512(w, x)
	}
	zero := w.float(0)
	subnormal := w.float(0x1p-126)
	scaled := w.where(x, less, subnormal, w.multiply(x, w.float(1<<23)), x)
	extra := w.where(x, less, subnormal, w.inRegister(w.float(-23)), w.inRegister(zero))
	k, bits := exponentOf(w, scaled)
	f := w.subtract(w.subtractInt(scaled, bits), w.float(1))
	return logOfSpecial(w, x, logOfReduced(w, w.add(k, extra), f))
}

// logarithmAVX512 takes x apart with instructions that do what is wanted for 0 (k = -Inf), negative (NaN), and Inf.
func logarithmAVX512(w *writer, x vector) vector {
	const threeQuartersNegativeIsNaN = 0b1111
	k, m, correction := w.vector(), w.vector(), w.vector()
	for i := range x {
		w.VGETMANTPS(operand.U8(threeQuartersNegativeIsNaN), x[i], m[i])
		w.VGETEXPPS(x[i], k[i])
		w.VGETEXPPS(m[i], correction[i])
	}
	return logOfReduced(w, w.subtract(k, correction), w.subtract(m, w.float(1)))
}

// logOfSpecial puts in log(x) for x that are not positive and finite: -Inf, NaN, or x itself.
func logOfSpecial(w *writer, x, result vector) vector {
	zero, infinity := w.float(0), w.float(float32(math.Inf(1)))
	result = w.where(x, less, infinity, result, x)
	result = w.where(x, equal, zero, w.inRegister(w.float(float32(math.Inf(-1)))), result)
	return w.where(x, less, zero, w.inRegister(w.float(float32(math.NaN()))), result)
}

// logarithmOf1Plus finds k of u = 1+x, rounded, and f = 2^-k x + (2^-k - 1) from x, so that u's error does not matter.
// Powers are 2^(2-k), and x a quarter, so that k = 128 has one.
func logarithmOf1Plus(w *writer, x vector) vector {
	u := w.add(x, w.float(1))
	k, bits := exponentOf(w, u)
	power := w.subtractInt(w.inRegister(w.float(4)), bits)
	quarter := w.float(0.25)
	rest := w.subtract(w.multiply(power, quarter), w.float(1))
	f := w.multiplyAdd(power, w.multiply(x, quarter), rest)
	result := logOfSpecial(w, u, logOfReduced(w, k, f))
	return unlessTiny(w, x, result)
}
