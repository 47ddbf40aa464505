package elementwise

import (
	"unsafe"

	"github.com/gomlx/compute"

	"ebim/framework/engine/kernel"
)

// unary makes a kernel of a function of one element. Larger elements than the operand's are computed from the last on,
// so that they may take its place.
func unary[T, R kernel.Element](f func(T) R) kernel.Elementwise {
	if unsafe.Sizeof(*new(R)) > unsafe.Sizeof(*new(T)) {
		return func(dst, x, _, _ unsafe.Pointer, n int) {
			out, a := kernel.Slice[R](dst, n), kernel.Slice[T](x, n)
			for i := n - 1; i >= 0; i-- {
				out[i] = f(a[i])
			}
		}
	}
	return func(dst, x, _, _ unsafe.Pointer, n int) {
		out, a := kernel.Slice[R](dst, n), kernel.Slice[T](x, n)
		for i := range out {
			out[i] = f(a[i])
		}
	}
}

// binary makes a kernel of a function of two elements.
func binary[T, R kernel.Element](f func(x, y T) R) kernel.Elementwise {
	return func(dst, x, y, _ unsafe.Pointer, n int) {
		out, a, b := kernel.Slice[R](dst, n), kernel.Slice[T](x, n), kernel.Slice[T](y, n)
		for i := range out {
			out[i] = f(a[i], b[i])
		}
	}
}

// ternary makes a kernel of a function of three elements.
func ternary[T kernel.Element](f func(x, y, z T) T) kernel.Elementwise {
	return func(dst, x, y, z unsafe.Pointer, n int) {
		out, a, b, c := kernel.Slice[T](dst, n), kernel.Slice[T](x, n), kernel.Slice[T](y, n), kernel.Slice[T](z, n)
		for i := range out {
			out[i] = f(a[i], b[i], c[i])
		}
	}
}

// The loops below are those of the commonest operations, written out because a call for each element costs more than
// the arithmetic.

func add[T kernel.Number](dst, x, y, _ unsafe.Pointer, n int) {
	out, a, b := kernel.Slice[T](dst, n), kernel.Slice[T](x, n), kernel.Slice[T](y, n)
	for i := range out {
		out[i] = a[i] + b[i]
	}
}

func subtract[T kernel.Number](dst, x, y, _ unsafe.Pointer, n int) {
	out, a, b := kernel.Slice[T](dst, n), kernel.Slice[T](x, n), kernel.Slice[T](y, n)
	for i := range out {
		out[i] = a[i] - b[i]
	}
}

func multiply[T kernel.Number](dst, x, y, _ unsafe.Pointer, n int) {
	out, a, b := kernel.Slice[T](dst, n), kernel.Slice[T](x, n), kernel.Slice[T](y, n)
	for i := range out {
		out[i] = a[i] * b[i]
	}
}

func divide[T kernel.Float](dst, x, y, _ unsafe.Pointer, n int) {
	out, a, b := kernel.Slice[T](dst, n), kernel.Slice[T](x, n), kernel.Slice[T](y, n)
	for i := range out {
		out[i] = a[i] / b[i]
	}
}

func maximum[T kernel.Number](dst, x, y, _ unsafe.Pointer, n int) {
	out, a, b := kernel.Slice[T](dst, n), kernel.Slice[T](x, n), kernel.Slice[T](y, n)
	for i := range out {
		out[i] = max(a[i], b[i])
	}
}

func minimum[T kernel.Number](dst, x, y, _ unsafe.Pointer, n int) {
	out, a, b := kernel.Slice[T](dst, n), kernel.Slice[T](x, n), kernel.Slice[T](y, n)
	for i := range out {
		out[i] = min(a[i], b[i])
	}
}

// where selects elements of a size, whatever their type: on true, y; on false, z. It begins with the last, so that the
// result may take the place of the condition.
func where[T kernel.Element](dst, x, y, z unsafe.Pointer, n int) {
	out, condition, a, b := kernel.Slice[T](dst, n), kernel.Slice[bool](x, n), kernel.Slice[T](y, n),
		kernel.Slice[T](z, n)
	for i := n - 1; i >= 0; i-- {
		if condition[i] {
			out[i] = a[i]
		} else {
			out[i] = b[i]
		}
	}
}

// clamp gives min(max(value, low), high).
func clamp[T kernel.Number](low, value, high T) T { return min(max(value, low), high) }

// numericLoops returns the kernels that all numbers share.
func numericLoops[T kernel.Number]() byOp {
	return byOp{
		compute.OpTypeAdd:   add[T],
		compute.OpTypeSub:   subtract[T],
		compute.OpTypeMul:   multiply[T],
		compute.OpTypeMax:   maximum[T],
		compute.OpTypeMin:   minimum[T],
		compute.OpTypeWhere: where[T],
		compute.OpTypeClamp: ternary(clamp[T]),
	}
}
