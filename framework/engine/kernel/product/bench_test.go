package product

import (
	"fmt"
	"testing"
	"time"
	"unsafe"

	"ebim/framework/engine/kernel/processor"
)

// peak returns the measured rate of multiply-adds in registers, in floating-point operations a nanosecond.
func peak(level processor.Level) float64 {
	fastest := 0.0
	for range 5 {
		start := time.Now()
		operations := peakLoop(level, 20_000)
		fastest = max(fastest, operations/float64(time.Since(start).Nanoseconds()))
	}
	return fastest
}

// BenchmarkPeakFMA is the rate of a loop of independent multiply-adds in registers.
func BenchmarkPeakFMA(b *testing.B) {
	for _, level := range processor.Levels() {
		b.Run(level.String(), func(b *testing.B) {
			operations := peakLoop(level, b.N*1000)
			b.ReportMetric(operations/float64(b.Elapsed().Nanoseconds()), "GFLOP/s")
		})
	}
}

// BenchmarkPeakCopy is the number of bytes copied a second, within the first cache, the second one, and memory.
func BenchmarkPeakCopy(b *testing.B) {
	for _, n := range []int{8 << 10, 256 << 10, 64 << 20} {
		b.Run(fmt.Sprintf("%dKiB", n>>10), func(b *testing.B) {
			x, y := make([]byte, n), make([]byte, n)
			for b.Loop() {
				copy(x, y)
			}
			b.ReportMetric(float64(n)*float64(b.N)/float64(b.Elapsed().Nanoseconds()), "GB/s")
		})
	}
}

// BenchmarkMultiply gives rates also as a share of the level's peak, measured at the beginning.
func BenchmarkMultiply(b *testing.B) {
	for _, level := range processor.Levels() {
		f, limit := formatOf(level), peak(level)
		for _, s := range []struct {
			m, k, n    int
			transposed bool
		}{{512, 512, 512, false}, {256, 256, 256, false}, {128, 128, 128, false}, {50, 2, 8, false}, {50, 8, 8, false},
			{50, 8, 1, false}, {50, 1, 8, false},
			{100, 32, 32, false}, {100, 32, 1, false}, {8, 50, 8, true}, {32, 100, 32, true}, {2000, 64, 64, false}} {
			name := fmt.Sprintf("%s/%dx%dx%d", level, s.m, s.k, s.n)
			if s.transposed {
				name += "/transposed"
			}
			b.Run(name, func(b *testing.B) {
				a, p, c := make([]float32, s.m*s.k), make([]float32, f.packedSize(s.k, s.n)), make([]float32, s.m*s.n)
				left := Left{unsafe.Pointer(&a[0]), s.k, 1}
				if s.transposed {
					left = Left{unsafe.Pointer(&a[0]), 1, s.m}
				}
				scratch := make([]float32, f.scratch(s.m, s.k, s.n)/size+1)
				for b.Loop() {
					f.multiply(unsafe.Pointer(&c[0]), s.n, addend{}, left, unsafe.Pointer(&p[0]), 0, s.m, s.k, s.n,
						unsafe.Pointer(&scratch[0]))
				}
				rate := 2 * float64(s.m*s.k*s.n) * float64(b.N) / float64(b.Elapsed().Nanoseconds())
				b.ReportMetric(rate, "GFLOP/s")
				b.ReportMetric(100*rate/limit, "%peak")
			})
		}
	}
}

// BenchmarkPack packs weights as they lie, and transposed.
func BenchmarkPack(b *testing.B) {
	for _, n := range []int{8, 32, 512} {
		for _, transposed := range []bool{false, true} {
			b.Run(fmt.Sprintf("%dx%d/transposed=%v", n, n, transposed), func(b *testing.B) {
				x, packed := make([]float32, n*n), make([]float32, PackedSize(n, n))
				row, column := n, 1
				if transposed {
					row, column = 1, n
				}
				for b.Loop() {
					Pack(unsafe.Pointer(&packed[0]), unsafe.Pointer(&x[0]), n, n, row, column)
				}
				b.ReportMetric(float64(n*n)*float64(b.N)/float64(b.Elapsed().Nanoseconds()), "elements/ns")
			})
		}
	}
}
