package cpu

import (
	"github.com/gomlx/gomlx/backends"

	"ebim/framework/backend/cpu/ir"
)

// ReduceWindow implements backends.Builder.
func (b *Builder) ReduceWindow(x backends.Op, reductionType backends.ReduceOpType,
	windowDimensions, strides, baseDilations, windowDilations []int, paddings [][2]int) (backends.Op, error) {
	return b.record(backends.OpTypeReduceWindow, inferReduceWindow(ir.ReduceWindow{
		Reduction: reductionType, Dimensions: windowDimensions, Strides: strides,
		BaseDilations: baseDilations, WindowDilations: windowDilations, Paddings: paddings,
	}), x)
}

// SelectAndScatterMax implements backends.Builder. Strides that are nil are the window's dimensions.
func (b *Builder) SelectAndScatterMax(operand, source backends.Op, windowDimensions, windowStrides []int,
	paddings [][2]int) (backends.Op, error) {
	a := ir.SelectAndScatter{Dimensions: windowDimensions, Strides: windowStrides, Paddings: paddings}
	return b.record(backends.OpTypeSelectAndScatterMax, inferSelectAndScatter(a), operand, source)
}

// SelectAndScatterMin implements backends.Builder. Strides that are nil are the window's dimensions.
func (b *Builder) SelectAndScatterMin(operand, source backends.Op, windowDimensions, windowStrides []int,
	paddings [][2]int) (backends.Op, error) {
	a := ir.SelectAndScatter{Dimensions: windowDimensions, Strides: windowStrides, Paddings: paddings}
	return b.record(backends.OpTypeSelectAndScatterMin, inferSelectAndScatter(a), operand, source)
}
