package elementwise

import (
	"unsafe"

	"github.com/gomlx/gomlx/backends"

	"ebim/framework/engine/kernel"
)

// comparisons returns the six of a type, in loops of their own.
func comparisons[T kernel.Number]() byOp {
	return byOp{
		backends.OpTypeEqual:          equal[T],
		backends.OpTypeNotEqual:       notEqual[T],
		backends.OpTypeLessThan:       less[T],
		backends.OpTypeLessOrEqual:    lessOrEqual[T],
		backends.OpTypeGreaterThan:    func(dst, x, y, z unsafe.Pointer, n int) { less[T](dst, y, x, z, n) },
		backends.OpTypeGreaterOrEqual: func(dst, x, y, z unsafe.Pointer, n int) { lessOrEqual[T](dst, y, x, z, n) },
	}
}

func equal[T kernel.Number](dst, x, y, _ unsafe.Pointer, n int) {
	out, a, b := kernel.Slice[bool](dst, n), kernel.Slice[T](x, n), kernel.Slice[T](y, n)
	for i := range out {
		out[i] = a[i] == b[i]
	}
}

func notEqual[T kernel.Number](dst, x, y, _ unsafe.Pointer, n int) {
	out, a, b := kernel.Slice[bool](dst, n), kernel.Slice[T](x, n), kernel.Slice[T](y, n)
	for i := range out {
		out[i] = a[i] != b[i]
	}
}

func less[T kernel.Number](dst, x, y, _ unsafe.Pointer, n int) {
	out, a, b := kernel.Slice[bool](dst, n), kernel.Slice[T](x, n), kernel.Slice[T](y, n)
	for i := range out {
		out[i] = a[i] < b[i]
	}
}

func lessOrEqual[T kernel.Number](dst, x, y, _ unsafe.Pointer, n int) {
	out, a, b := kernel.Slice[bool](dst, n), kernel.Slice[T](x, n), kernel.Slice[T](y, n)
	for i := range out {
		out[i] = a[i] <= b[i]
	}
}

// totalOrders returns the six comparisons of the ranks that a function gives the values.
func totalOrders[T kernel.Element, R kernel.Integer](rank func(T) R) byOp {
	return byOp{
		backends.OpTypeEqualTotalOrder:          binary(func(x, y T) bool { return rank(x) == rank(y) }),
		backends.OpTypeNotEqualTotalOrder:       binary(func(x, y T) bool { return rank(x) != rank(y) }),
		backends.OpTypeLessThanTotalOrder:       binary(func(x, y T) bool { return rank(x) < rank(y) }),
		backends.OpTypeLessOrEqualTotalOrder:    binary(func(x, y T) bool { return rank(x) <= rank(y) }),
		backends.OpTypeGreaterThanTotalOrder:    binary(func(x, y T) bool { return rank(x) > rank(y) }),
		backends.OpTypeGreaterOrEqualTotalOrder: binary(func(x, y T) bool { return rank(x) >= rank(y) }),
	}
}
