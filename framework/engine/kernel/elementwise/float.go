package elementwise

import (
	"math"

	"github.com/gomlx/compute"

	"ebim/framework/engine/ir"
	"ebim/framework/engine/kernel"
)

// registerFloat adds the kernels of float32 or float64.
func registerFloat[T kernel.Float](t table) {
	set[T, T](t, numericLoops[T]())
	set[T, T](t, byOp{compute.OpTypeDiv: divide[T]})
	unaries, binaries, ternaries := floatFunctions[T]()
	for op, f := range unaries {
		set[T, T](t, byOp{op: unary(f)})
	}
	for op, f := range binaries {
		set[T, T](t, byOp{op: binary(f)})
	}
	for op, f := range ternaries {
		set[T, T](t, byOp{op: ternary(f)})
	}
	set[T, bool](t, comparisons[T]())
	set[T, bool](t, byOp{compute.OpTypeIsFinite: unary(isFinite[T]), compute.OpTypeIsNaN: unary(isNaN[T])})
}

// floatFunctions returns the operations that have no loop of their own, by their number of operands.
func floatFunctions[T kernel.Float]() (unaries map[compute.OpType]func(T) T,
	binaries map[compute.OpType]func(x, y T) T, ternaries map[compute.OpType]func(x, y, z T) T) {
	unaries = transcendental[T]()
	unaries[compute.OpTypeNeg] = negate[T]
	unaries[compute.OpTypeSign] = sign[T]
	unaries[compute.OpTypeRsqrt] = func(x T) T { return 1 / T(math.Sqrt(float64(x))) }
	for op, f := range map[compute.OpType]func(float64) float64{
		compute.OpTypeAbs:   math.Abs,
		compute.OpTypeCeil:  math.Ceil,
		compute.OpTypeFloor: math.Floor,
		compute.OpTypeRound: math.RoundToEven,
		compute.OpTypeSqrt:  math.Sqrt,
	} {
		unaries[op] = func(x T) T { return T(f(float64(x))) }
	}
	binaries = map[compute.OpType]func(x, y T) T{
		compute.OpTypePow: pow[T],
		compute.OpTypeRem: func(x, y T) T { return T(math.Mod(float64(x), float64(y))) },
	}
	ternaries = map[compute.OpType]func(x, y, z T) T{
		ir.OpFusedMultiplyAdd:         fused[T],
		ir.OpFusedMultiplySubtract:    func(x, y, z T) T { return fused(x, y, -z) },
		ir.OpFusedNegativeMultiplyAdd: func(x, y, z T) T { return fused(-x, y, z) },
	}
	return unaries, binaries, ternaries
}

// sign is -1, 1, or the value itself if it is zero or NaN.
func sign[T kernel.Float](x T) T {
	switch {
	case x > 0:
		return 1
	case x < 0:
		return -1
	}
	return x
}

func isNaN[T kernel.Float](x T) bool { return x != x }

func isFinite[T kernel.Float](x T) bool { return x-x == 0 }

// fused is x*y + z, rounded once.
func fused[T kernel.Float](x, y, z T) T {
	switch any(x).(type) {
	case float32:
		return T(fused32(float64(x), float64(y), float64(z)))
	default:
		return T(math.FMA(float64(x), float64(y), float64(z)))
	}
}

// fused32 is x*y + z of float32 values, to be rounded to float32. The product is exact in float64; the sum is rounded
// to odd, so that rounding it again is as rounding once (Boldo and Melquiond 2008).
func fused32(x, y, z float64) float64 {
	product := float64(x * y)
	sum := product + z
	back := sum - product
	lost := (product - (sum - back)) + (z - back)
	bits := math.Float64bits(sum)
	if lost == 0 || lost != lost || bits&1 == 1 {
		return sum
	}
	if (lost > 0) == (sum > 0) {
		return math.Float64frombits(bits + 1)
	}
	return math.Float64frombits(bits - 1)
}
