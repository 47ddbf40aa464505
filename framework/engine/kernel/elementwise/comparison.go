package elementwise

import (
	"unsafe"

	"github.com/gomlx/compute"

	"ebim/framework/engine/kernel"
)

// comparisons returns the six of a type, in loops of their own.
func comparisons[T kernel.Number]() byOp {
	return byOp{
		compute.OpTypeEqual:          equal[T],
		compute.OpTypeNotEqual:       notEqual[T],
		compute.OpTypeLessThan:       less[T],
		compute.OpTypeLessOrEqual:    lessOrEqual[T],
		compute.OpTypeGreaterThan:    func(dst, x, y, z unsafe.Pointer, n int) { less[T](dst, y, x, z, n) },
		compute.OpTypeGreaterOrEqual: func(dst, x, y, z unsafe.Pointer, n int) { lessOrEqual[T](dst, y, x, z, n) },
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
		compute.OpTypeEqualTotalOrder:          binary(func(x, y T) bool { return rank(x) == rank(y) }),
		compute.OpTypeNotEqualTotalOrder:       binary(func(x, y T) bool { return rank(x) != rank(y) }),
		compute.OpTypeLessThanTotalOrder:       binary(func(x, y T) bool { return rank(x) < rank(y) }),
		compute.OpTypeLessOrEqualTotalOrder:    binary(func(x, y T) bool { return rank(x) <= rank(y) }),
		compute.OpTypeGreaterThanTotalOrder:    binary(func(x, y T) bool { return rank(x) > rank(y) }),
		compute.OpTypeGreaterOrEqualTotalOrder: binary(func(x, y T) bool { return rank(x) >= rank(y) }),
	}
}
