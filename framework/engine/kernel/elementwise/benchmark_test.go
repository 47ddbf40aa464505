package elementwise

import (
	"fmt"
	"testing"
	"unsafe"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"

	"ebim/framework/engine/ir"
	"ebim/framework/engine/kernel/processor"
)

// BenchmarkElementwise measures float32 kernels on arrays that stay in the first or, at 3200, the second cache, with
// the bytes that they read and write.
func BenchmarkElementwise(b *testing.B) {
	for _, c := range []struct {
		name   string
		op     compute.OpType
		result dtypes.DType
		bytes  int // an element
	}{
		{"add", compute.OpTypeAdd, dtypes.Float32, 12},
		{"multiply", compute.OpTypeMul, dtypes.Float32, 12},
		{"divide", compute.OpTypeDiv, dtypes.Float32, 12},
		{"maximum", compute.OpTypeMax, dtypes.Float32, 12},
		{"multiplyAdd", ir.OpFusedMultiplyAdd, dtypes.Float32, 16},
		{"where", compute.OpTypeWhere, dtypes.Float32, 13},
		{"less", compute.OpTypeLessThan, dtypes.Bool, 9},
		{"squareRoot", compute.OpTypeSqrt, dtypes.Float32, 8},
	} {
		for _, n := range []int{50, 100, 400, 3200} {
			for _, level := range processor.Levels() {
				b.Run(fmt.Sprintf("%s/n=%d/%s", c.name, n, level), func(b *testing.B) {
					f := FindAt(level, c.op, dtypes.Float32, c.result)
					dst, x, y, z := benchmarkArrays(n)
					b.SetBytes(int64(n * c.bytes))
					for b.Loop() {
						f(dst, x, y, z, n)
					}
				})
			}
		}
	}
}

// BenchmarkScalar measures a product with a constant against the same on a block filled with it.
func BenchmarkScalar(b *testing.B) {
	for _, n := range []int{100, 400, 3200} {
		for _, level := range processor.Levels() {
			dst, x, y, _ := benchmarkArrays(n)
			if f := FindScalarAt(level, compute.OpTypeMul, dtypes.Float32, 1); f != nil {
				b.Run(fmt.Sprintf("scalar/n=%d/%s", n, level), func(b *testing.B) {
					for b.Loop() {
						f(dst, x, y, nil, n)
					}
				})
			}
			b.Run(fmt.Sprintf("filled/n=%d/%s", n, level), func(b *testing.B) {
				f, fill := FindAt(level, compute.OpTypeMul, dtypes.Float32, dtypes.Float32),
					FillAt(level, dtypes.Float32)
				element := float32(3)
				for b.Loop() {
					fill(y, unsafe.Pointer(&element), n)
					f(dst, x, y, nil, n)
				}
			})
		}
	}
}

// benchmarkArrays gives arrays of n float32 values, aligned as the executor's; the first n bytes of x are bools too.
func benchmarkArrays(n int) (dst, x, y, z unsafe.Pointer) {
	array := func(value float32) unsafe.Pointer {
		storage := make([]float32, n+16)
		skip := (64 - uintptr(unsafe.Pointer(&storage[0]))%64) % 64 / 4
		a := storage[skip:][:n]
		for i := range a {
			a[i] = value
		}
		return unsafe.Pointer(&a[0])
	}
	x = array(1)
	for i, bytes := 0, unsafe.Slice((*byte)(x), n); i < n; i++ {
		bytes[i] = byte(i * i % 3 & 1)
	}
	return array(0), x, array(2), array(3)
}
