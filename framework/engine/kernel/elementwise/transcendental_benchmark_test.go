package elementwise

import (
	"fmt"
	"math"
	"testing"

	"github.com/gomlx/compute/dtypes"

	"ebim/framework/engine/kernel"
	"ebim/framework/engine/kernel/processor"
)

// BenchmarkTranscendental measures each function at each level, and through package math, in time an element. On a busy
// machine, minima of many short runs (-benchtime 100x -count 40) are steady.
func BenchmarkTranscendental(b *testing.B) {
	for _, n := range []int{400, 3200} {
		for op, reference := range references {
			slow := unary(func(x float32) float32 { return float32(reference(float64(x))) })
			b.Run(fmt.Sprintf("%s/n=%d/math", op, n), func(b *testing.B) { measureTranscendental(b, slow, n) })
			for _, level := range processor.Levels() {
				f := FindAt(level, op, dtypes.Float32, dtypes.Float32)
				b.Run(fmt.Sprintf("%s/n=%d/%s", op, n, level), func(b *testing.B) { measureTranscendental(b, f, n) })
			}
		}
	}
}

// measureTranscendental runs a kernel on numbers from 1/8 to 8 in disorder.
func measureTranscendental(b *testing.B, f kernel.Elementwise, n int) {
	dst, x, _, _ := benchmarkArrays(n)
	for i, in := 0, kernel.Slice[float32](x, n); i < n; i++ {
		in[i] = float32(math.Exp2(6*float64(i*37%n)/float64(n) - 3))
	}
	for b.Loop() {
		f(dst, x, nil, nil, n)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/element")
}
