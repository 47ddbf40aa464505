package elementwise

import (
	"flag"
	"fmt"
	"math"
	"slices"
	"testing"
	"unsafe"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"

	"ebim/framework/engine/kernel"
	"ebim/framework/engine/kernel/processor"
)

var exhaustive = flag.Bool("exhaustive", false, "try transcendental functions on every float32 (minutes)")

// references are the functions in float64.
var references = map[compute.OpType]func(float64) float64{
	compute.OpTypeExp:      math.Exp,
	compute.OpTypeExpm1:    math.Expm1,
	compute.OpTypeLog:      math.Log,
	compute.OpTypeLog1p:    math.Log1p,
	compute.OpTypeTanh:     math.Tanh,
	compute.OpTypeLogistic: logistic,
	compute.OpTypeSin:      math.Sin,
	compute.OpTypeCos:      math.Cos,
	compute.OpTypeErf:      math.Erf,
}

// distance returns the number of float32 from a to b; NaN is at 0 from NaN and far from all else, and -0 is 1 from 0.
func distance(a, b float32) int64 {
	if a != a || b != b {
		if a != a && b != b {
			return 0
		}
		return math.MaxInt64
	}
	rank := func(x float32) int64 {
		bits := int64(math.Float32bits(x))
		if bits >= 1<<31 {
			return 1<<31 - 1 - bits
		}
		return bits
	}
	return max(rank(a)-rank(b), rank(b)-rank(a))
}

func TestTranscendentalWithinTwoUnits(t *testing.T) {
	const block = 1 << 12
	stride := uint64(1531)
	if *exhaustive {
		stride = 1
	}
	for op, reference := range references {
		t.Run(op.String(), func(t *testing.T) {
			levels := processor.Levels()
			worst, at, in := make([]int64, len(levels)), make([]float32, len(levels)), make([]float32, block)
			want, got := make([]float32, block), make([]float32, block)
			for start := uint64(0); start < 1<<32; start += block * stride {
				for i := range in {
					in[i] = math.Float32frombits(uint32(start + uint64(i)*stride))
					want[i] = float32(reference(float64(in[i])))
				}
				for l, level := range levels {
					applyUnary(FindAt(level, op, dtypes.Float32, dtypes.Float32), got, in)
					for i := range got {
						if math.Float32bits(got[i]) == math.Float32bits(want[i]) {
							continue
						}
						if d := distance(got[i], want[i]); d > worst[l] {
							worst[l], at[l] = d, in[i]
						}
					}
				}
			}
			for l, level := range levels {
				t.Logf("%s: %d units, at %g", level, worst[l], at[l])
				if worst[l] > 2 {
					t.Errorf("%s: %d units from %s at %g", level, worst[l], op, at[l])
				}
			}
		})
	}
}

// applyUnary runs a kernel of one operand.
func applyUnary(f kernel.Elementwise, dst, x []float32) {
	f(unsafe.Pointer(unsafe.SliceData(dst)), unsafe.Pointer(unsafe.SliceData(x)), nil, nil, len(x))
}

func TestTranscendentalSpecialValues(t *testing.T) {
	infinity, nan, minusZero := float32(math.Inf(1)), float32(math.NaN()), float32(math.Copysign(0, -1))
	const least = math.SmallestNonzeroFloat32
	for op, cases := range map[compute.OpType][]struct{ x, want float32 }{
		compute.OpTypeExp: {{0, 1}, {minusZero, 1}, {infinity, infinity}, {-infinity, 0}, {nan, nan},
			{88.722835, 3.4027985e+38},
			{88.72284, infinity}, {1000, infinity}, {-103.5, least}, {-104, 0}, {-1000, 0}, {least, 1}},
		compute.OpTypeExpm1: {{0, 0}, {minusZero, minusZero}, {infinity, infinity}, {-infinity, -1}, {nan, nan},
			{least, least},
			{-3 * least, -3 * least}, {88.72284, infinity}, {-18, -1}},
		compute.OpTypeLog: {{0, -infinity}, {minusZero, -infinity}, {1, 0}, {infinity, infinity}, {-infinity, nan},
			{nan, nan}, {-1, nan},
			{-least, nan}, {least, -103.27893}, {0x1p-126, -87.33655}, {math.MaxFloat32, 88.72284}},
		compute.OpTypeLog1p: {{0, 0}, {minusZero, minusZero}, {-1, -infinity}, {-1.0000001, nan}, {infinity, infinity},
			{-infinity, nan},
			{nan, nan}, {least, least}, {-3 * least, -3 * least}, {math.MaxFloat32, 88.72284},
			{-0.99999994, -16.635532}},
		compute.OpTypeTanh: {{0, 0}, {minusZero, minusZero}, {infinity, 1}, {-infinity, -1}, {nan, nan},
			{least, least}, {-3 * least, -3 * least}, {-20, -1}},
		compute.OpTypeLogistic: {{0, 0.5}, {minusZero, 0.5}, {infinity, 1}, {-infinity, 0}, {nan, nan},
			{-103.5, least}, {-105, 0}, {30, 1}},
		compute.OpTypeSin: {{0, 0}, {minusZero, minusZero}, {infinity, nan}, {-infinity, nan}, {nan, nan},
			{least, least}, {-3 * least, -3 * least}},
		compute.OpTypeCos: {{0, 1}, {minusZero, 1}, {infinity, nan}, {-infinity, nan}, {nan, nan}, {least, 1}},
		compute.OpTypeErf: {{0, 0}, {minusZero, minusZero}, {infinity, 1}, {-infinity, -1}, {nan, nan}, {5, 1},
			{-5, -1}, {least, least}},
	} {
		for _, level := range processor.Levels() {
			f := FindAt(level, op, dtypes.Float32, dtypes.Float32)
			for _, c := range cases {
				in, got := slices.Repeat([]float32{c.x}, 35), make([]float32, 35)
				applyUnary(f, got, in)
				for i := range got {
					if got[i] != got[i] && c.want != c.want {
						continue
					}
					if math.Float32bits(got[i]) != math.Float32bits(c.want) {
						t.Errorf("%s: %s(%g) = %g in lane %d, want %g", level, op, c.x, got[i], i, c.want)
						break
					}
				}
			}
		}
	}
}

// transcendentalInputs cycles through special values and those where kernels change their ways.
func transcendentalInputs(start, n int) []float32 {
	boundaries := []float32{0.9, 0.062353585, 0.34657359, -0.34657359, 0.25, -0.25, 1.5707964, 3.1415927, 10, -20, 32,
		-87.4, -104, 88.8, 32768, 32768.004, -40000, 1e30}
	all := append(slices.Clone(specialFloats), boundaries...)
	in := make([]float32, n)
	for i := range in {
		in[i] = all[(start+5*i)%len(all)]
	}
	return in
}

// TestTranscendentalTails compares each element with the same kernel on it alone, and with the twin in pure Go.
func TestTranscendentalTails(t *testing.T) {
	for _, level := range processor.Levels()[1:] {
		for op, f := range transcendentalVector(level) {
			t.Run(fmt.Sprintf("%s/%s", level, op), func(t *testing.T) {
				twin := FindAt(processor.Portable, op, dtypes.Float32, dtypes.Float32)
				for n := range 68 {
					for start := range 7 {
						in := transcendentalInputs(start, n)
						got := slices.Repeat([]float32{123}, n+guard/4)
						applyUnary(f, got[:n], in)
						for i, x := range in {
							one, want := []float32{0}, []float32{0}
							applyUnary(f, one, []float32{x})
							applyUnary(twin, want, []float32{x})
							if distance(got[i], one[0]) != 0 || distance(got[i], want[0]) > 2 {
								t.Fatalf("n = %d: %g gives %g in lane %d, alone %g, in pure Go %g", n, x, got[i], i,
									one[0], want[0])
							}
						}
						if slices.ContainsFunc(got[n:], func(x float32) bool { return x != 123 }) {
							t.Fatalf("n = %d: written beyond the end", n)
						}
						applyUnary(f, in, in)
						for i := range in {
							if distance(in[i], got[i]) != 0 {
								t.Fatalf("n = %d: in place %g in lane %d, otherwise %g", n, in[i], i, got[i])
							}
						}
					}
				}
			})
		}
	}
}
