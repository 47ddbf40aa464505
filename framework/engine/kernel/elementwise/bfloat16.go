package elementwise

import (
	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes/bfloat16"
)

type half = bfloat16.BFloat16

// registerBFloat16 adds the kernels of BFloat16, which compute in float32.
func registerBFloat16(t table) {
	unaries, binaries, ternaries := floatFunctions[float32]()
	binaries[compute.OpTypeAdd] = func(x, y float32) float32 { return x + y }
	binaries[compute.OpTypeSub] = func(x, y float32) float32 { return x - y }
	binaries[compute.OpTypeMul] = func(x, y float32) float32 { return x * y }
	binaries[compute.OpTypeDiv] = func(x, y float32) float32 { return x / y }
	binaries[compute.OpTypeMax] = func(x, y float32) float32 { return max(x, y) }
	binaries[compute.OpTypeMin] = func(x, y float32) float32 { return min(x, y) }
	ternaries[compute.OpTypeClamp] = clamp[float32]

	kernels := byOp{compute.OpTypeWhere: where[uint16]}
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
	set[half, bool](t, byOp{
		compute.OpTypeEqual:          binary(func(x, y half) bool { return x.Float32() == y.Float32() }),
		compute.OpTypeNotEqual:       binary(func(x, y half) bool { return x.Float32() != y.Float32() }),
		compute.OpTypeLessThan:       binary(func(x, y half) bool { return x.Float32() < y.Float32() }),
		compute.OpTypeLessOrEqual:    binary(func(x, y half) bool { return x.Float32() <= y.Float32() }),
		compute.OpTypeGreaterThan:    binary(func(x, y half) bool { return x.Float32() > y.Float32() }),
		compute.OpTypeGreaterOrEqual: binary(func(x, y half) bool { return x.Float32() >= y.Float32() }),
		compute.OpTypeIsFinite:       unary(func(x half) bool { return isFinite(x.Float32()) }),
		compute.OpTypeIsNaN:          unary(func(x half) bool { return isNaN(x.Float32()) }),
	})
}

// toHalf rounds to the nearest, but keeps a NaN whose first bits would be those of an infinity.
func toHalf(x float32) half {
	h := bfloat16.FromFloat32(x)
	if isNaN(x) {
		h |= 0x40
	}
	return h
}
