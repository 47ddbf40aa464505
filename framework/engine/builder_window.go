package engine

import (
	"github.com/gomlx/gomlx/backends"
	"github.com/gomlx/gomlx/pkg/core/dtypes"

	"ebim/framework/engine/ir"
)

// ReduceWindow implements backends.Builder. The extremes of Bool are those of numbers 0 and 1.
func (b *Builder) ReduceWindow(x backends.Op, reductionType backends.ReduceOpType,
	windowDimensions, strides, baseDilations, windowDilations []int, paddings [][2]int) (backends.Op, error) {
	op := backends.OpTypeReduceWindow
	nodes, err := b.nodes(op, []backends.Op{x})
	if err != nil {
		return nil, err
	}
	infer := inferReduceWindow(ir.ReduceWindow{
		Reduction: reductionType, Dimensions: windowDimensions, Strides: strides,
		BaseDilations: baseDilations, WindowDilations: windowDilations, Paddings: paddings,
	})
	if reductionType != backends.ReduceOpMax && reductionType != backends.ReduceOpMin || nodes[0].Shape.DType != dtypes.Bool {
		return b.recordNodes(op, infer, nodes...)
	}
	extreme, err := b.recordNodes(op, infer, b.zeroOne(nodes[0]))
	if err != nil {
		return nil, err
	}
	return b.ConvertDType(extreme, dtypes.Bool)
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
