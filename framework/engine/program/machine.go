package program

import (
	"sync"
	"unsafe"

	"ebim/framework/engine/memory"
)

// machine is the memory of one run.
type machine struct {
	program *Program
	threads []thread
	work    crew
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
