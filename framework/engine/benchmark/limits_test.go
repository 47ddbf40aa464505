package benchmark_test

import (
	"time"

	"ebim/framework/engine/kernel/product"
)

// perUnit returns the processor time of one call, from at least some milliseconds of calls.
func perUnit(call func()) time.Duration {
	const enough = 30 * time.Millisecond
	for n := 1; ; n *= 2 {
		start := processorTime()
		for range n {
			call()
		}
		if took := processorTime() - start; took >= enough {
			return took / time.Duration(n)
		}
	}
}

func fastest(call func()) time.Duration {
	least := perUnit(call)
	for range 2 * repetitions {
		least = min(least, perUnit(call))
	}
	return least
}

// peakRate returns the number of floating-point operations a second of independent multiply-adds in registers.
func peakRate() float64 {
	const rounds = 10_000
	took := fastest(func() { product.Peak(rounds) })
	return product.Peak(rounds) / took.Seconds()
}

// copyRate returns the number of bytes a second that are copied from one array to another.
func copyRate(bytes int) float64 {
	from, to := make([]byte, bytes), make([]byte, bytes)
	return float64(bytes) / fastest(func() { copy(to, from) }).Seconds()
}
