package elementwise

import (
	"unsafe"

	"github.com/gomlx/gomlx/backends"
	"github.com/gomlx/gomlx/pkg/core/dtypes"

	"ebim/framework/backend/cpu/kernel"
	"ebim/framework/backend/cpu/kernel/processor"
)

// FindScalar gives the fastest kernel of a binary operation of which operand number which, 0 or 1, is the address of one
// element that stands for n equal ones; dst is never its address. It is nil where there is none, so that the operand must
// be filled in for Find's. Comparisons give bool, all others the type of the operands.
func FindScalar(op backends.OpType, operand dtypes.DType, which int) kernel.Elementwise {
	return FindScalarAt(processor.Best(), op, operand, which)
}

// FindScalarAt is FindScalar with no instructions above a level, which must be one of processor.Levels.
func FindScalarAt(level processor.Level, op backends.OpType, operand dtypes.DType, which int) kernel.Elementwise {
	if operand != dtypes.Float32 || which > 1 {
		return nil
	}
	for ; level >= processor.Portable; level-- {
		if f := scalarKernels[level][which][op]; f != nil {
			return f
		}
	}
	return nil
}

// scalarKernels are the float32 kernels with one scalar operand, by level and the operand's number.
var scalarKernels = map[processor.Level][2]byOp{
	processor.Portable: scalarPortable(),
	processor.AVX2:     scalarVector(processor.AVX2),
	processor.AVX512:   scalarVector(processor.AVX512),
}

func scalarPortable() [2]byOp {
	kernels := [2]byOp{{}, {}}
	setScalar(kernels, map[backends.OpType]func(x, y float32) float32{
		backends.OpTypeAdd: func(x, y float32) float32 { return x + y },
		backends.OpTypeSub: func(x, y float32) float32 { return x - y },
		backends.OpTypeMul: func(x, y float32) float32 { return x * y },
		backends.OpTypeDiv: func(x, y float32) float32 { return x / y },
		backends.OpTypeMax: func(x, y float32) float32 { return max(x, y) },
		backends.OpTypeMin: func(x, y float32) float32 { return min(x, y) },
	})
	setScalar(kernels, map[backends.OpType]func(x, y float32) bool{
		backends.OpTypeEqual:          func(x, y float32) bool { return x == y },
		backends.OpTypeNotEqual:       func(x, y float32) bool { return x != y },
		backends.OpTypeLessThan:       func(x, y float32) bool { return x < y },
		backends.OpTypeLessOrEqual:    func(x, y float32) bool { return x <= y },
		backends.OpTypeGreaterThan:    func(x, y float32) bool { return x > y },
		backends.OpTypeGreaterOrEqual: func(x, y float32) bool { return x >= y },
	})
	return kernels
}

// setScalar adds the kernels of functions, with the left operand and with the right one as the scalar.
func setScalar[R kernel.Element](kernels [2]byOp, functions map[backends.OpType]func(x, y float32) R) {
	for op, f := range functions {
		kernels[0][op] = func(dst, x, y, _ unsafe.Pointer, n int) {
			out, b := kernel.Slice[R](dst, n), kernel.Slice[float32](y, n)
			for i := range out {
				out[i] = f(*(*float32)(x), b[i])
			}
		}
		kernels[1][op] = func(dst, x, y, _ unsafe.Pointer, n int) {
			out, a := kernel.Slice[R](dst, n), kernel.Slice[float32](x, n)
			for i := range out {
				out[i] = f(a[i], *(*float32)(y))
			}
		}
	}
}
