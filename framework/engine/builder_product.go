package engine

import (
	"cmp"

	"github.com/gomlx/compute"

	"ebim/framework/engine/ir"
)

// DotGeneral implements compute.Function. Negative axes count from the end. The product has the operands' type unless
// the configuration names another, whatever type its sums have.
func (f *Function) DotGeneral(lhs compute.Value, lhsContractingAxes, lhsBatchAxes []int,
	rhs compute.Value, rhsContractingAxes, rhsBatchAxes []int, config compute.DotGeneralConfig) (compute.Value, error) {
	x, err := f.nodes(compute.OpTypeDotGeneral, []compute.Value{lhs, rhs})
	if err != nil {
		return nil, err
	}
	result := cmp.Or(config.OutputDType, x[0].Shape.DType)
	for i, n := range x {
		converted, err := f.ConvertDType(n, cmp.Or(config.AccumulatorDType, n.Shape.DType))
		if err != nil {
			return nil, err
		}
		x[i] = converted.(*ir.Node)
	}
	product, err := f.recordNodes(compute.OpTypeDotGeneral, inferDotGeneral(ir.DotGeneral{
		LeftContracting: lhsContractingAxes, LeftBatch: lhsBatchAxes,
		RightContracting: rhsContractingAxes, RightBatch: rhsBatchAxes,
	}), x...)
	if err != nil {
		return nil, err
	}
	return f.ConvertDType(product, result)
}

// ConvGeneral implements compute.Function. Strides and dilations that are nil are 1, paddings that are nil are 0, and
// may be negative.
func (f *Function) ConvGeneral(input, kernel compute.Value, axes compute.ConvolveAxesConfig, strides []int,
	paddings [][2]int,
	inputDilations, kernelDilations []int, channelGroupCount, batchGroupCount int) (compute.Value, error) {
	return f.record(compute.OpTypeConvGeneral, inferConvGeneral(ir.ConvGeneral{
		Axes: axes, Strides: strides, Paddings: paddings,
		InputDilations: inputDilations, KernelDilations: kernelDilations,
		ChannelGroupCount: channelGroupCount, BatchGroupCount: batchGroupCount,
	}), input, kernel)
}
