package engine

import (
	"github.com/gomlx/gomlx/backends"

	"ebim/framework/engine/ir"
)

// Dot implements backends.Builder.
func (b *Builder) Dot(lhs, rhs backends.Op) (backends.Op, error) {
	x, err := b.nodes(backends.OpTypeDot, []backends.Op{lhs, rhs})
	if err != nil {
		return nil, err
	}
	axes, err := dotAxes(x[0].Shape, x[1].Shape)
	if err != nil {
		return nil, b.fail(backends.OpTypeDot, x, err)
	}
	return b.recordNodes(backends.OpTypeDotGeneral, inferDotGeneral(axes), x...)
}

// DotGeneral implements backends.Builder. Negative axes count from the end.
func (b *Builder) DotGeneral(lhs backends.Op, lhsContractingAxes, lhsBatchAxes []int,
	rhs backends.Op, rhsContractingAxes, rhsBatchAxes []int) (backends.Op, error) {
	return b.record(backends.OpTypeDotGeneral, inferDotGeneral(ir.DotGeneral{
		LeftContracting: lhsContractingAxes, LeftBatch: lhsBatchAxes,
		RightContracting: rhsContractingAxes, RightBatch: rhsBatchAxes,
	}), lhs, rhs)
}

// ConvGeneral implements backends.Builder. Strides and dilations that are nil are 1, paddings that are nil are 0, and may
// be negative.
func (b *Builder) ConvGeneral(input, kernel backends.Op, axes backends.ConvolveAxesConfig, strides []int, paddings [][2]int,
	inputDilations, kernelDilations []int, channelGroupCount, batchGroupCount int) (backends.Op, error) {
	return b.record(backends.OpTypeConvGeneral, inferConvGeneral(ir.ConvGeneral{
		Axes: axes, Strides: strides, Paddings: paddings,
		InputDilations: inputDilations, KernelDilations: kernelDilations,
		ChannelGroupCount: channelGroupCount, BatchGroupCount: batchGroupCount,
	}), input, kernel)
}
