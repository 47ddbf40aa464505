package elementwise

// Coefficients of the transcendental kernels, all exact in float32: minimax polynomials found by Remez exchange, each
// rounded to float32 before the rest was fitted again. The assembly's generator reads them from here.
const (
	inverseLn2 = 1.44269502
	ln2High    = 0.693147182 // 24 bits of ln 2, and
	ln2Low     = -1.90465421e-09

	inversePi = 0.318309873
	piFirst   = 3.14159274 // 24 bits of pi, the next 24, and
	piSecond  = -8.74227766e-08
	piThird   = -3.43024902e-15

	// largestReduced is the largest |x| whose multiple of pi is removed in float32.
	largestReduced = 32768
)

// exp(r) = 1 + r + r^2 (exp2 + exp3 r + ...) for |r| <= ln(2)/2; error of exp(r)-1 relative to it: 2^-26.1.
const (
	exp2 = 0.5
	exp3 = 0.16666539013385773
	exp4 = 0.04166661575436592
	exp5 = 0.008367083966732025
	exp6 = 0.001391768571920693
)

// exp(r) = 1 + r + r^2 (tanh2 + tanh3 r + ...) for |r| <= ln(2)/2, where tanh in float32 needs more; relative error of
// exp(r)-1: 2^-28.7. (These were all rounded at once.)
const (
	tanh2 = 0.5
	tanh3 = 0.1666666716337204
	tanh4 = 0.04166635125875473
	tanh5 = 0.008333255536854267
	tanh6 = 0.0013941270299255848
	tanh7 = 0.00019926083041355014
)

// log(1+f) = f + f^2 (log2 + log3 f + ...) for -1/4 <= f <= 1/2; relative error 2^-27.4.
const (
	log2  = -0.5
	log3  = 0.33333462476730347
	log4  = -0.2500019371509552
	log5  = 0.1999037265777588
	log6  = -0.16642539203166962
	log7  = 0.14475278556346893
	log8  = -0.1320827752351761
	log9  = 0.1058870255947113
	log10 = -0.04601772874593735
)

// sin(r) = r + r^3 (sin3 + sin5 r^2 + ...) for |r| <= pi/2 + 0.004; relative error 2^-27.2.
const (
	sin3 = -0.16666659712791443
	sin5 = 0.00833306834101677
	sin7 = -0.00019809658988378942
	sin9 = 2.6057491595565807e-06
)

// erf(x) = x + x (erf1 + erf3 x^2 + ...) for |x| <= erfSplit; relative error 2^-25.9.
const (
	erf1  = 0.12837915122509003
	erf3  = -0.37612512707710266
	erf5  = 0.11282066255807877
	erf7  = -0.026776950806379318
	erf9  = 0.005009789951145649
	erf11 = -0.0006081738974899054

	erfSplit = 0.9
)

// log(1 - erf(x)) = erfc0 + erfc1 x + ... for erfSplit <= x <= 4; error of erf(x) 2^-29.1.
const (
	erfc0 = -0.0001664453448029235
	erfc1 = -1.127797245979309
	erfc2 = -0.6369760632514954
	erfc3 = -0.10411374270915985
	erfc4 = 0.022315291687846184
	erfc5 = -0.0030655316077172756
	erfc6 = 0.00019822746980935335
)
