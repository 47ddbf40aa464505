package elementwise

import "math"

// The functions below are the assembly's algorithms, in float64 arithmetic but with its polynomials of float32
// precision, which need half the terms of package math's.

// roundingBias is 3*2^51: a number below 2^51 added to it is rounded to an integer, which is then in the low bits.
const roundingBias = 3 << 51

// expParts are n and r of x = n ln 2 + r, and 2^n, for |x| < 700 or NaN.
func expParts(x float64) (power, r float64) {
	biased := x*(1/math.Ln2) + roundingBias
	n := biased - roundingBias
	return math.Float64frombits((math.Float64bits(biased) + 1023) << 52), x - n*math.Ln2
}

// expMinus1OfReduced is exp(r) - 1 for |r| <= ln(2)/2.
func expMinus1OfReduced(r float64) float64 {
	square := r * r
	return r + square*((exp2+exp3*r)+square*((exp4+exp5*r)+square*exp6))
}

func exponential(x float32) float32 {
	switch {
	case x > 89:
		return float32(math.Inf(1))
	case x < -104:
		return 0
	}
	power, r := expParts(float64(x))
	return float32(power + power*expMinus1OfReduced(r))
}

func exponentialMinus1(x float32) float32 {
	switch {
	case x > 89:
		return float32(math.Inf(1))
	case x < -20:
		return -1
	case x == 0:
		return x
	}
	power, r := expParts(float64(x))
	return float32((power - 1) + power*expMinus1OfReduced(r))
}

func logistic32(x float32) float32 {
	switch {
	case x > 20:
		return 1
	case x < -104:
		return 0
	}
	power, r := expParts(-float64(x))
	return float32(1 / (1 + power + power*expMinus1OfReduced(r)))
}

func hyperbolicTangent(x float32) float32 {
	switch {
	case x > 10:
		return 1
	case x < -10:
		return -1
	case x == 0:
		return x
	}
	power, r := expParts(2 * float64(x))
	e := (power - 1) + power*expMinus1OfReduced(r)
	return float32(e / (e + 2))
}

// logOfParts is log(x) for a normal, positive x.
func logOfParts(x float64) float64 {
	const threeQuarters = 0x3fe8000000000000
	bits := math.Float64bits(x)
	k := int64(bits-threeQuarters) >> 52
	f := math.Float64frombits(bits-uint64(k)<<52) - 1
	return float64(k)*math.Ln2 + log1pOfReduced(f)
}

// log1pOfReduced is log(1+f) for -1/4 <= f <= 1/2.
func log1pOfReduced(f float64) float64 {
	square := f * f
	low := (log2 + log3*f) + square*(log4+log5*f)
	high := (log6 + log7*f) + square*((log8+log9*f)+square*log10)
	return f + square*(low+square*square*high)
}

func logarithm(x float32) float32 {
	if x > 0 && x <= math.MaxFloat32 {
		return float32(logOfParts(float64(x)))
	}
	return logOfSpecial(x)
}

// logOfSpecial is log(x) of an x that is not positive and finite.
func logOfSpecial(x float32) float32 {
	switch {
	case x == 0:
		return float32(math.Inf(-1))
	case x < 0:
		return float32(math.NaN())
	}
	return x
}

func logarithmOf1Plus(x float32) float32 {
	switch {
	case -0.25 <= x && x <= 0.5:
		if x == 0 {
			return x
		}
		return float32(log1pOfReduced(float64(x)))
	case x > -1 && x <= math.MaxFloat32:
		return float32(logOfParts(1 + float64(x)))
	}
	return logOfSpecial(1 + x)
}

// sinOfReduced is sin(r) for |r| <= pi/2, with the sign of (-1)^k; k is the low bit of a biased number.
func sinOfReduced(r, biased float64) float32 {
	square := r * r
	s := r + r*square*((sin3+sin5*square)+square*square*(sin7+sin9*square))
	return math.Float32frombits(math.Float32bits(float32(s)) ^ uint32(math.Float64bits(biased))<<31)
}

// removePi is x - k pi for |x| <= largestReduced; k times the first part is exact.
func removePi(x, k float64) float64 {
	const first, second = 0x1.921fb544p+1, 0x1.0b4611a626331p-33
	return (x - float64(k*first)) - k*second
}

func sine(x float32) float32 {
	if !(x <= largestReduced && x >= -largestReduced) {
		return float32(math.Sin(float64(x)))
	}
	if x == 0 {
		return x
	}
	biased := float64(x)*(1/math.Pi) + roundingBias
	return sinOfReduced(removePi(float64(x), biased-roundingBias), biased)
}

func cosine(x float32) float32 {
	if !(x <= largestReduced && x >= -largestReduced) {
		return float32(math.Cos(float64(x)))
	}
	const bias = roundingBias + 1
	biased := (float64(x)*(1/math.Pi) - 0.5) + bias
	return sinOfReduced(removePi(float64(x), (biased-bias)+0.5), biased)
}

func errorFunction(x float32) float32 {
	a := math.Abs(float64(x))
	switch {
	case a < erfSplit:
		square := a * a
		low, high := erf1+erf3*square, (erf5+erf7*square)+square*square*(erf9+erf11*square)
		return float32(float64(x) + float64(x)*(low+square*square*high))
	case a > 4:
		return float32(math.Copysign(1, float64(x)))
	}
	square := a * a
	low, high := (erfc0+erfc1*a)+square*(erfc2+erfc3*a), (erfc4+erfc5*a)+square*erfc6
	power, r := expParts(low + square*square*high)
	return float32(math.Copysign(1-(power+power*expMinus1OfReduced(r)), float64(x)))
}
