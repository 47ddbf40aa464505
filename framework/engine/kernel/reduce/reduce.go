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
	switch dtype {
	case dtypes.Bool:
		return byFolds(logical(op))
	case dtypes.Int8:
		return byFolds(integer[int8](op, dtype))
	case dtypes.Int16:
		return byFolds(integer[int16](op, dtype))
	case dtypes.Int32:
		return byFolds(integer[int32](op, dtype))
	case dtypes.Int64:
		return byFolds(integer[int64](op, dtype))
	case dtypes.Uint8:
		return byFolds(integer[uint8](op, dtype))
	case dtypes.Uint16:
		return byFolds(integer[uint16](op, dtype))
	case dtypes.Uint32:
		return byFolds(integer[uint32](op, dtype))
	case dtypes.Uint64:
		return byFolds(integer[uint64](op, dtype))
	case dtypes.BFloat16:
		return bfloat16Kernels(level, op)
	case dtypes.Float64:
		if op == compute.OpTypeReduceSum {
			return sums[float64](level)
		}
		return byFolds(numeric[float64](op, dtype))
	case dtypes.Float32:
		if op == compute.OpTypeReduceSum {
			return sums[float32](level)
		}
		if rows, columns := float32Extremes(level, op); rows != nil {
			return rows, columns
		}
		return byFolds(numeric[float32](op, dtype))
	}
	return nil, nil
}
