package elementwise

import (
	"flag"
	"fmt"
	"math"
	"testing"
	"unsafe"

	"github.com/gomlx/gomlx/backends"
	"github.com/gomlx/gomlx/pkg/core/dtypes"

	"ebim/framework/backend/cpu/kernel"
	"ebim/framework/backend/cpu/kernel/processor"
)

var exhaustive = flag.Bool("exhaustive", false, "try transcendental functions on every float32 (minutes)")

// references are the functions in float64.
var references = map[backends.OpType]func(float64) float64{
	backends.OpTypeExp:      math.Exp,
	backends.OpTypeExpm1:    math.Expm1,
	backends.OpTypeLog:      math.Log,
	backends.OpTypeLog1p:    math.Log1p,
	backends.OpTypeTanh:     math.Tanh,
	backends.OpTypeLogistic: logistic,
	backends.OpTypeSin:      math.Sin,
	backends.OpTypeCos:      math.Cos,
	backends.OpTypeErf:      math.Erf,
}

// distance is the number of float32 from a to b; NaN is at 0 from NaN and far from all else, and -0 is 1 from 0.
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

var _ = fmt.Sprint
