package elementwise

import (
	"math"
	"math/big"
	"slices"
	"testing"
	"unsafe"

	"github.com/gomlx/gomlx/backends"
	"github.com/gomlx/gomlx/pkg/core/dtypes"
	"github.com/gomlx/gomlx/pkg/core/dtypes/bfloat16"
	"pgregory.net/rapid"

	"ebim/framework/engine/ir"
	"ebim/framework/engine/kernel"
	"ebim/framework/engine/kernel/processor"
)

// apply runs the fastest kernel on operands of one element.
func apply[R, T kernel.Element](t *testing.T, op backends.OpType, operands ...T) R {
	t.Helper()
	f := Find(op, dtypeOf[T](), dtypeOf[R]())
	if f == nil {
		t.Fatalf("no %s from %s to %s", opName(op), dtypeOf[T](), dtypeOf[R]())
	}
	var at [3]unsafe.Pointer
	for i := range operands {
		at[i] = unsafe.Pointer(&operands[i])
	}
	var result R
	f(unsafe.Pointer(&result), at[0], at[1], at[2], 1)
	return result
}

// sameValue also tells -0 from 0, and takes NaN for NaN.
func sameValue[T kernel.Float](x, y T) bool {
	return x == y && math.Signbit(float64(x)) == math.Signbit(float64(y)) || x != x && y != y
}

func TestTypesOfOperations(t *testing.T) {
	signed := []dtypes.DType{dtypes.Int8, dtypes.Int16, dtypes.Int32, dtypes.Int64}
	integers := append([]dtypes.DType{dtypes.Uint8, dtypes.Uint16, dtypes.Uint32, dtypes.Uint64}, signed...)
	floats := []dtypes.DType{dtypes.BFloat16, dtypes.Float32, dtypes.Float64}
	numbers := slices.Concat(integers, floats)
	bools := []dtypes.DType{dtypes.Bool}
	all := slices.Concat(numbers, bools)
	types := map[backends.OpType][]dtypes.DType{backends.OpTypeNeg: slices.Concat(signed, floats), backends.OpTypeWhere: all, backends.OpTypeConvertDType: all}
	for _, class := range []struct {
		operands []dtypes.DType
		ops      []backends.OpType
	}{
		{numbers, []backends.OpType{backends.OpTypeAbs, backends.OpTypeSign, backends.OpTypeAdd, backends.OpTypeSub, backends.OpTypeMul, backends.OpTypeDiv,
			backends.OpTypeRem, backends.OpTypePow, backends.OpTypeMax, backends.OpTypeMin, backends.OpTypeClamp}},
		{integers, []backends.OpType{backends.OpTypeBitCount, backends.OpTypeClz, backends.OpTypeBitwiseNot, backends.OpTypeBitwiseAnd, backends.OpTypeBitwiseOr,
			backends.OpTypeBitwiseXor, backends.OpTypeShiftLeft, backends.OpTypeShiftRightArithmetic, backends.OpTypeShiftRightLogical}},
		{bools, []backends.OpType{backends.OpTypeLogicalNot, backends.OpTypeLogicalAnd, backends.OpTypeLogicalOr, backends.OpTypeLogicalXor}},
		{all, []backends.OpType{backends.OpTypeEqual, backends.OpTypeNotEqual, backends.OpTypeGreaterOrEqual, backends.OpTypeGreaterThan,
			backends.OpTypeLessOrEqual, backends.OpTypeLessThan, backends.OpTypeEqualTotalOrder, backends.OpTypeNotEqualTotalOrder,
			backends.OpTypeGreaterOrEqualTotalOrder, backends.OpTypeGreaterThanTotalOrder, backends.OpTypeLessOrEqualTotalOrder, backends.OpTypeLessThanTotalOrder}},
	} {
		for _, op := range class.ops {
			types[op] = class.operands
		}
	}
	for op := backends.OpTypeInvalid; op <= ir.OpFusedNegativeMultiplyAdd; op++ {
		want, ok := types[op]
		if !ok {
			want = floats // all the others
		}
		if ir.KindOf(op) != ir.Elementwise {
			want = nil
		}
		for _, operand := range all {
			found := false
			for k := range kernels()[processor.Portable] {
				found = found || k.op == op && k.operand == operand
			}
			if found != slices.Contains(want, operand) {
				t.Errorf("%s of %s: %t", opName(op), operand, found)
			}
		}
	}
}

func TestEmptyArraysAndAllocations(t *testing.T) {
	var arrays [4][64]byte
	for level, kernels := range kernels() {
		if level > processor.Best() {
			continue
		}
		for k, f := range kernels {
			f(nil, nil, nil, nil, 0)
			allocations := testing.AllocsPerRun(20, func() {
				f(unsafe.Pointer(&arrays[0]), unsafe.Pointer(&arrays[1]), unsafe.Pointer(&arrays[2]), unsafe.Pointer(&arrays[3]), 8)
			})
			if allocations != 0 {
				t.Errorf("%s %s of %s: %g allocations", level, opName(k.op), k.operand, allocations)
			}
		}
	}
}

func TestIntegers(t *testing.T) {
	for _, c := range []struct {
		op         backends.OpType
		x, y, want int8
	}{
		{backends.OpTypeAdd, 127, 1, -128},
		{backends.OpTypeDiv, -7, 2, -3},
		{backends.OpTypeDiv, 7, 0, -1},
		{backends.OpTypeDiv, -128, -1, -128},
		{backends.OpTypeRem, -7, 2, -1},
		{backends.OpTypeRem, 7, -2, 1},
		{backends.OpTypeRem, -7, 0, -7},
		{backends.OpTypeRem, -128, -1, 0},
		{backends.OpTypePow, -3, 3, -27},
		{backends.OpTypePow, 2, 8, 0},
		{backends.OpTypePow, 0, 0, 1},
		{backends.OpTypePow, 2, -1, 0},
		{backends.OpTypePow, 1, -3, 1},
		{backends.OpTypePow, -1, -3, -1},
		{backends.OpTypePow, -1, -128, 1},
		{backends.OpTypeMax, -5, 3, 3},
		{backends.OpTypeMin, -5, 3, -5},
		{backends.OpTypeAbs, -5, 0, 5},
		{backends.OpTypeAbs, -128, 0, -128},
		{backends.OpTypeNeg, 5, 0, -5},
		{backends.OpTypeSign, -5, 0, -1},
		{backends.OpTypeSign, 0, 0, 0},
		{backends.OpTypeSign, 100, 0, 1},
		{backends.OpTypeBitwiseNot, 5, 0, -6},
		{backends.OpTypeBitwiseAnd, -2, 7, 6},
		{backends.OpTypeBitwiseOr, -8, 1, -7},
		{backends.OpTypeBitwiseXor, -1, 1, -2},
		{backends.OpTypeBitCount, -1, 0, 8},
		{backends.OpTypeBitCount, 5, 0, 2},
		{backends.OpTypeClz, 0, 0, 8},
		{backends.OpTypeClz, 1, 0, 7},
		{backends.OpTypeClz, -1, 0, 0},
		{backends.OpTypeShiftLeft, -1, 1, -2},
		{backends.OpTypeShiftLeft, 1, 7, -128},
		{backends.OpTypeShiftLeft, 1, 8, 0},
		{backends.OpTypeShiftLeft, 1, -1, 0},
		{backends.OpTypeShiftRightArithmetic, -2, 1, -1},
		{backends.OpTypeShiftRightArithmetic, -128, 8, -1},
		{backends.OpTypeShiftRightArithmetic, 127, -1, 0},
		{backends.OpTypeShiftRightLogical, -1, 1, 127},
		{backends.OpTypeShiftRightLogical, -1, 7, 1},
		{backends.OpTypeShiftRightLogical, -1, 8, 0},
	} {
		if got := apply[int8](t, c.op, c.x, c.y); got != c.want {
			t.Errorf("%s(%d, %d) = %d, want %d", c.op, c.x, c.y, got, c.want)
		}
	}
	for _, c := range []struct {
		op         backends.OpType
		x, y, want uint16
	}{
		{backends.OpTypeSub, 1, 2, 65535},
		{backends.OpTypeDiv, 7, 0, 65535},
		{backends.OpTypeRem, 7, 0, 7},
		{backends.OpTypePow, 65535, 2, 1},
		{backends.OpTypeSign, 65535, 0, 1},
		{backends.OpTypeAbs, 65535, 0, 65535},
		{backends.OpTypeClz, 255, 0, 8},
		{backends.OpTypeShiftRightArithmetic, 0x8000, 15, 0xffff},
		{backends.OpTypeShiftLeft, 1, 16, 0},
	} {
		if got := apply[uint16](t, c.op, c.x, c.y); got != c.want {
			t.Errorf("%s(%d, %d) = %d, want %d", c.op, c.x, c.y, got, c.want)
		}
	}
	if got := apply[int32](t, backends.OpTypeClamp, int32(-1), 5, 3); got != 3 {
		t.Errorf("Clamp(-1, 5, 3) = %d", got)
	}
}

func TestFloats(t *testing.T) {
	testFloats[float32](t)
	testFloats[float64](t)
}

func testFloats[T kernel.Float](t *testing.T) {
	infinity, nan, zero := T(math.Inf(1)), T(math.NaN()), T(0)
	minusZero := -zero
	for _, c := range []struct {
		op       backends.OpType
		operands []T
		want     T
	}{
		{backends.OpTypeSub, []T{infinity, infinity}, nan},
		{backends.OpTypeDiv, []T{-1, 0}, -infinity},
		{backends.OpTypeMax, []T{nan, 1}, nan},
		{backends.OpTypeMax, []T{1, nan}, nan},
		{backends.OpTypeMax, []T{minusZero, 0}, 0},
		{backends.OpTypeMin, []T{0, minusZero}, minusZero},
		{backends.OpTypeMin, []T{-infinity, nan}, nan},
		{backends.OpTypeClamp, []T{-1, -5, 1}, -1},
		{backends.OpTypeClamp, []T{-1, 0.5, 1}, 0.5},
		{backends.OpTypeClamp, []T{-1, nan, 1}, nan},
		{backends.OpTypeClamp, []T{2, 0, 1}, 1},
		{backends.OpTypeNeg, []T{0}, minusZero},
		{backends.OpTypeAbs, []T{minusZero}, 0},
		{backends.OpTypeSign, []T{minusZero}, minusZero},
		{backends.OpTypeSign, []T{-3}, -1},
		{backends.OpTypeSign, []T{infinity}, 1},
		{backends.OpTypeSign, []T{nan}, nan},
		{backends.OpTypeRound, []T{2.5}, 2},
		{backends.OpTypeRound, []T{3.5}, 4},
		{backends.OpTypeRound, []T{-0.5}, minusZero},
		{backends.OpTypeFloor, []T{-0.5}, -1},
		{backends.OpTypeCeil, []T{-0.5}, minusZero},
		{backends.OpTypeSqrt, []T{-1}, nan},
		{backends.OpTypeRsqrt, []T{4}, 0.5},
		{backends.OpTypeRsqrt, []T{0}, infinity},
		{backends.OpTypeRem, []T{-7.5, 2}, -1.5},
		{backends.OpTypeRem, []T{1, 0}, nan},
		{backends.OpTypePow, []T{2, -2}, 0.25},
		{ir.OpFusedMultiplyAdd, []T{2, 3, 4}, 10},
		{ir.OpFusedMultiplySubtract, []T{2, 3, 4}, 2},
		{ir.OpFusedNegativeMultiplyAdd, []T{2, 3, 4}, -2},
		{ir.OpFusedMultiplyAdd, []T{infinity, 0, 1}, nan},
	} {
		if got := apply[T](t, c.op, c.operands...); !sameValue(got, c.want) {
			t.Errorf("%s%v = %v, want %v", opName(c.op), c.operands, got, c.want)
		}
	}
	for x, want := range map[T][2]bool{1: {true, false}, infinity: {false, false}, -infinity: {false, false}, nan: {false, true}} {
		finite, isNaN := apply[bool](t, backends.OpTypeIsFinite, x), apply[bool](t, backends.OpTypeIsNaN, x)
		if [2]bool{finite, isNaN} != want {
			t.Errorf("%v: finite %t, NaN %t", x, finite, isNaN)
		}
	}
}

func TestComparisons(t *testing.T) {
	nan := math.NaN()
	ascending := []float64{math.Copysign(nan, -1), math.Inf(-1), -1, math.Copysign(0, -1), 0, 1, math.Inf(1), nan}
	for i, x := range ascending {
		for j, y := range ascending {
			for op, want := range map[backends.OpType]bool{
				backends.OpTypeEqual: x == y, backends.OpTypeNotEqual: x != y, backends.OpTypeLessThan: x < y,
				backends.OpTypeLessOrEqual: x <= y, backends.OpTypeGreaterThan: x > y, backends.OpTypeGreaterOrEqual: x >= y,
				backends.OpTypeEqualTotalOrder: i == j, backends.OpTypeNotEqualTotalOrder: i != j, backends.OpTypeLessThanTotalOrder: i < j,
				backends.OpTypeLessOrEqualTotalOrder: i <= j, backends.OpTypeGreaterThanTotalOrder: i > j, backends.OpTypeGreaterOrEqualTotalOrder: i >= j,
			} {
				single := apply[bool](t, op, float32(x), float32(y))
				double := apply[bool](t, op, x, y)
				half := apply[bool](t, op, bfloat16.FromFloat32(float32(x)), bfloat16.FromFloat32(float32(y)))
				if single != want || double != want || half != want {
					t.Errorf("%s(%v, %v) = %t, %t, %t in 32, 64 and 16 bits, want %t", op, x, y, single, double, half, want)
				}
			}
		}
	}
	if !apply[bool](t, backends.OpTypeLessThan, false, true) || apply[bool](t, backends.OpTypeLessThan, uint8(200), 100) {
		t.Error("LessThan of bool or uint8")
	}
}

func TestLogical(t *testing.T) {
	const n = 19 // words and a rest
	var x, y, got [n]bool
	for i := range n {
		x[i], y[i] = i%2 == 0, i%3 == 0
	}
	for op, f := range map[backends.OpType]func(x, y bool) bool{
		backends.OpTypeLogicalNot: func(x, _ bool) bool { return !x },
		backends.OpTypeLogicalAnd: func(x, y bool) bool { return x && y },
		backends.OpTypeLogicalOr:  func(x, y bool) bool { return x || y },
		backends.OpTypeLogicalXor: func(x, y bool) bool { return x != y },
	} {
		Find(op, dtypes.Bool, dtypes.Bool)(unsafe.Pointer(&got), unsafe.Pointer(&x), unsafe.Pointer(&y), nil, n)
		for i := range n {
			if got[i] != f(x[i], y[i]) {
				t.Errorf("%s(%t, %t) = %t", op, x[i], y[i], got[i])
			}
		}
	}
}

func TestFusedRoundsOnce(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		finite := rapid.Custom(func(r *rapid.T) float32 {
			mantissa, exponent := rapid.Int32Range(-1<<24, 1<<24).Draw(r, "mantissa"), rapid.IntRange(-70, 20).Draw(r, "exponent")
			return float32(math.Ldexp(float64(mantissa), exponent))
		})
		x, y, z := finite.Draw(r, "x"), finite.Draw(r, "y"), finite.Draw(r, "z")
		if rapid.Bool().Draw(r, "near a tie") {
			z = float32(float64(x) * float64(y) * rapid.SampledFrom([]float64{-1, 0x1p-24, 0x1p-25, -0x1p-48, 0x1p24}).Draw(r, "ratio"))
		}
		exact := new(big.Float).SetPrec(1000).SetFloat64(float64(x) * float64(y))
		want, _ := exact.Add(exact, big.NewFloat(float64(z))).Float32()
		got := float32(fused32(float64(x), float64(y), float64(z)))
		if got != want {
			r.Fatalf("%g * %g + %g = %g, want %g", x, y, z, got, want)
		}
	})
}
