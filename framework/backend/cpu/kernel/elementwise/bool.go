package elementwise

import "github.com/gomlx/gomlx/backends"

// registerBool adds the kernels of bool; false < true. A bool is a byte, 0 or 1, and the kernels of uint8 compare it.
func registerBool(t table) {
	set[bool, bool](t, comparisons[uint8]())
	set[bool, bool](t, totalOrders(func(x uint8) uint8 { return x }))
	set[bool, bool](t, byOp{
		backends.OpTypeLogicalNot: unary(func(x bool) bool { return !x }),
		backends.OpTypeLogicalAnd: binary(func(x, y uint8) uint8 { return x & y }),
		backends.OpTypeLogicalOr:  binary(func(x, y uint8) uint8 { return x | y }),
		backends.OpTypeLogicalXor: binary(func(x, y uint8) uint8 { return x ^ y }),
		backends.OpTypeWhere:      where[uint8],
	})
}
