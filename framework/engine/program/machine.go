package program

import (
	"sync"
	"unsafe"

	"ebim/framework/engine/memory"
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

// machine is the memory of one run.
type machine struct {
	program *Program
	threads []thread
	work    crew
}

// thread is what one thread of a run sees: all memory, and a scratch of its own.
type thread struct {
	bases    []unsafe.Pointer
	operands []unsafe.Pointer // of an instruction that takes a list
}

// machines are those that no run uses; a program makes as many as ever ran at once.
type machines struct {
	sync.Mutex
	idle []*machine
}

func (s *machines) take(p *Program) *machine {
	s.Lock()
	defer s.Unlock()
	if last := len(s.idle) - 1; last >= 0 {
		m := s.idle[last]
		s.idle = s.idle[:last]
		return m
	}
	return newMachine(p)
}

func (s *machines) give(m *machine) {
	s.Lock()
	defer s.Unlock()
	s.idle = append(s.idle, m)
}

func newMachine(p *Program) *machine {
	m := &machine{program: p, threads: make([]thread, p.threads)}
	arena := memory.Block(p.arena)
	for i := range m.threads {
		bases := make([]unsafe.Pointer, firstBase+p.parameters+p.outputs)
		bases[arenaBase] = arena
		bases[constantBase] = unsafe.Pointer(unsafe.SliceData(p.constants))
		m.threads[i].bases = bases
	}
	m.threads[0].ready(p)
	return m
}

// ready gives the thread its scratch, which most programs need for one thread only.
func (t *thread) ready(p *Program) {
	if t.bases[scratchBase] == nil {
		t.bases[scratchBase] = memory.Block(p.scratch)
	}
}

func (t *thread) at(a address, i int) unsafe.Pointer {
	return unsafe.Add(t.bases[a.base], a.offset+a.scale*i)
}

func (m *machine) run(inputs, outputs []unsafe.Pointer) {
	main := &m.threads[0]
	copy(main.bases[firstBase:], inputs)
	copy(main.bases[firstBase+len(inputs):], outputs)
	for _, in := range m.program.instructions {
		if tasks := in.tasks(); tasks > 1 && len(m.threads) > 1 {
			m.work.share(m, in, tasks)
		} else {
			for task := range tasks {
				in.run(main, task)
			}
		}
		in.finish(main)
	}
	clear(main.bases[firstBase:]) // a machine that waits must not keep its last run's arrays
}
