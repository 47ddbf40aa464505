package onnx

import (
	"math"
	"slices"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"

	"ebim/framework/engine/ir"
)

func (c *converter) reduce(n *ir.Node) (value, error) {
	x, axes := c.whole(n.Inputs[0]), n.Attributes.(ir.Reduce).Axes
	keep := attribute{"keepdims", 0}
	switch n.Op {
	case compute.OpTypeReduceSum:
		return c.made(n, c.emit("ReduceSum", []string{x, c.vector(axes...)}, keep))
	case compute.OpTypeReduceProduct:
		return c.made(n, c.emit("ReduceProd", []string{x}, attribute{"axes", axes}, keep))
	case compute.OpTypeReduceMin:
		return c.made(n, c.emit("ReduceMin", []string{x}, attribute{"axes", axes}, keep))
	}
	return c.made(n, c.emit("ReduceMax", []string{x}, attribute{"axes", axes}, keep))
}

// reduceWindow writes sums and extremes of windows as pooling, whose operand is [batch, channels, windowed axes]. The
// windowed axes are made the last ones, and all others the batch, of one channel.
func (c *converter) reduceWindow(n *ir.Node) (value, error) {
	a, x := n.Attributes.(ir.ReduceWindow), n.Inputs[0]
	lengths := slices.Clone(c.lengths[x.Index])
	if n.Shape.DType != dtypes.Float32 {
		return value{}, c.missing(n, "is of "+n.Shape.DType.String()+"; float32 is needed")
	}
	var others, windowed, sizes, strides, dilations []int
	padding := make([]compute.PadAxis, len(lengths))
	for axis, size := range a.Dimensions {
		padding[axis] = compute.PadAxis{Start: a.Paddings[axis][0], End: a.Paddings[axis][1],
			Interior: a.BaseDilations[axis] - 1}
		if size == 1 && a.Strides[axis] == 1 && padding[axis] == (compute.PadAxis{}) {
			others = append(others, axis)
			continue
		}
		if lengths[axis].symbolic() {
			return value{}, c.missing(n, "has windows along the batch")
		}
		windowed, sizes = append(windowed, axis), append(sizes, size)
		strides, dilations = append(strides, a.Strides[axis]), append(dilations, a.WindowDilations[axis])
	}
	name := c.whole(x)
	if len(windowed) == 0 {
		return c.made(n, name)
	}
	fill := map[compute.ReduceOpType]float64{compute.ReduceOpSum: 0, compute.ReduceOpMax: math.Inf(-1),
		compute.ReduceOpMin: math.Inf(1)}
	empty, known := fill[a.Reduction]
	if !known || a.Reduction == compute.ReduceOpSum && slices.Max(dilations) > 1 {
		return value{}, c.missing(n, "reduces windows in a way that ONNX does not")
	}
	if slices.ContainsFunc(padding, func(p compute.PadAxis) bool { return p != compute.PadAxis{} }) {
		name = c.padded(name, lengths, padding, c.scalar(float32(empty)))
		for axis, p := range padding {
			if !lengths[axis].symbolic() { // what is between the elements, padded has counted
				lengths[axis].fixed += p.Start + p.End
			}
		}
	}
	order := slices.Concat(others, windowed)
	name = c.pooled(c.batched(c.transposed(name, order), pick(lengths, others), pick(lengths, windowed)), a.Reduction,
		sizes, strides, dilations)
	results := c.lengths[n.Index]
	name = c.reshaped(name, nil, slices.Concat(pick(results, others), pick(results, windowed)))
	return c.made(n, c.transposed(name, inverse(order)))
}

// batched joins leading axes to the batch of an operand [batch, 1, spatial axes].
func (c *converter) batched(name string, others, windowed []length) string {
	return c.reshaped(name, slices.Concat(others, windowed),
		slices.Concat([]length{product(others), {fixed: 1}}, windowed))
}

// pooled reduces windows of the last axes. The mean of a window is a sum over its size.
func (c *converter) pooled(name string, reduction compute.ReduceOpType, sizes, strides, dilations []int) string {
	window := []attribute{{"kernel_shape", sizes}, {"strides", strides}}
	dilated := append(window, attribute{"dilations", dilations})
	switch reduction {
	case compute.ReduceOpMax:
		return c.emit("MaxPool", []string{name}, dilated...)
	case compute.ReduceOpMin:
		return c.emit("Neg", []string{c.emit("MaxPool", []string{c.emit("Neg", []string{name})}, dilated...)})
	}
	count := 1
	for _, size := range sizes {
		count *= size
	}
	return c.emit("Mul", []string{c.emit("AveragePool", []string{name}, window...), c.scalar(float32(count))})
}

// product is the length of axes that are joined to one.
func product(lengths []length) length {
	all := length{fixed: 1}
	for _, l := range lengths {
		if l.symbolic() {
			all.batches, all.fixed = max(1, all.batches)*l.batches*max(1, all.fixed), 0
			continue
		}
		if all.symbolic() {
			all.batches *= l.fixed
			continue
		}
		all.fixed *= l.fixed
	}
	return all
}

// pick is elements at positions.
func pick[T any](of []T, at []int) []T {
	picked := make([]T, len(at))
	for i, j := range at {
		picked[i] = of[j]
	}
	return picked
}

// inverse is the permutation that undoes another.
func inverse(permutation []int) []int {
	back := make([]int, len(permutation))
	for i, j := range permutation {
		back[j] = i
	}
	return back
}
