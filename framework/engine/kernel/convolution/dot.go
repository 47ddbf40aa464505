package convolution

import (
	"unsafe"

	"github.com/gomlx/compute/dtypes/bfloat16"

	"ebim/framework/engine/kernel"
)

// dot adds the products of n elements of x and y, at strides in elements, to sum.
func dot[T kernel.Number](sum T, x, y unsafe.Pointer, n, xStride, yStride int) T {
	size := int(unsafe.Sizeof(sum))
	for i := range n {
		sum += *(*T)(unsafe.Add(x, i*xStride*size)) * *(*T)(unsafe.Add(y, i*yStride*size))
	}
	return sum
}

// dotBFloat16 is dot with the sum in float32.
func dotBFloat16(sum float32, x, y unsafe.Pointer, n, xStride, yStride int) float32 {
	const size = 2
	for i := range n {
		a, b := *(*bfloat16.BFloat16)(unsafe.Add(x, i*xStride*size)),
			*(*bfloat16.BFloat16)(unsafe.Add(y, i*yStride*size))
		sum += a.Float32() * b.Float32()
	}
	return sum
}
