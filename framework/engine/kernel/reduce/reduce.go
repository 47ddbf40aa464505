// Package reduce has the kernels by which axes disappear: sums, products, extremes, logic, and positions of extremes.
//
// A sum's error grows with the logarithm of the number of elements: blocks are added up in several interleaved partial
// sums, and the blocks' sums pairwise. The order of additions depends on the matrix's dimensions alone and is the same
// for every processor, so that the same elements give the same bits.
package reduce

//go:generate go run -C ../generate ./reduce -out ../reduce/float32_avx2_amd64.s -stubs ../reduce/float32_avx2_amd64.go -pkg reduce

import (
	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"

	"ebim/framework/engine/kernel"
	"ebim/framework/engine/kernel/processor"
)

// Rows reduces the rows of a matrix with a Reduce* operation; it is nil where the operation does not exist for the
// type.
func Rows(op compute.OpType, dtype dtypes.DType) kernel.ReduceRows {
	return RowsAt(processor.Best(), op, dtype)
}

// Columns reduces a matrix over its rows; it is nil where the operation does not exist for the type.
func Columns(op compute.OpType, dtype dtypes.DType) kernel.ReduceColumns {
	return ColumnsAt(processor.Best(), op, dtype)
}

// RowsAt is Rows with the instructions of one level.
func RowsAt(level processor.Level, op compute.OpType, dtype dtypes.DType) kernel.ReduceRows {
	rows, _ := kernels(level, op, dtype)
	return rows
}

// ColumnsAt is Columns with the instructions of one level.
func ColumnsAt(level processor.Level, op compute.OpType, dtype dtypes.DType) kernel.ReduceColumns {
	_, columns := kernels(level, op, dtype)
	return columns
}

func kernels(level processor.Level, op compute.OpType, dtype dtypes.DType) (kernel.ReduceRows, kernel.ReduceColumns) {
	if dtype == dtypes.Bool {
		return byFolds(logical(op))
	}
	if of := numberKernels[dtype]; of != nil {
		return of(level, op, dtype)
	}
	return nil, nil
}

var numberKernels = kernel.ByType(integers[int8], integers[int16], integers[int32], integers[int64],
	integers[uint8], integers[uint16], integers[uint32], integers[uint64],
	floats[float32], floats[float64], bfloat16Kernels)

func integers[T kernel.Integer](_ processor.Level, op compute.OpType, dtype dtypes.DType) (kernel.ReduceRows,
	kernel.ReduceColumns) {
	return byFolds(numeric[T](op, dtype))
}

func floats[T kernel.Float](level processor.Level, op compute.OpType, dtype dtypes.DType) (kernel.ReduceRows,
	kernel.ReduceColumns) {
	if op == compute.OpTypeReduceSum {
		return sums[T](level)
	}
	if rows, columns := float32Extremes(level, op); rows != nil && dtype == dtypes.Float32 {
		return rows, columns
	}
	return byFolds(numeric[T](op, dtype))
}
