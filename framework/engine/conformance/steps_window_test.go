package conformance_test

import (
	"math"
	"slices"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"

	"ebim/framework/engine/ir"
)

// window reduces windows of one or two axes.
func (d *drawing) window(x number) {
	shape := x.node.Shape
	if shape.Size() == 0 || !isNumber(x) || shape.Rank() > 4 {
		d.reduce(x)
		return
	}
	rank := shape.Rank()
	a := ir.ReduceWindow{Reduction: oneOf(d, "window reduction", compute.ReduceOpSum, compute.ReduceOpMax,
		compute.ReduceOpMin),
		BaseDilations: make([]int, rank), WindowDilations: make([]int, rank), Paddings: make([][2]int, rank)}
	dimensions, count := slices.Clone(shape.Dimensions), 1
	for axis, length := range dimensions {
		window := d.int("window", 1, min(length, 3))
		stride := d.int("stride", 1, 3)
		if count *= window; window > 1 {
			a.Paddings[axis] = [2]int{d.int("before", 0, 1), d.int("after", 0, 1)}
		}
		a.BaseDilations[axis], a.WindowDilations[axis] = 1, 1
		a.Dimensions, a.Strides = append(a.Dimensions, window), append(a.Strides, stride)
		dimensions[axis] = (length+a.Paddings[axis][0]+a.Paddings[axis][1]-window)/stride + 1
	}
	if a.Reduction == compute.ReduceOpSum {
		x.err, x.bound = d.summed(shape.DType, float64(count), x.bound, x.err), x.bound*float64(count)
	}
	d.moved(x, compute.OpTypeReduceWindow, dimensions, a)
}

// convolution takes the last axis as channels and the ones before as space.
func (d *drawing) convolution(x number) {
	shape := x.node.Shape
	rank := shape.Rank()
	if rank < 3 || rank > 4 || shape.Size() == 0 || shape.DType != dtypes.Float32 && shape.DType != dtypes.Float64 {
		d.window(x)
		return
	}
	space := rank - 2
	a := ir.ConvGeneral{ChannelGroupCount: 1, BatchGroupCount: 1,
		Axes: compute.ConvolveAxesConfig{InputChannels: rank - 1, KernelInputChannels: rank - 2,
			KernelOutputChannels: rank - 1, OutputChannels: rank - 1}}
	dimensions := []int{shape.Dimensions[0]}
	var kernel []int
	for axis := range space {
		length := shape.Dimensions[axis+1]
		k, stride, padding := d.int("kernel", 1, min(length, 3)), d.int("stride", 1, 2),
			[2]int{d.int("before", 0, 1), d.int("after", 0, 1)}
		kernel, a.Strides, a.Paddings = append(kernel, k), append(a.Strides, stride), append(a.Paddings, padding)
		a.InputDilations, a.KernelDilations = append(a.InputDilations, 1), append(a.KernelDilations, 1)
		a.Axes.InputSpatial, a.Axes.OutputSpatial = append(a.Axes.InputSpatial, axis+1),
			append(a.Axes.OutputSpatial, axis+1)
		a.Axes.KernelSpatial = append(a.Axes.KernelSpatial, axis)
		dimensions = append(dimensions, (length+padding[0]+padding[1]-k)/stride+1)
	}
	in, out := shape.Dimensions[rank-1], d.int("output channels", 1, 9)
	count := size(kernel) * in
	if dimensions = append(dimensions, out); size(dimensions) > d.most || size(dimensions)*count > 1<<21 {
		d.window(x)
		return
	}
	weights := d.constant(shape.DType, append(kernel, in, out)...)
	x.err = d.summed(shape.DType, float64(count), x.bound*weights.bound, x.err*weights.bound)
	x.bound *= weights.bound * float64(count)
	x.node = d.graph.Add(compute.OpTypeConvGeneral, shapes.Make(shape.DType, dimensions...), a, x.node, weights.node)
	d.keep(x)
}

// root takes square roots of sums of squares, and divides by them.
func (d *drawing) root(x number) {
	if !isFloat(x) || x.err > 0 || x.node.Shape.DType == dtypes.BFloat16 {
		d.binary(x)
		return
	}
	dtype := x.node.Shape.DType
	square := d.like(compute.OpTypeMul, x.node, x.node)
	length := d.like(compute.OpTypeSqrt, d.like(compute.OpTypeAdd, square, d.fill(dtype, 1, x.node.Shape.Dimensions)))
	bound := math.Sqrt(x.bound*x.bound + 1)
	d.keep(number{node: length, bound: bound, err: 2 * epsilon(dtype) * bound})
	d.keep(number{node: d.like(compute.OpTypeDiv, x.node, length), bound: 1, err: 4 * epsilon(dtype)})
}
