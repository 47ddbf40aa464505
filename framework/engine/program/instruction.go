package program

import (
	"unsafe"
)

// Addresses are relative to bases: the arena, the thread's scratch, the constants, then parameters and outputs.
const (
	arenaBase = iota
	scratchBase
	constantBase
	firstBase
)

// address is a place in memory, in bytes from a base. Element i of a loop lies scale*i bytes further.
type address struct {
	base, scale int
	offset      int
}

// fixed returns the address of the first element for every element of a loop.
func (a address) fixed() address {
	a.scale = 0
	return a
}

// thread is what one thread of a run sees: all memory, and a scratch of its own.
type thread struct {
	bases    []unsafe.Pointer
	operands []unsafe.Pointer // of an instruction that takes a list
}

func (t *thread) at(a address, i int) unsafe.Pointer {
	return unsafe.Add(t.bases[a.base], a.offset+a.scale*i)
}

// instruction is one step of a program. Its tasks may run at the same time, each with a scratch of its own, and finish
// when all have run. Their number depends on shapes alone, so that threads don't change results.
type instruction interface {
	tasks() int
	run(t *thread, task int)
	finish(t *thread)
}

// complete is part of instructions that have nothing left to do after their tasks.
type complete struct{}

func (complete) finish(*thread) {}
