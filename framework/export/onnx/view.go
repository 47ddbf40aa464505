package onnx

import (
	"math"
	"slices"

	"github.com/gomlx/compute"

	"ebim/framework/engine/ir"
)

// constant writes values; those of one element are a scalar, which repeats.
func (c *converter) constant(n *ir.Node) (value, error) {
	flat, dimensions := n.Attributes.(ir.Constant).Flat, n.Shape.Dimensions
	name := "constant"
	if len(dimensions) == 0 {
		name = "scalar"
	}
	return c.made(n, c.tensor(name, elementTypes[n.Shape.DType], dimensions, flat))
}

// iota writes a count along an axis, which repeats along the others.
func (c *converter) iota(n *ir.Node) (value, error) {
	axis := n.Attributes.(ir.Iota).Axis
	all := c.lengths[n.Index]
	if all[axis].symbolic() {
		return value{}, c.missing(n, "counts the rows of a batch")
	}
	counted := make([]int64, all[axis].fixed)
	for i := range counted {
		counted[i] = int64(i)
	}
	dimensions, lengths := []int{len(counted)}, []length{all[axis]}
	for range all[axis+1:] {
		dimensions, lengths = append(dimensions, 1), append(lengths, length{fixed: 1})
	}
	name := c.tensor("count", int64Type, dimensions, counted)
	return value{c.emit("Cast", []string{name}, attribute{"to", int(elementTypes[n.Shape.DType])}), lengths}, nil
}

func (c *converter) reshape(n *ir.Node) (value, error) {
	return c.made(n, c.reshaped(c.whole(n.Inputs[0]), c.lengths[n.Inputs[0].Index], c.lengths[n.Index]))
}

func (c *converter) transpose(n *ir.Node) (value, error) {
	return c.made(n, c.transposed(c.whole(n.Inputs[0]), n.Attributes.(ir.Transpose).Permutation))
}

// broadcast puts axes of length 1 between the operand's; what repeats is left to the operations that need it.
func (c *converter) broadcast(n *ir.Node) (value, error) {
	v := c.values[n.Inputs[0].Index]
	axes := n.Attributes.(ir.BroadcastInDim).Axes
	axes = axes[len(axes)-len(v.dimensions):] // the missing ones repeat
	if len(axes) == 0 {
		return v, nil
	}
	rank := n.Shape.Rank()
	var between []int
	dimensions := make([]length, rank-axes[0])
	for axis := axes[0]; axis < rank; axis++ {
		i, ok := slices.BinarySearch(axes, axis)
		if ok {
			dimensions[axis-axes[0]] = v.dimensions[i]
			continue
		}
		between, dimensions[axis-axes[0]] = append(between, axis-axes[0]), length{fixed: 1}
	}
	if len(between) > 0 {
		v.name = c.emit("Unsqueeze", []string{v.name, c.vector(between...)})
	}
	return value{v.name, dimensions}, nil
}

func (c *converter) slice(n *ir.Node) (value, error) {
	a, x := n.Attributes.(ir.Slice), n.Inputs[0]
	var starts, limits, axes, strides []int
	for axis, l := range c.lengths[x.Index] {
		switch {
		case takesAll(n, axis):
		case l.symbolic():
			return value{}, c.missing(n, "takes some rows of a batch")
		default:
			starts, limits = append(starts, a.Starts[axis]), append(limits, a.Limits[axis])
			axes, strides = append(axes, axis), append(strides, a.Strides[axis])
		}
	}
	name := c.whole(x)
	if len(axes) > 0 {
		name = c.emit("Slice", []string{name, c.vector(starts...), c.vector(limits...), c.vector(axes...),
			c.vector(strides...)})
	}
	return c.made(n, name)
}

func (c *converter) reverse(n *ir.Node) (value, error) {
	axes := n.Attributes.(ir.Reverse).Axes
	each := func(v int) string { return c.vector(slices.Repeat([]int{v}, len(axes))...) }
	return c.made(n, c.emit("Slice", []string{c.whole(n.Inputs[0]), each(-1), each(math.MinInt64),
		c.vector(axes...), each(-1)}))
}

func (c *converter) concatenate(n *ir.Node) (value, error) {
	var inputs []string
	for _, x := range n.Inputs {
		inputs = append(inputs, c.whole(x))
	}
	return c.made(n, c.emit("Concat", inputs, attribute{"axis", n.Attributes.(ir.Concatenate).Axis}))
}

// pad puts a value around and between elements; where less than nothing is put, elements are taken away.
func (c *converter) pad(n *ir.Node) (value, error) {
	x, fill := n.Inputs[0], c.values[n.Inputs[1].Index].name
	axes, lengths := n.Attributes.(ir.Pad).Axes, slices.Clone(c.lengths[x.Index])
	for axis, a := range axes {
		if lengths[axis].symbolic() && a != (compute.PadAxis{}) {
			return value{}, c.missing(n, "adds rows to a batch")
		}
	}
	return c.made(n, c.padded(c.whole(x), lengths, axes, fill))
}

// padded is pad of a value with the given lengths; those with padding are fixed.
func (c *converter) padded(name string, lengths []length, axes []compute.PadAxis, fill string) string {
	for axis, a := range axes {
		if a.Interior > 0 && lengths[axis].fixed > 1 {
			name = c.spread(name, lengths, axis, a.Interior, fill)
		}
	}
	rank := len(axes)
	around, cropped := make([]int, 2*rank), make([]int, 2*rank)
	for axis, a := range axes {
		around[axis], around[rank+axis] = max(0, a.Start), max(0, a.End)
		cropped[axis], cropped[rank+axis] = max(0, -a.Start), max(0, -a.End)
	}
	if slices.Max(around) > 0 {
		name = c.emit("Pad", []string{name, c.vector(around...), fill})
	}
	var starts, limits, cut []int
	for axis := range axes {
		if cropped[axis] == 0 && cropped[rank+axis] == 0 {
			continue
		}
		starts, cut = append(starts, cropped[axis]), append(cut, axis)
		limits = append(limits, lengths[axis].fixed+around[axis]+around[rank+axis]-cropped[rank+axis])
	}
	if len(cut) > 0 {
		name = c.emit("Slice", []string{name, c.vector(starts...), c.vector(limits...), c.vector(cut...)})
	}
	return name
}

// spread puts a value between the elements along an axis, whose length it changes: [l] becomes [l, 1], padded [l, 1 +
// between], [l (1 + between)], of which the last ones are left out.
func (c *converter) spread(name string, lengths []length, axis, between int, fill string) string {
	name = c.emit("Unsqueeze", []string{name, c.vector(axis + 1)})
	around := make([]int, 2*(len(lengths)+1))
	around[len(lengths)+1+axis+1] = between
	name = c.emit("Pad", []string{name, c.vector(around...), fill})
	wide := slices.Insert(slices.Clone(lengths), axis+1, length{fixed: 1 + between})
	long := slices.Clone(lengths)
	long[axis].fixed *= 1 + between
	name = c.reshaped(name, wide, long)
	lengths[axis].fixed = long[axis].fixed - between
	return c.emit("Slice", []string{name, c.vector(0), c.vector(lengths[axis].fixed), c.vector(axis)})
}
