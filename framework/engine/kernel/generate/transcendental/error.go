package main

// errorFunction returns an odd polynomial near 0 and 1 - exp(polynomial) beyond erfSplit.
func errorFunction(w *writer, x vector) vector {
	magnitude := w.and(x, w.bits(sign-1))
	near := w.polynomial(w.multiply(magnitude, magnitude), "erf1", "erf3", "erf5", "erf7", "erf9", "erf11")
	near = w.multiplyAdd(near, magnitude, magnitude)

	bounded := w.clampAbove(magnitude, w.float(4))
	logarithm := w.polynomial(bounded, "erfc0", "erfc1", "erfc2", "erfc3", "erfc4", "erfc5", "erfc6")
	t := reduce(w, logarithm, 127)
	far := w.subtractProduct(w.inRegister(w.float(1)), w.shiftLeft(t.biased, 23), expOfReduced(w, t.r))

	result := w.where(magnitude, less, w.name("erfSplit"), near, far)
	return w.or(result, w.xor(x, magnitude))
}
