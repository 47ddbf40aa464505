package elementwise

import (
	"github.com/gomlx/gomlx/backends"
	"github.com/gomlx/gomlx/pkg/core/dtypes"

	"ebim/framework/backend/cpu/kernel"
	"ebim/framework/backend/cpu/kernel/processor"
)

// FindScalar gives the fastest kernel of a binary operation of which operand number which, 0 or 1, is the address of one
// element that stands for n equal ones; dst is never its address. It is nil if there is none, or none is faster than
// Find's on a filled block. Comparisons give bool, all others the type of the operands.
func FindScalar(op backends.OpType, operand dtypes.DType, which int) kernel.Elementwise {
	return FindScalarAt(processor.Best(), op, operand, which)
}

// FindScalarAt is FindScalar with no instructions above a level, which must be one of processor.Levels.
func FindScalarAt(level processor.Level, op backends.OpType, operand dtypes.DType, which int) kernel.Elementwise {
	return nil
}
