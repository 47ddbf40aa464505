package elementwise

import (
	"github.com/gomlx/gomlx/backends"
	"github.com/gomlx/gomlx/pkg/core/dtypes/bfloat16"
)

type half = bfloat16.BFloat16

// registerBFloat16 adds the kernels of BFloat16, which compute in float32.
func registerBFloat16(t table) {
	unaries, binaries, ternaries := floatFunctions[float32]()
	binaries[backends.OpTypeAdd] = func(x, y float32) float32 { return x + y }
	binaries[backends.OpTypeSub] = func(x, y float32) float32 { return x - y }
	binaries[backends.OpTypeMul] = func(x, y float32) float32 { return x * y }
	binaries[backends.OpTypeDiv] = func(x, y float32) float32 { return x / y }
	binaries[backends.OpTypeMax] = func(x, y float32) float32 { return max(x, y) }
	binaries[backends.OpTypeMin] = func(x, y float32) float32 { return min(x, y) }
	ternaries[backends.OpTypeClamp] = clamp[float32]

	kernels := byOp{backends.OpTypeWhere: where[uint16]}
	for op, f := range unaries {
		kernels[op] = unary(func(x half) half { return toHalf(f(x.Float32())) })
	}
	for op, f := range binaries {
		kernels[op] = binary(func(x, y half) half { return toHalf(f(x.Float32(), y.Float32())) })
	}
	for op, f := range ternaries {
		kernels[op] = ternary(func(x, y, z half) half { return toHalf(f(x.Float32(), y.Float32(), z.Float32())) })
	}
	set[half, half](t, kernels)
	registerBFloat16Predicates(t)
}

// registerBFloat16Predicates adds the kernels from BFloat16 to bool.
func registerBFloat16Predicates(t table) {
	set[half, bool](t, totalOrders(func(x half) int64 { return orderOf(x.Float32()) }))
	set[half, bool](t, byOp{
		backends.OpTypeEqual:          binary(func(x, y half) bool { return x.Float32() == y.Float32() }),
		backends.OpTypeNotEqual:       binary(func(x, y half) bool { return x.Float32() != y.Float32() }),
		backends.OpTypeLessThan:       binary(func(x, y half) bool { return x.Float32() < y.Float32() }),
		backends.OpTypeLessOrEqual:    binary(func(x, y half) bool { return x.Float32() <= y.Float32() }),
		backends.OpTypeGreaterThan:    binary(func(x, y half) bool { return x.Float32() > y.Float32() }),
		backends.OpTypeGreaterOrEqual: binary(func(x, y half) bool { return x.Float32() >= y.Float32() }),
		backends.OpTypeIsFinite:       unary(func(x half) bool { return isFinite(x.Float32()) }),
		backends.OpTypeIsNaN:          unary(func(x half) bool { return isNaN(x.Float32()) }),
	})
}

// toHalf truncates, but keeps a NaN whose truncated bits would be those of an infinity.
func toHalf(x float32) half {
	h := bfloat16.FromFloat32(x)
	if isNaN(x) {
		h |= 0x40
	}
	return h
}
