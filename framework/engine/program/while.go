package program

import (
	"fmt"
	"unsafe"

	"ebim/framework/engine/ir"
)

// while is a loop whose condition and body are programs of their own. Its result and the scratch take turns in holding
// the state.
type while struct {
	condition, body *Program
	sizes, offsets  []int
	captured        int // operands behind the state that are the condition's
	bytes           int
}

func (s *schedule) addWhile(node *ir.Node, inputs []*value) (*value, error) {
	a := node.Attributes.(ir.While)
	w := &while{offsets: a.Offsets, captured: a.Captured, bytes: a.Bytes()}
	for _, shape := range a.State {
		w.sizes = append(w.sizes, int(shape.ByteSize()))
	}
	var err error
	if w.condition, err = Compile(a.Condition, s.options); err != nil {
		return nil, fmt.Errorf("its condition: %w", err)
	}
	if w.body, err = Compile(a.Body, s.options); err != nil {
		return nil, fmt.Errorf("its body: %w", err)
	}
	return s.addPrepared(node, w, inputs), nil
}

// Scratch implements kernel.Instruction: another state, and the condition's answer.
func (w *while) Scratch() int { return w.bytes + 1 }

// Tasks implements kernel.Instruction.
func (w *while) Tasks() int { return 1 }

// Run implements kernel.Instruction.
func (w *while) Run(_ int, dst unsafe.Pointer, operands []unsafe.Pointer, scratch unsafe.Pointer) {
	state := len(w.sizes)
	here, there, answer := dst, scratch, unsafe.Add(scratch, w.bytes)
	for i, size := range w.sizes {
		copy(unsafe.Slice((*byte)(unsafe.Add(here, w.offsets[i])), size), unsafe.Slice((*byte)(operands[i]), size))
	}
	first := append(make([]unsafe.Pointer, state), operands[state:state+w.captured]...)
	second := append(make([]unsafe.Pointer, state), operands[state+w.captured:]...)
	outputs, answers := make([]unsafe.Pointer, state), []unsafe.Pointer{answer}
	for {
		for i, offset := range w.offsets {
			first[i] = unsafe.Add(here, offset)
			second[i], outputs[i] = first[i], unsafe.Add(there, offset)
		}
		if w.condition.Run(first, answers); *(*bool)(answer) {
			w.body.Run(second, outputs)
			here, there = there, here
			continue
		}
		break
	}
	if here != dst {
		copy(unsafe.Slice((*byte)(dst), w.bytes), unsafe.Slice((*byte)(here), w.bytes))
	}
}
