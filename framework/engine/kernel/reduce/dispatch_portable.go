//go:build !amd64 || noasm

package reduce

import (
	"github.com/gomlx/compute"

	"ebim/framework/engine/kernel"
	"ebim/framework/engine/kernel/processor"
)

// sumRowBlocks sums rows of up to rowBlock elements.
func sumRowBlocks[T kernel.Float](_ processor.Level, dst, x *T, rows, columns int) {
	sumRowBlocksPortable(dst, x, rows, columns)
}

// sumColumnBlock sums columns over up to columnBlock rows that are stride elements apart.
func sumColumnBlock[T kernel.Float](_ processor.Level, dst, x *T, rows, columns, stride int) {
	sumColumnBlockPortable(dst, x, rows, columns, stride)
}

// float32Extremes are vector kernels for maxima and minima, or nil.
func float32Extremes(processor.Level, compute.OpType) (kernel.ReduceRows, kernel.ReduceColumns) {
	return nil, nil
}
