//go:build !noasm

package reduce

import (
	"unsafe"

	"github.com/gomlx/compute"

	"ebim/framework/engine/kernel"
	"ebim/framework/engine/kernel/processor"
)

// sumRowBlocks sums rows of up to rowBlock elements. Calls are direct, so that operands may lie on the stack.
func sumRowBlocks[T kernel.Float](level processor.Level, dst, x *T, rows, columns int) {
	if _, ok := any(dst).(*float32); ok && level >= processor.AVX2 && columns > 0 {
		sumRowsAVX2((*float32)(unsafe.Pointer(dst)), (*float32)(unsafe.Pointer(x)), rows, columns)
		return
	}
	sumRowBlocksPortable(dst, x, rows, columns)
}

// sumColumnBlock sums columns over up to columnBlock rows that are stride elements apart.
func sumColumnBlock[T kernel.Float](level processor.Level, dst, x *T, rows, columns, stride int) {
	if _, ok := any(dst).(*float32); ok && level >= processor.AVX2 {
		sumColumnsAVX2((*float32)(unsafe.Pointer(dst)), (*float32)(unsafe.Pointer(x)), rows, columns, stride)
		return
	}
	sumColumnBlockPortable(dst, x, rows, columns, stride)
}

// float32Extremes are vector kernels for maxima and minima, or nil.
func float32Extremes(level processor.Level, op compute.OpType) (kernel.ReduceRows, kernel.ReduceColumns) {
	if level < processor.AVX2 {
		return nil, nil
	}
	switch op {
	case compute.OpTypeReduceMax:
		return extremes(maxRowsAVX2, maxColumnsAVX2)
	case compute.OpTypeReduceMin:
		return extremes(minRowsAVX2, minColumnsAVX2)
	}
	return nil, nil
}

func extremes(rowsKernel func(dst, x *float32, rows, columns int),
	columnsKernel func(dst, x *float32, rows, columns, stride int)) (kernel.ReduceRows, kernel.ReduceColumns) {
	columns := func(dst, x unsafe.Pointer, rows, columns int) {
		columnsKernel((*float32)(dst), (*float32)(x), rows, columns, columns)
	}
	rows := func(dst, x unsafe.Pointer, rows, columns int) {
		if columns == 0 {
			columnsKernel((*float32)(dst), (*float32)(x), 0, rows, 0) // neutral elements
			return
		}
		rowsKernel((*float32)(dst), (*float32)(x), rows, columns)
	}
	return rows, columns
}
