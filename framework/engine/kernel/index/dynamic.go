package index

import (
	"unsafe"

	"ebim/framework/engine/ir"
	"ebim/framework/engine/kernel"
)

// dynamicSlice (operand, a start an axis) copies a slice of the operand.
type dynamicSlice struct {
	starts scalars
	slice  window // in the result, in the operand
}

func newDynamicSlice(n *ir.Node) (kernel.Instruction, error) {
	operand, sizes, size := n.Inputs[0], n.Shape.Dimensions, n.Shape.DType.Size()
	starts, err := newScalars(n.Inputs[1:], operand.Shape.Dimensions, sizes, size)
	if err != nil {
		return nil, err
	}
	return &dynamicSlice{starts, sliceWindow(sizes, sizes, operand.Shape.Dimensions, size)}, nil
}

// sliceWindow returns a slice of some sizes in two contiguous arrays of as many axes.
func sliceWindow(sizes, first, second []int, elementSize int) window {
	axes := make([]axis, len(sizes))
	inFirst, inSecond := strides(first, elementSize), strides(second, elementSize)
	for i, length := range sizes {
		axes[i] = axis{length, inFirst[i], inSecond[i]}
	}
	return newWindow(axes, elementSize)
}

func (d *dynamicSlice) Scratch() int { return 0 }
func (d *dynamicSlice) Tasks() int   { return 1 }

func (d *dynamicSlice) Run(_ int, dst unsafe.Pointer, operands []unsafe.Pointer, _ unsafe.Pointer) {
	if d.slice.all > 0 {
		d.slice.copy(dst, unsafe.Add(operands[0], d.starts.clamped(operands[1:])))
	}
}

// dynamicUpdateSlice (operand, update, a start an axis) replaces a slice of the operand.
type dynamicUpdateSlice struct {
	starts scalars
	slice  window // in the result, in the update
	bytes  int    // of the operand
}

func newDynamicUpdateSlice(n *ir.Node) (kernel.Instruction, error) {
	sizes, size := n.Inputs[1].Shape.Dimensions, n.Shape.DType.Size()
	starts, err := newScalars(n.Inputs[2:], n.Shape.Dimensions, sizes, size)
	if err != nil {
		return nil, err
	}
	return &dynamicUpdateSlice{starts, sliceWindow(sizes, n.Shape.Dimensions, sizes, size),
		int(n.Shape.ByteSize())}, nil
}

func (d *dynamicUpdateSlice) Scratch() int { return 0 }
func (d *dynamicUpdateSlice) Tasks() int   { return 1 }

func (d *dynamicUpdateSlice) Run(_ int, dst unsafe.Pointer, operands []unsafe.Pointer, _ unsafe.Pointer) {
	copyBytes(dst, operands[0], d.bytes)
	if d.slice.all > 0 {
		d.slice.copy(unsafe.Add(dst, d.starts.clamped(operands[2:])), operands[1])
	}
}
