//go:build !noasm

package product

import "ebim/framework/engine/kernel/processor"

// peakLoop runs n rounds of independent multiply-adds and returns the number of floating-point operations.
func peakLoop(level processor.Level, n int) float64 {
	switch level {
	case processor.AVX512:
		peakAVX512(n)
		return 2 * 16 * 30 * float64(n)
	case processor.AVX2:
		peakAVX2(n)
		return 2 * 8 * 14 * float64(n)
	}
	return peakPortable(n)
}
