package index

import (
	"fmt"
	"unsafe"

	"ebim/framework/engine/ir"
	"ebim/framework/engine/kernel"
)

// scatter (operand, indices, updates) combines the slice of the operand that each index vector points to with an
// update. It is one task: updates of the same elements are combined in their order.
type scatter struct {
	vectors vectors
	batch   []axis // element in the indices, bytes in the updates
	count   int    // of updates
	slice   window // in the result, in the updates
	rows    combine
	bytes   int // of the operand
}

func newScatter(n *ir.Node) (kernel.Instruction, error) {
	var (
		a                = n.Attributes.(ir.Scatter)
		indices, updates = n.Inputs[1], n.Inputs[2]
		size             = n.Shape.DType.Size()
		inResult         = strides(n.Shape.Dimensions, size)
		inUpdates        = strides(updates.Shape.Dimensions, size)
		sizes            = make([]int, n.Shape.Rank()) // of the slice, on each axis of the operand
		slice            []axis
		err              error
	)
	for _, inserted := range a.InsertedWindowAxes {
		sizes[inserted] = 1
	}
	for i, axisOfOperand := range without(n.Shape.Rank(), a.InsertedWindowAxes) {
		axisOfUpdates := a.UpdateWindowAxes[i]
		sizes[axisOfOperand] = updates.Shape.Dimensions[axisOfUpdates]
		slice = append(slice, axis{sizes[axisOfOperand], inResult[axisOfOperand], inUpdates[axisOfUpdates]})
	}
	s := &scatter{slice: newWindow(slice, size), bytes: int(n.Shape.ByteSize())}
	rows := combines[n.Shape.DType]
	if rows == nil {
		return nil, fmt.Errorf("index: no kernel for %s of type %s", n.Op, n.Shape.DType)
	}
	s.rows = rows(n.Op)
	s.vectors, err = newVectors(indices, a.IndexVectorAxis, a.ScatterAxesToOperandAxes, n.Shape.Dimensions, sizes, size)
	if err != nil {
		return nil, err
	}
	batchAxes := without(updates.Shape.Rank(), a.UpdateWindowAxes)
	s.batch, s.count = batch(indices, a.IndexVectorAxis, updates.Shape.Dimensions, batchAxes, size)
	if s.slice.all == 0 {
		s.count = 0
	}
	return s, nil
}

func (s *scatter) Scratch() int { return 0 }
func (s *scatter) Tasks() int   { return 1 }

func (s *scatter) Run(_ int, dst unsafe.Pointer, operands []unsafe.Pointer, _ unsafe.Pointer) {
	indices, updates := operands[1], operands[2]
	copyBytes(dst, operands[0], s.bytes)
	for position := range s.count {
		element, update := at(s.batch, position)
		if to, ok := s.vectors.inside(indices, element); ok {
			s.slice.combine(s.rows, unsafe.Add(dst, to), unsafe.Add(updates, update))
		}
	}
}
