package engine

import (
	"fmt"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"

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

// window is how a window moves along one axis. Dilations are distances between neighbors, of the window's elements and
// of the axis'.
type window struct {
	length, stride, dilation, baseDilation int
	padding                                [2]int
}

// positions returns the number of places that the window takes on an axis of the given length. On an empty axis a
// window that does not fit has none; elsewhere that is an error.
func (w window) positions(length int) (int, error) {
	if err := checkPadding(w.padding[:]...); err != nil {
		return 0, err
	}
	room, reach := w.padding[0]+spread(length, w.baseDilation)+w.padding[1], spread(w.length, w.dilation)
	switch {
	case reach <= room && reach > 0:
		return (room-reach)/w.stride + 1, nil
	case length == 0 && w.length > 0 && room >= 0:
		return 0, nil
	}
	return 0, fmt.Errorf("a window of %d elements reaches over %d; the padded axis has %d, and the window must fit "+
		"and not be empty",
		w.length, reach, room)
}

// spread returns the length of an axis whose neighbors are moved to a distance.
func spread(length, dilation int) int {
	if length == 0 {
		return 0
	}
	return (length-1)*dilation + 1
}

// windowDimensions returns the number of a window's positions on each axis of an array.
func windowDimensions(dimensions []int, windows []window) ([]int, error) {
	result := make([]int, len(dimensions))
	for axis, w := range windows {
		if w.padding[0] < 0 || w.padding[1] < 0 {
			return nil, fmt.Errorf("axis %d is padded by %v; at least 0 is needed", axis, w.padding)
		}
		positions, err := w.positions(dimensions[axis])
		if err != nil {
			return nil, fmt.Errorf("axis %d: %w", axis, err)
		}
		result[axis] = positions
	}
	return result, nil
}

// inferReduceWindow fills in the lists that may be nil; strides are then the window's dimensions.
func inferReduceWindow(a ir.ReduceWindow) inference {
	return func(x []shapes.Shape) (shapes.Shape, any, error) {
		a, rank := a, x[0].Rank()
		if err := numbers.check(x[0].DType); err != nil {
			return x[0], nil, err
		}
		switch a.Reduction {
		case compute.ReduceOpSum, compute.ReduceOpProduct, compute.ReduceOpMax, compute.ReduceOpMin:
		default:
			return x[0], nil, fmt.Errorf("the reduction is %s; Sum, Product, Max and Min are allowed", a.Reduction)
		}
		var err error
		if a.Dimensions, a.Strides, a.Paddings, err = fillWindow(a.Dimensions, a.Strides, a.Paddings,
			rank); err != nil {
			return x[0], nil, err
		}
		if a.BaseDilations, err = filledPositive("baseDilations", a.BaseDilations, rank); err != nil {
			return x[0], nil, err
		}
		if a.WindowDilations, err = filledPositive("windowDilations", a.WindowDilations, rank); err != nil {
			return x[0], nil, err
		}
		windows := make([]window, rank)
		for i := range windows {
			windows[i] = window{a.Dimensions[i], a.Strides[i], a.WindowDilations[i], a.BaseDilations[i], a.Paddings[i]}
		}
		dimensions, err := windowDimensions(x[0].Dimensions, windows)
		return shapes.Shape{DType: x[0].DType, Dimensions: dimensions}, a, err
	}
}

// fillWindow checks a window's dimensions and fills in strides, which are by default the dimensions, and paddings.
func fillWindow(dimensions, strides []int, paddings [][2]int, rank int) ([]int, []int, [][2]int, error) {
	if err := checkLength("windowDimensions", len(dimensions), rank); err != nil {
		return nil, nil, nil, err
	}
	dimensions, err := filledPositive("windowDimensions", dimensions, rank)
	if err != nil {
		return nil, nil, nil, err
	}
	if len(strides) == 0 {
		strides = dimensions
	}
	if strides, err = filledPositive("strides", strides, rank); err != nil {
		return nil, nil, nil, err
	}
	paddings, err = filled("paddings", paddings, rank, [2]int{})
	return dimensions, strides, paddings, err
}
