package elementwise

import (
	encoding "encoding/binary"
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

// registerBool adds the kernels of bool; false < true. A bool is a byte, 0 or 1, and the kernels of uint8 compare it.
func registerBool(t table) {
	set[bool, bool](t, comparisons[uint8]())
	not := logical(func(x, _ uint64) uint64 { return x ^ 0x0101010101010101 })
	set[bool, bool](t, byOp{
		compute.OpTypeLogicalNot: func(dst, x, _, _ unsafe.Pointer, n int) { not(dst, x, x, nil, n) },
		compute.OpTypeLogicalAnd: logical(func(x, y uint64) uint64 { return x & y }),
		compute.OpTypeLogicalOr:  logical(func(x, y uint64) uint64 { return x | y }),
		compute.OpTypeWhere:      where[uint8],
	})
}

// logical makes a kernel of a function of bits, which computes 8 bools at a time.
func logical(f func(x, y uint64) uint64) kernel.Elementwise {
	return func(dst, x, y, _ unsafe.Pointer, n int) {
		out, a, b := kernel.Slice[byte](dst, n), kernel.Slice[byte](x, n), kernel.Slice[byte](y, n)
		for ; len(out) >= 8; out, a, b = out[8:], a[8:], b[8:] {
			encoding.NativeEndian.PutUint64(out, f(encoding.NativeEndian.Uint64(a), encoding.NativeEndian.Uint64(b)))
		}
		for i := range out {
			out[i] = byte(f(uint64(a[i]), uint64(b[i])))
		}
	}
}
