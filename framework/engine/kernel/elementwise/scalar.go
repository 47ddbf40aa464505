package elementwise

import (
	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"

	"ebim/framework/engine/kernel"
	"ebim/framework/engine/kernel/processor"
)

// FindScalar gives a kernel whose operand number which, from 0 to 2, is the address of one element that stands for
// n equal ones; dst is never its address. It is nil where there is none, so that a block must be filled for Find's,
// which in pure Go is as fast: there are kernels of float32 for Add, Sub, Mul, Div, Max, Min, the comparisons (giving
// bool), the fused operations and the values of Where.
func FindScalar(op compute.OpType, operand dtypes.DType, which int) kernel.Elementwise {
	return FindScalarAt(processor.Best(), op, operand, which)
}

// FindScalarAt is FindScalar with no instructions above a level, which must be one of processor.Levels.
func FindScalarAt(level processor.Level, op compute.OpType, operand dtypes.DType, which int) kernel.Elementwise {
	if operand != dtypes.Float32 {
		return nil
	}
	return scalarKernels[level][which][op]
}

// scalarKernels are the float32 kernels with one scalar operand, by level and the operand's number.
var scalarKernels = map[processor.Level][3]byOp{
	processor.AVX2:   scalarVector(processor.AVX2),
	processor.AVX512: scalarVector(processor.AVX512),
}
