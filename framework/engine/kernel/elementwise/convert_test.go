package elementwise

import (
	"math"
	"testing"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes/bfloat16"

	"ebim/framework/engine/kernel"
)

func TestConvert(t *testing.T) {
	infinity, nan := math.Inf(1), math.NaN()
	convert[int8](t, 300.5, 127)
	convert[int8](t, -300.5, -128)
	convert[int8](t, -1.9, -1)
	convert[uint8](t, -1.9, 0)
	convert[uint8](t, 255.9, 255)
	convert[uint16](t, infinity, 65535)
	convert[int32](t, float32(-2.9), -2)
	convert[int32](t, float32(infinity), math.MaxInt32)
	convert[int32](t, float32(-infinity), math.MinInt32)
	convert[int32](t, float32(nan), 0)
	convert[int32](t, 2147483646.5, 2147483646)
	convert[int64](t, 0x1p63, math.MaxInt64)
	convert[int64](t, -0x1p63, math.MinInt64)
	convert[int64](t, -0x1p62, -0x1p62)
	convert[uint64](t, 0x1p63, 1<<63)
	convert[uint64](t, 0x1p64, math.MaxUint64)
	convert[uint64](t, nan, 0)
	convert[int16](t, bfloat16.FromFloat32(-7.5), -7)

	convert[int8](t, int32(300), 44)
	convert[uint8](t, int64(-1), 255)
	convert[int64](t, uint8(200), 200)
	convert[int64](t, int8(-3), -3)
	convert[uint64](t, int8(-1), math.MaxUint64)
	convert[float32](t, int32(1<<24+1), 1<<24)
	convert[float32](t, uint64(math.MaxUint64), 0x1p64)
	convert[float32](t, int64(1<<62+1<<38+1), 1<<62+1<<39) // once, not through float64
	convert[float64](t, float32(0.1), float64(float32(0.1)))
	convert[float32](t, 1e300, float32(infinity))

	convert[bool](t, nan, true)
	convert[bool](t, math.Copysign(0, -1), false)
	convert[bool](t, float32(math.SmallestNonzeroFloat32), true)
	convert[bool](t, int32(256), true)
	convert[bool](t, bfloat16.FromFloat32(0), false)
	convert[float32](t, true, 1)
	convert[int64](t, true, 1)
	convert[bool](t, true, true)
	convert(t, true, bfloat16.FromFloat32(1))

	convert(t, float32(0x1.01fep0), bfloat16.FromBits(0x3f81))              // the nearest
	convert(t, math.Float32frombits(0x7f800001), bfloat16.FromBits(0x7fc0)) // not an infinity
	convert[float32](t, bfloat16.FromFloat32(-1.5), -1.5)
}

func convert[R, T kernel.Element](t *testing.T, x T, want R) {
	t.Helper()
	if got := apply[R](t, compute.OpTypeConvertDType, x); got != want {
		t.Errorf("%v (%T) = %v, want %v", x, x, got, want)
	}
}

func TestBFloat16(t *testing.T) {
	x, y := bfloat16.FromFloat32(1.5), bfloat16.FromFloat32(0x1p-9)
	for op, want := range map[compute.OpType]float32{
		compute.OpTypeAdd: 1.5, // the nearest, as of the difference
		compute.OpTypeSub: 1.5,
		compute.OpTypeMul: 0x1.8p-9,
		compute.OpTypeDiv: 0x1.8p9,
		compute.OpTypeMax: 1.5,
		compute.OpTypeNeg: -1.5,
		compute.OpTypeExp: 0x1.1ep2,
	} {
		if got := apply[half](t, op, x, y); got.Float32() != want {
			t.Errorf("%s(%v, %v) = %v, want %v", op, x, y, got, want)
		}
	}
}
