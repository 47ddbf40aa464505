package main

// sinOfReduced is sin(r), |r| <= pi/2, with the sign bit of a vector flipped in.
func sinOfReduced(w *writer, r, sign vector) vector {
	square := w.multiply(r, r)
	p := w.polynomial(square, "sin3", "sin5", "sin7", "sin9")
	return w.xor(w.multiplyAdd(p, w.multiply(square, r), r), sign)
}

// removePi is x - k pi, exact but for the last two roundings.
func removePi(w *writer, x, k vector) vector {
	r := w.subtractProduct(x, k, w.name("piFirst"))
	r = w.subtractProduct(r, k, w.name("piSecond"))
	return w.subtractProduct(r, k, w.name("piThird"))
}

// sine is (-1)^k sin(|x| - k pi), with x's sign.
func sine(w *writer, x vector) (result, magnitude vector) {
	magnitude = w.and(x, w.bits(sign-1))
	shift := w.float(roundingBias)
	biased := w.multiplyAdd(magnitude, w.inRegister(w.name("inversePi")), shift)
	r := removePi(w, magnitude, w.subtract(biased, shift))
	flip := w.xor(w.xor(x, magnitude), w.shiftLeft(biased, 31))
	return sinOfReduced(w, r, flip), magnitude
}

// cosine is (-1)^(k+1) sin(|x| - (k + 1/2) pi); the shift has the 1 that makes k + 1.
func cosine(w *writer, x vector) (result, magnitude vector) {
	magnitude = w.and(x, w.bits(sign-1))
	half, shift := w.float(0.5), w.float(roundingBias+1)
	biased := w.add(w.subtract(w.multiply(magnitude, w.name("inversePi")), half), shift)
	r := removePi(w, magnitude, w.add(w.subtract(biased, shift), half))
	return sinOfReduced(w, r, w.shiftLeft(biased, 31)), magnitude
}
