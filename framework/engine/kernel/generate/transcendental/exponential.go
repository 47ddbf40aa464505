package main

// roundingBias is 3*2^22: adding it to |t| < 2^22 rounds t to an integer, which is then in the low bits.
const roundingBias = 3 << 22

const sign = 1 << 31

// reduction is exp's argument in parts: x = n ln 2 + r, |r| <= ln(2)/2.
type reduction struct {
	n, r   vector
	biased vector // has n + bias in the low bits
}

// reduce finds n and r of a finite x; n + bias >= 0 gives the exponent's bits where they are wanted.
func reduce(w *writer, x vector, bias float32) reduction {
	shift := w.float(roundingBias + bias)
	biased := w.multiplyAdd(x, w.inRegister(w.name("inverseLn2")), shift)
	n := w.subtract(biased, shift)
	r := w.subtractProduct(x, n, w.name("ln2High"))
	r = w.subtractProduct(r, n, w.name("ln2Low"))
	return reduction{n, r, biased}
}

// expOfReduced is exp(r).
func expOfReduced(w *writer, r vector) vector {
	p := w.polynomial(r, "exp2", "exp3", "exp4", "exp5", "exp6")
	one := w.float(1)
	p = w.multiplyAdd(p, r, one)
	return w.multiplyAdd(p, r, one)
}

// expMinus1OfReduced is exp(r) - 1, with the relative precision of r.
func expMinus1OfReduced(w *writer, r vector, coefficients ...string) vector {
	p := w.polynomial(r, coefficients...)
	return w.multiplyAdd(p, w.multiply(r, r), r)
}

func exponential(w *writer, x vector) vector {
	x = w.clampAbove(x, w.float(88.8))
	x = w.clampBelow(x, w.float(-104))
	t := reduce(w, x, 2*127)
	p := expOfReduced(w, t.r)
	if w.level == avx512 {
		return w.binary(w.VSCALEFPS, p, t.n)
	}
	// 2^n in two factors, each of which is a normal number; only the second product rounds.
	first := w.shiftRight(t.biased, 1)
	second := w.subtractInt(t.biased, first)
	p = w.multiply(p, w.shiftLeft(first, 23))
	return w.multiply(p, w.shiftLeft(second, 23))
}

// exponentialMinus1 is 2 (2^(n-1) (exp(r)-1) + 2^(n-1) - 1/2), which overflows no earlier than its result.
func exponentialMinus1(w *writer, x vector) vector {
	bounded := w.clampAbove(x, w.float(88.8))
	bounded = w.clampBelow(bounded, w.float(-20))
	t := reduce(w, bounded, 126)
	scale := w.shiftLeft(t.biased, 23)
	e := expMinus1OfReduced(w, t.r, "exp2", "exp3", "exp4", "exp5", "exp6")
	half := w.multiplyAdd(scale, e, w.subtract(scale, w.float(0.5)))
	return unlessTiny(w, x, w.add(half, half))
}

// unlessTiny is x itself where |x| < 2^-25, which keeps subnormals and -0 exact in functions that are x + O(x^2).
func unlessTiny(w *writer, x, result vector) vector {
	return w.where(w.and(x, w.bits(sign-1)), less, w.float(1.0/(1<<25)), x, result)
}

// logistic is 2^n / (2^n + exp(-r)); 2^n may be subnormal or 0, and the quotient then is.
func logistic(w *writer, x vector) vector {
	x = w.clampAbove(x, w.float(32))
	x = w.clampBelow(x, w.float(-104.5))
	shift := w.float(roundingBias + 127 + 24)
	biased := w.multiplyAdd(x, w.inRegister(w.name("inverseLn2")), shift)
	n := w.subtract(biased, shift)
	minusR := w.multiplySubtract(n, w.inRegister(w.name("ln2High")), x)
	minusR = w.addProduct(minusR, n, w.name("ln2Low"))
	power := w.multiply(w.shiftLeft(biased, 23), w.float(1.0/(1<<24)))
	return w.divide(power, w.add(power, expOfReduced(w, minusR)))
}

// tanh is (exp(2|x|) - 1) / (exp(2|x|) + 1), with x's sign.
func tanh(w *writer, x vector) vector {
	magnitude := w.and(x, w.bits(sign-1))
	bounded := w.clampAbove(magnitude, w.float(10))
	t := reduce(w, w.add(bounded, bounded), 127)
	scale := w.shiftLeft(t.biased, 23)
	e := expMinus1OfReduced(w, t.r, "tanh2", "tanh3", "tanh4", "tanh5", "tanh6", "tanh7")
	numerator := w.multiplyAdd(scale, e, w.subtract(scale, w.float(1)))
	quotient := w.divide(numerator, w.add(numerator, w.float(2)))
	return w.or(quotient, w.xor(x, magnitude))
}
