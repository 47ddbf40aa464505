package engine

import (
	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"

	"ebim/framework/engine/ir"
)

// ReduceWindow implements compute.Function. The extremes of Bool are those of numbers 0 and 1.
func (f *Function) ReduceWindow(x compute.Value, reductionType compute.ReduceOpType,
	windowDimensions, strides, baseDilations, windowDilations []int, paddings [][2]int) (compute.Value, error) {
	op := compute.OpTypeReduceWindow
	nodes, err := f.nodes(op, []compute.Value{x})
	if err != nil {
		return nil, err
	}
	infer := inferReduceWindow(ir.ReduceWindow{
		Reduction: reductionType, Dimensions: windowDimensions, Strides: strides,
		BaseDilations: baseDilations, WindowDilations: windowDilations, Paddings: paddings,
	})
	if reductionType != compute.ReduceOpMax && reductionType != compute.ReduceOpMin ||
		nodes[0].Shape.DType != dtypes.Bool {
		return f.recordNodes(op, infer, nodes...)
	}
	extreme, err := f.recordNodes(op, infer, f.zeroOne(nodes[0]))
	if err != nil {
		return nil, err
	}
	return f.ConvertDType(extreme, dtypes.Bool)
}

// SelectAndScatterMax implements compute.Function. Strides that are nil are the window's dimensions.
func (f *Function) SelectAndScatterMax(operand, source compute.Value, windowDimensions, windowStrides []int,
	paddings [][2]int) (compute.Value, error) {
	a := ir.SelectAndScatter{Dimensions: windowDimensions, Strides: windowStrides, Paddings: paddings}
	return f.record(compute.OpTypeSelectAndScatterMax, inferSelectAndScatter(a), operand, source)
}

// SelectAndScatterMin implements compute.Function. Strides that are nil are the window's dimensions.
func (f *Function) SelectAndScatterMin(operand, source compute.Value, windowDimensions, windowStrides []int,
	paddings [][2]int) (compute.Value, error) {
	a := ir.SelectAndScatter{Dimensions: windowDimensions, Strides: windowStrides, Paddings: paddings}
	return f.record(compute.OpTypeSelectAndScatterMin, inferSelectAndScatter(a), operand, source)
}
