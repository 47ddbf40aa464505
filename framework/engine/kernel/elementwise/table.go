package elementwise

import (
	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"

	"ebim/framework/engine/kernel"
)

// key names a kernel. Operand is the data type of the values: for Where that of the second and third operand.
type key struct {
	op              compute.OpType
	operand, result dtypes.DType
}

// table holds kernels of one level.
type table map[key]kernel.Elementwise

// byOp holds kernels of operations from float32 to float32.
type byOp map[compute.OpType]kernel.Elementwise

// setFloat32 adds kernels from float32 to float32, in the place of those that are there.
func (t table) setFloat32(kernels byOp) {
	for op, f := range kernels {
		t[key{op, dtypes.Float32, dtypes.Float32}] = f
	}
}

// set adds kernels whose operands have the type T and whose results have the type R.
func set[T, R kernel.Element](t table, kernels byOp) {
	for op, f := range kernels {
		t[key{op, dtypeOf[T](), dtypeOf[R]()}] = f
	}
}

func dtypeOf[T kernel.Element]() dtypes.DType { return dtypes.FromAny(*new(T)) }
