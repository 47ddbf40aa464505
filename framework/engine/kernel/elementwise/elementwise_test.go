package elementwise

import (
	"math"
	"math/big"
	"slices"
	"testing"
	"unsafe"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/dtypes/bfloat16"
	"pgregory.net/rapid"

	"ebim/framework/engine/ir"
	"ebim/framework/engine/kernel"
	"ebim/framework/engine/kernel/processor"
)

// apply runs the fastest kernel on operands of one element.
func apply[R, T kernel.Element](t *testing.T, op compute.OpType, operands ...T) R {
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
	types := map[compute.OpType][]dtypes.DType{compute.OpTypeNeg: slices.Concat(signed, floats),
		compute.OpTypeWhere: all, compute.OpTypeConvertDType: all}
	for _, class := range []struct {
		operands []dtypes.DType
		ops      []compute.OpType
	}{
		{numbers, []compute.OpType{compute.OpTypeAbs, compute.OpTypeSign, compute.OpTypeAdd, compute.OpTypeSub,
			compute.OpTypeMul, compute.OpTypeDiv,
			compute.OpTypeRem, compute.OpTypePow, compute.OpTypeMax, compute.OpTypeMin, compute.OpTypeClamp}},
		{bools, []compute.OpType{compute.OpTypeLogicalNot, compute.OpTypeLogicalAnd, compute.OpTypeLogicalOr}},
		{all, []compute.OpType{compute.OpTypeEqual, compute.OpTypeNotEqual, compute.OpTypeGreaterOrEqual,
			compute.OpTypeGreaterThan,
			compute.OpTypeLessOrEqual, compute.OpTypeLessThan}},
	} {
		for _, op := range class.ops {
			types[op] = class.operands
		}
	}
	for op := compute.OpTypeInvalid; op <= ir.OpFusedNegativeMultiplyAdd; op++ {
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
				f(unsafe.Pointer(&arrays[0]), unsafe.Pointer(&arrays[1]), unsafe.Pointer(&arrays[2]),
					unsafe.Pointer(&arrays[3]), 8)
			})
			if allocations != 0 {
				t.Errorf("%s %s of %s: %g allocations", level, opName(k.op), k.operand, allocations)
			}
		}
	}
}

func TestIntegers(t *testing.T) {
	for _, c := range []struct {
		op         compute.OpType
		x, y, want int8
	}{
		{compute.OpTypeAdd, 127, 1, -128},
		{compute.OpTypeDiv, -7, 2, -3},
		{compute.OpTypeDiv, 7, 0, -1},
		{compute.OpTypeDiv, -128, -1, -128},
		{compute.OpTypeRem, -7, 2, -1},
		{compute.OpTypeRem, 7, -2, 1},
		{compute.OpTypeRem, -7, 0, -7},
		{compute.OpTypeRem, -128, -1, 0},
		{compute.OpTypePow, -3, 3, -27},
		{compute.OpTypePow, 2, 8, 0},
		{compute.OpTypePow, 0, 0, 1},
		{compute.OpTypePow, 2, -1, 0},
		{compute.OpTypePow, 1, -3, 1},
		{compute.OpTypePow, -1, -3, -1},
		{compute.OpTypePow, -1, -128, 1},
		{compute.OpTypeMax, -5, 3, 3},
		{compute.OpTypeMin, -5, 3, -5},
		{compute.OpTypeAbs, -5, 0, 5},
		{compute.OpTypeAbs, -128, 0, -128},
		{compute.OpTypeNeg, 5, 0, -5},
		{compute.OpTypeSign, -5, 0, -1},
		{compute.OpTypeSign, 0, 0, 0},
		{compute.OpTypeSign, 100, 0, 1},
	} {
		if got := apply[int8](t, c.op, c.x, c.y); got != c.want {
			t.Errorf("%s(%d, %d) = %d, want %d", c.op, c.x, c.y, got, c.want)
		}
	}
	for _, c := range []struct {
		op         compute.OpType
		x, y, want uint16
	}{
		{compute.OpTypeSub, 1, 2, 65535},
		{compute.OpTypeDiv, 7, 0, 65535},
		{compute.OpTypeRem, 7, 0, 7},
		{compute.OpTypePow, 65535, 2, 1},
		{compute.OpTypeSign, 65535, 0, 1},
		{compute.OpTypeAbs, 65535, 0, 65535},
	} {
		if got := apply[uint16](t, c.op, c.x, c.y); got != c.want {
			t.Errorf("%s(%d, %d) = %d, want %d", c.op, c.x, c.y, got, c.want)
		}
	}
	if got := apply[int32](t, compute.OpTypeClamp, int32(-1), 5, 3); got != 3 {
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
		op       compute.OpType
		operands []T
		want     T
	}{
		{compute.OpTypeSub, []T{infinity, infinity}, nan},
		{compute.OpTypeDiv, []T{-1, 0}, -infinity},
		{compute.OpTypeMax, []T{nan, 1}, nan},
		{compute.OpTypeMax, []T{1, nan}, nan},
		{compute.OpTypeMax, []T{minusZero, 0}, 0},
		{compute.OpTypeMin, []T{0, minusZero}, minusZero},
		{compute.OpTypeMin, []T{-infinity, nan}, nan},
		{compute.OpTypeClamp, []T{-1, -5, 1}, -1},
		{compute.OpTypeClamp, []T{-1, 0.5, 1}, 0.5},
		{compute.OpTypeClamp, []T{-1, nan, 1}, nan},
		{compute.OpTypeClamp, []T{2, 0, 1}, 1},
		{compute.OpTypeNeg, []T{0}, minusZero},
		{compute.OpTypeAbs, []T{minusZero}, 0},
		{compute.OpTypeSign, []T{minusZero}, minusZero},
		{compute.OpTypeSign, []T{-3}, -1},
		{compute.OpTypeSign, []T{infinity}, 1},
		{compute.OpTypeSign, []T{nan}, nan},
		{compute.OpTypeRound, []T{2.5}, 2},
		{compute.OpTypeRound, []T{3.5}, 4},
		{compute.OpTypeRound, []T{-0.5}, minusZero},
		{compute.OpTypeFloor, []T{-0.5}, -1},
		{compute.OpTypeCeil, []T{-0.5}, minusZero},
		{compute.OpTypeSqrt, []T{-1}, nan},
		{compute.OpTypeRsqrt, []T{4}, 0.5},
		{compute.OpTypeRsqrt, []T{0}, infinity},
		{compute.OpTypeRem, []T{-7.5, 2}, -1.5},
		{compute.OpTypeRem, []T{1, 0}, nan},
		{compute.OpTypePow, []T{2, -2}, 0.25},
		{ir.OpFusedMultiplyAdd, []T{2, 3, 4}, 10},
		{ir.OpFusedMultiplySubtract, []T{2, 3, 4}, 2},
		{ir.OpFusedNegativeMultiplyAdd, []T{2, 3, 4}, -2},
		{ir.OpFusedMultiplyAdd, []T{infinity, 0, 1}, nan},
	} {
		if got := apply[T](t, c.op, c.operands...); !sameValue(got, c.want) {
			t.Errorf("%s%v = %v, want %v", opName(c.op), c.operands, got, c.want)
		}
	}
	for x, want := range map[T][2]bool{1: {true, false}, infinity: {false, false}, -infinity: {false, false},
		nan: {false, true}} {
		finite, isNaN := apply[bool](t, compute.OpTypeIsFinite, x), apply[bool](t, compute.OpTypeIsNaN, x)
		if [2]bool{finite, isNaN} != want {
			t.Errorf("%v: finite %t, NaN %t", x, finite, isNaN)
		}
	}
}

func TestComparisons(t *testing.T) {
	nan := math.NaN()
	ascending := []float64{math.Copysign(nan, -1), math.Inf(-1), -1, math.Copysign(0, -1), 0, 1, math.Inf(1), nan}
	for _, x := range ascending {
		for _, y := range ascending {
			for op, want := range map[compute.OpType]bool{
				compute.OpTypeEqual: x == y, compute.OpTypeNotEqual: x != y, compute.OpTypeLessThan: x < y,
				compute.OpTypeLessOrEqual: x <= y, compute.OpTypeGreaterThan: x > y,
				compute.OpTypeGreaterOrEqual: x >= y,
			} {
				single := apply[bool](t, op, float32(x), float32(y))
				double := apply[bool](t, op, x, y)
				half := apply[bool](t, op, bfloat16.FromFloat32(float32(x)), bfloat16.FromFloat32(float32(y)))
				if single != want || double != want || half != want {
					t.Errorf("%s(%v, %v) = %t, %t, %t in 32, 64 and 16 bits, want %t", op, x, y, single,
						double, half, want)
				}
			}
		}
	}
	if !apply[bool](t, compute.OpTypeLessThan, false, true) || apply[bool](t, compute.OpTypeLessThan, uint8(200), 100) {
		t.Error("LessThan of bool or uint8")
	}
}

func TestLogical(t *testing.T) {
	const n = 19 // words and a rest
	var x, y, got [n]bool
	for i := range n {
		x[i], y[i] = i%2 == 0, i%3 == 0
	}
	for op, f := range map[compute.OpType]func(x, y bool) bool{
		compute.OpTypeLogicalNot: func(x, _ bool) bool { return !x },
		compute.OpTypeLogicalAnd: func(x, y bool) bool { return x && y },
		compute.OpTypeLogicalOr:  func(x, y bool) bool { return x || y },
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
			mantissa, exponent := rapid.Int32Range(-1<<24, 1<<24).Draw(r, "mantissa"),
				rapid.IntRange(-70, 20).Draw(r, "exponent")
			return float32(math.Ldexp(float64(mantissa), exponent))
		})
		x, y, z := finite.Draw(r, "x"), finite.Draw(r, "y"), finite.Draw(r, "z")
		if rapid.Bool().Draw(r, "near a tie") {
			z = float32(float64(x) * float64(y) * rapid.SampledFrom([]float64{-1, 0x1p-24, 0x1p-25, -0x1p-48,
				0x1p24}).Draw(r, "ratio"))
		}
		exact := new(big.Float).SetPrec(1000).SetFloat64(float64(x) * float64(y))
		want, _ := exact.Add(exact, big.NewFloat(float64(z))).Float32()
		got := float32(fused32(float64(x), float64(y), float64(z)))
		if got != want {
			r.Fatalf("%g * %g + %g = %g, want %g", x, y, z, got, want)
		}
	})
}
