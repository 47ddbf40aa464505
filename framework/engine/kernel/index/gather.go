package index

import (
	"unsafe"

	"ebim/framework/engine/ir"
	"ebim/framework/engine/kernel"
)

// taskBytes is how much one task moves at least, unless it is all there is.
const taskBytes = 1 << 16

// gather (operand, indices) copies a slice of the operand for each index vector.
type gather struct {
	vectors vectors
	batch   []axis // element in the indices, bytes in the result
	count   int    // of slices
	perTask int
	slice   window // in the result, in the operand
}

func newGather(n *ir.Node) (kernel.Instruction, error) {
	var (
		a                = n.Attributes.(ir.Gather)
		operand, indices = n.Inputs[0], n.Inputs[1]
		size             = n.Shape.DType.Size()
		inResult         = strides(n.Shape.Dimensions, size)
		inOperand        = strides(operand.Shape.Dimensions, size)
		slice            []axis
		err              error
	)
	for i, axisOfOperand := range without(operand.Shape.Rank(), a.CollapsedSliceAxes) {
		slice = append(slice, axis{a.SliceSizes[axisOfOperand], inResult[a.OffsetOutputAxes[i]],
			inOperand[axisOfOperand]})
	}
	g := &gather{slice: newWindow(slice, size)}
	g.vectors, err = newVectors(indices, a.IndexVectorAxis, a.StartIndexMap, operand.Shape.Dimensions,
		a.SliceSizes, size)
	if err != nil {
		return nil, err
	}
	batchAxes := without(n.Shape.Rank(), a.OffsetOutputAxes)
	g.batch, g.count = batch(indices, a.IndexVectorAxis, n.Shape.Dimensions, batchAxes, size)
	if g.slice.all == 0 {
		g.count = 0
	}
	g.perTask = max(1, taskBytes/max(1, g.slice.all*size))
	return g, nil
}

func (g *gather) Scratch() int { return 0 }
func (g *gather) Tasks() int   { return (g.count + g.perTask - 1) / g.perTask }

func (g *gather) Run(task int, dst unsafe.Pointer, operands []unsafe.Pointer, _ unsafe.Pointer) {
	operand, indices := operands[0], operands[1]
	begin, end := task*g.perTask, min((task+1)*g.perTask, g.count)
	if len(g.batch) == 1 && len(g.vectors.components) == 1 && len(g.slice.axes) == 0 {
		g.rows(begin, end, dst, operand, indices)
		return
	}
	for position := begin; position < end; position++ {
		element, result := at(g.batch, position)
		from := g.vectors.clamped(indices, element)
		g.slice.copy(unsafe.Add(dst, result), unsafe.Add(operand, from))
	}
}

// rows looks up rows of a table, or single elements of a list: one loop, one index each.
func (g *gather) rows(begin, end int, dst, operand, indices unsafe.Pointer) {
	var (
		batch, component = g.batch[0], g.vectors.components[0]
		read, bytes      = g.vectors.read, g.slice.row * g.slice.size
	)
	for position := begin; position < end; position++ {
		start := max(0, min(component.last, read(indices, position*batch.first)))
		copyBytes(unsafe.Add(dst, position*batch.second), unsafe.Add(operand, start*component.stride), bytes)
	}
}
