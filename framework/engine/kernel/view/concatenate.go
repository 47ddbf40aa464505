package view

import (
	"fmt"
	"unsafe"

	"ebim/framework/engine/ir"
	"ebim/framework/engine/kernel"
)

// elementsOfTask is about how many elements of the result a task writes.
const elementsOfTask = 1 << 17

// New prepares OpTypeConcatenate and OpTypePad.
func New(n *ir.Node) (kernel.Instruction, error) {
	size := n.Shape.DType.Size()
	if size != 1 && size != 2 && size != 4 && size != 8 {
		return nil, fmt.Errorf("view: no %s of %s", n.Op, n.Shape.DType)
	}
	switch attributes := n.Attributes.(type) {
	case ir.Concatenate:
		return newConcatenate(n, attributes), nil
	case ir.Pad:
		return newPad(n, attributes), nil
	}
	return nil, fmt.Errorf("view: no instruction for %s with attributes %T", n.Op, n.Attributes)
}

// concatenate writes each operand to its part of the result.
type concatenate struct {
	parts []part
	split bool // each operand is a task, else all together are one
}

type part struct {
	copier *Copier
	size   int
}

func newConcatenate(n *ir.Node, attributes ir.Concatenate) *concatenate {
	c := &concatenate{split: n.Shape.Size() > elementsOfTask}
	whole := Contiguous(n.Shape.Dimensions)
	starts, strides := make([]int, n.Shape.Rank()), make([]int, n.Shape.Rank())
	for axis := range strides {
		strides[axis] = 1
	}
	for _, operand := range n.Inputs {
		limits := append([]int(nil), n.Shape.Dimensions...)
		limits[attributes.Axis] = starts[attributes.Axis] + operand.Shape.Dimensions[attributes.Axis]
		v := whole.Slice(starts, limits, strides)
		c.parts = append(c.parts, part{NewCopier(v, n.Shape.DType.Size()), v.Size()})
		starts[attributes.Axis] = limits[attributes.Axis]
	}
	return c
}

func (c *concatenate) Scratch() int { return 0 }

func (c *concatenate) Tasks() int {
	if c.split {
		return len(c.parts)
	}
	return 1
}

func (c *concatenate) Run(task int, dst unsafe.Pointer, operands []unsafe.Pointer, _ unsafe.Pointer) {
	for i, p := range c.parts {
		if !c.split || i == task {
			p.copier.Write(dst, operands[i], 0, p.size)
		}
	}
}
