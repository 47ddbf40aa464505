package onnx

import (
	"slices"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"

	"ebim/framework/engine/ir"
)

// dotGeneral writes a product: that of matrices as Gemm, which transposes its operands by itself, another as MatMul of
// [batch, free, contracted] and [batch, contracted, free].
func (c *converter) dotGeneral(n *ir.Node) (value, error) {
	a, left, right := n.Attributes.(ir.DotGeneral), n.Inputs[0], n.Inputs[1]
	if n.Shape.DType != dtypes.Float32 {
		return value{}, c.missing(n, "is of "+n.Shape.DType.String()+"; float32 is needed")
	}
	if left.Shape.Rank() == 2 && right.Shape.Rank() == 2 && len(a.LeftBatch) == 0 && len(a.LeftContracting) == 1 {
		return c.made(n, c.emit("Gemm", []string{c.whole(left), c.whole(right)},
			attribute{"transA", 1 - a.LeftContracting[0]}, attribute{"transB", a.RightContracting[0]}))
	}
	leftFree, rightFree := free(left, a.LeftBatch, a.LeftContracting), free(right, a.RightBatch, a.RightContracting)
	l, r := c.lengths[left.Index], c.lengths[right.Index]
	batch := pick(l, a.LeftBatch)
	first := c.joined(left, a.LeftBatch, leftFree, a.LeftContracting)
	second := c.joined(right, a.RightBatch, a.RightContracting, rightFree)
	name := c.emit("MatMul", []string{first, second})
	made := slices.Concat(batch, []length{product(pick(l, leftFree)), product(pick(r, rightFree))})
	return c.made(n, c.reshaped(name, made, c.lengths[n.Index]))
}

// free is the axes of an operand that are in neither list.
func free(n *ir.Node, batch, contracting []int) []int {
	var axes []int
	for axis := range n.Shape.Rank() {
		if !slices.Contains(batch, axis) && !slices.Contains(contracting, axis) {
			axes = append(axes, axis)
		}
	}
	return axes
}

// joined is an operand of axes [batch..., those of rows as one, those of columns as one].
func (c *converter) joined(n *ir.Node, batch, rows, columns []int) string {
	order, all := slices.Concat(batch, rows, columns), c.lengths[n.Index]
	name := c.transposed(c.whole(n), order)
	return c.reshaped(name, pick(all, order), slices.Concat(pick(all, batch),
		[]length{product(pick(all, rows)), product(pick(all, columns))}))
}

// convolve writes a convolution, of [batch, channels, spatial axes] with kernels [output channels, input channels,
// spatial axes].
func (c *converter) convolve(n *ir.Node) (value, error) {
	a, x, kernel := n.Attributes.(ir.ConvGeneral), n.Inputs[0], n.Inputs[1]
	axes := a.Axes
	if a.BatchGroupCount > 1 || n.Shape.DType != dtypes.Float32 {
		return value{}, c.missing(n, "has groups of the batch, or is not of float32")
	}
	order := append([]int{axes.InputBatch, axes.InputChannels}, axes.InputSpatial...)
	lengths := pick(c.lengths[x.Index], order)
	if slices.ContainsFunc(lengths[1:], length.symbolic) ||
		slices.ContainsFunc(c.lengths[kernel.Index], length.symbolic) {
		// a derivative by the kernel
		return value{}, c.missing(n, "has the batch among its kernels, channels or places")
	}
	name := c.transposed(c.whole(x), order)
	padding := make([]compute.PadAxis, len(order))
	pads, spatial := make([]int, 2*len(axes.InputSpatial)), len(axes.InputSpatial)
	for i, p := range a.Paddings {
		pads[i], pads[spatial+i] = max(0, p[0]), max(0, p[1])
		padding[2+i] = compute.PadAxis{Start: min(0, p[0]), End: min(0, p[1]), Interior: a.InputDilations[i] - 1}
	}
	if slices.ContainsFunc(padding, func(p compute.PadAxis) bool { return p != compute.PadAxis{} }) {
		name = c.padded(name, lengths, padding, c.scalar(0))
	}
	kernels := c.transposed(c.whole(kernel), append([]int{axes.KernelOutputChannels, axes.KernelInputChannels},
		axes.KernelSpatial...))
	name = c.emit("Conv", []string{name, kernels}, attribute{"strides", a.Strides}, attribute{"pads", pads},
		attribute{"dilations", a.KernelDilations}, attribute{"group", a.ChannelGroupCount})
	return c.made(n, c.transposed(name, inverse(append([]int{axes.OutputBatch, axes.OutputChannels},
		axes.OutputSpatial...))))
}
