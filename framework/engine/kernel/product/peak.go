package product

import "ebim/framework/engine/kernel/processor"

// Peak runs n rounds of independent multiply-adds in registers and returns the number of floating-point operations:
// what benchmarks take as the processor's limit.
func Peak(n int) (operations float64) { return peakLoop(processor.Best(), n) }

// peakPortable runs n times 12 independent multiplications and additions.
func peakPortable(n int) float64 {
	x, y := float32(0.5), float32(n)
	var a, b, c, d, e, f, g, h, i, j, k, l float32
	for range n {
		a, b, c, d = a*x+y, b*x+y, c*x+y, d*x+y
		e, f, g, h = e*x+y, f*x+y, g*x+y, h*x+y
		i, j, k, l = i*x+y, j*x+y, k*x+y, l*x+y
	}
	sink = a + b + c + d + e + f + g + h + i + j + k + l
	return 24 * float64(n)
}

var sink float32
