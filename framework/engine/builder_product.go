package engine

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/shapes"

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

// inferDotGeneral is for axes that may count from the end.
func inferDotGeneral(a ir.DotGeneral) inference {
	return func(x []shapes.Shape) (shapes.Shape, any, error) {
		left, right := x[0], x[1]
		if err := numbers.sameType(x...); err != nil {
			return left, nil, err
		}
		a := ir.DotGeneral{
			LeftContracting: fromStart(a.LeftContracting, left.Rank()), LeftBatch: fromStart(a.LeftBatch, left.Rank()),
			RightContracting: fromStart(a.RightContracting, right.Rank()),
			RightBatch:       fromStart(a.RightBatch, right.Rank()),
		}
		leftUsed, rightUsed := slices.Concat(a.LeftBatch, a.LeftContracting),
			slices.Concat(a.RightBatch, a.RightContracting)
		if err := checkAxes("left batch and contracting axes", leftUsed, left.Rank()); err != nil {
			return left, nil, err
		}
		if err := checkAxes("right batch and contracting axes", rightUsed, right.Rank()); err != nil {
			return left, nil, err
		}
		if err := checkSameLengths("batch", left, a.LeftBatch, right, a.RightBatch); err != nil {
			return left, nil, err
		}
		if err := checkSameLengths("contracting", left, a.LeftContracting, right, a.RightContracting); err != nil {
			return left, nil, err
		}
		dimensions := slices.Concat(pick(left.Dimensions, a.LeftBatch),
			without(left.Dimensions, leftUsed), without(right.Dimensions, rightUsed))
		return shapes.Shape{DType: left.DType, Dimensions: dimensions}, a, nil
	}
}

// fromStart counts negative axes from the end.
func fromStart(axes []int, rank int) []int {
	axes = slices.Clone(axes)
	for i, axis := range axes {
		if axis < 0 {
			axes[i] = axis + rank
		}
	}
	return axes
}

func checkSameLengths(kind string, left shapes.Shape, leftAxes []int, right shapes.Shape, rightAxes []int) error {
	l, r := pick(left.Dimensions, leftAxes), pick(right.Dimensions, rightAxes)
	if !slices.Equal(l, r) {
		return fmt.Errorf("%s axes %v of the left and %v of the right have lengths %v and %v; the same are needed",
			kind, leftAxes, rightAxes, l, r)
	}
	return nil
}

// inferConvGeneral fills in the lists that may be nil. Group counts of 0 stand for 1.
func inferConvGeneral(a ir.ConvGeneral) inference {
	return func(x []shapes.Shape) (shapes.Shape, any, error) {
		input, kernel := x[0], x[1]
		a := a
		a.Axes = a.Axes.Clone()
		a.ChannelGroupCount, a.BatchGroupCount = max(a.ChannelGroupCount, 1), max(a.BatchGroupCount, 1)
		if err := numbers.sameType(x...); err != nil {
			return input, nil, err
		}
		if err := checkConvolutionAxes(a.Axes, input, kernel); err != nil {
			return input, nil, err
		}
		if err := checkGroups(&a, input, kernel); err != nil {
			return input, nil, err
		}
		windows, err := convolutionWindows(&a, input.Rank()-2)
		if err != nil {
			return input, nil, err
		}
		shape := input.Clone()
		shape.Dimensions[a.Axes.OutputBatch] = input.Dimensions[a.Axes.InputBatch] / a.BatchGroupCount
		shape.Dimensions[a.Axes.OutputChannels] = kernel.Dimensions[a.Axes.KernelOutputChannels]
		for i, w := range windows {
			w.length = kernel.Dimensions[a.Axes.KernelSpatial[i]]
			positions, err := w.positions(input.Dimensions[a.Axes.InputSpatial[i]])
			if err != nil {
				return input, nil, fmt.Errorf("spatial axis %d: %w", i, err)
			}
			shape.Dimensions[a.Axes.OutputSpatial[i]] = positions
		}
		return shape, a, nil
	}
}

func checkConvolutionAxes(axes compute.ConvolveAxesConfig, input, kernel shapes.Shape) error {
	rank := input.Rank()
	if rank < 2 || kernel.Rank() != rank {
		return fmt.Errorf("the ranks are %d and %d; the same, from 2 on, is needed", rank, kernel.Rank())
	}
	for _, list := range []struct {
		name          string
		first, second int
		spatial       []int
	}{
		{"input axes (batch, channels, spatial)", axes.InputBatch, axes.InputChannels, axes.InputSpatial},
		{"kernel axes (input channels, output channels, spatial)", axes.KernelInputChannels, axes.KernelOutputChannels,
			axes.KernelSpatial},
		{"output axes (batch, channels, spatial)", axes.OutputBatch, axes.OutputChannels, axes.OutputSpatial},
	} {
		all := append([]int{list.first, list.second}, list.spatial...)
		if err := checkLength(list.name, len(all), rank); err != nil {
			return err
		}
		if err := checkAxes(list.name, all, rank); err != nil {
			return err
		}
	}
	return nil
}

func checkGroups(a *ir.ConvGeneral, input, kernel shapes.Shape) error {
	batch, channels := input.Dimensions[a.Axes.InputBatch], input.Dimensions[a.Axes.InputChannels]
	in, out := kernel.Dimensions[a.Axes.KernelInputChannels], kernel.Dimensions[a.Axes.KernelOutputChannels]
	switch {
	case a.ChannelGroupCount > 1 && a.BatchGroupCount > 1:
		return fmt.Errorf("there are %d groups of channels and %d of the batch; only one of them may be above 1",
			a.ChannelGroupCount, a.BatchGroupCount)
	case channels != in*a.ChannelGroupCount:
		return fmt.Errorf("the input has %d channels; %d groups of the kernel's %d are needed", channels,
			a.ChannelGroupCount, in)
	case out%a.ChannelGroupCount != 0 || out%a.BatchGroupCount != 0:
		return fmt.Errorf("%d output channels cannot be divided into %d groups", out,
			max(a.ChannelGroupCount, a.BatchGroupCount))
	case batch%a.BatchGroupCount != 0:
		return fmt.Errorf("a batch of %d cannot be divided into %d groups", batch, a.BatchGroupCount)
	}
	return nil
}

// convolutionWindows fills in the lists of a convolution; the windows lack their lengths.
func convolutionWindows(a *ir.ConvGeneral, rank int) ([]window, error) {
	var err error
	if a.Strides, err = filledPositive("strides", a.Strides, rank); err != nil {
		return nil, err
	}
	if a.InputDilations, err = filledPositive("inputDilations", a.InputDilations, rank); err != nil {
		return nil, err
	}
	if a.KernelDilations, err = filledPositive("kernelDilations", a.KernelDilations, rank); err != nil {
		return nil, err
	}
	if a.Paddings, err = filled("paddings", a.Paddings, rank, [2]int{}); err != nil {
		return nil, err
	}
	windows := make([]window, rank)
	for i := range windows {
		windows[i] = window{stride: a.Strides[i], dilation: a.KernelDilations[i], baseDilation: a.InputDilations[i],
			padding: a.Paddings[i]}
	}
	return windows, nil
}
