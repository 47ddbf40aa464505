package window

import (
	"unsafe"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes/bfloat16"

	"ebim/framework/engine/kernel"
)

func stridedOf[T kernel.Number](reduction compute.ReduceOpType) stridedReduction {
	switch reduction {
	case compute.ReduceOpMax:
		return stridedMax[T]
	case compute.ReduceOpMin:
		return stridedMin[T]
	case compute.ReduceOpSum:
		return stridedSum[T]
	}
	return stridedProduct[T]
}

// at returns the address of the i-th T after p.
func at[T any](p unsafe.Pointer, i int) *T { return (*T)(unsafe.Add(p, i*int(unsafe.Sizeof(*new(T))))) }

func stridedMax[T kernel.Number](dst, x unsafe.Pointer, count, dstStride, xStride int) {
	to, from := 0, 0
	for range count {
		d := at[T](dst, to)
		*d = max(*d, *at[T](x, from))
		to, from = to+dstStride, from+xStride
	}
}

func stridedMin[T kernel.Number](dst, x unsafe.Pointer, count, dstStride, xStride int) {
	to, from := 0, 0
	for range count {
		d := at[T](dst, to)
		*d = min(*d, *at[T](x, from))
		to, from = to+dstStride, from+xStride
	}
}

func stridedSum[T kernel.Number](dst, x unsafe.Pointer, count, dstStride, xStride int) {
	to, from := 0, 0
	for range count {
		d := at[T](dst, to)
		*d += *at[T](x, from)
		to, from = to+dstStride, from+xStride
	}
}

func stridedProduct[T kernel.Number](dst, x unsafe.Pointer, count, dstStride, xStride int) {
	to, from := 0, 0
	for range count {
		d := at[T](dst, to)
		*d *= *at[T](x, from)
		to, from = to+dstStride, from+xStride
	}
}

// stridedBFloat16 computes in float32 and truncates each result.
func stridedBFloat16(reduction compute.ReduceOpType) stridedReduction {
	wide := stridedOf[float32](reduction)
	return func(dst, x unsafe.Pointer, count, dstStride, xStride int) {
		for i := range count {
			d := at[bfloat16.BFloat16](dst, i*dstStride)
			sum, term := d.Float32(), at[bfloat16.BFloat16](x, i*xStride).Float32()
			wide(unsafe.Pointer(&sum), unsafe.Pointer(&term), 1, 0, 0)
			*d = bfloat16.FromFloat32(sum)
		}
	}
}
