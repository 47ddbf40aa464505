package program

import (
	"runtime"
	"sync"
	"sync/atomic"
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

// crew shares the tasks of one instruction over threads. Idle goroutines of the process help whoever asks first; when
// all are busy the caller does everything alone.
type crew struct {
	machine     *machine
	instruction instruction
	tasks       int
	next, seats atomic.Int64
	helpers     sync.WaitGroup
}

// helpers are the goroutines of the process that wait for work, one less than there are cores.
var helpers struct {
	once sync.Once
	ask  chan *crew
}

func startHelpers() {
	helpers.ask = make(chan *crew)
	for range runtime.GOMAXPROCS(0) - 1 {
		go func() {
			for c := range helpers.ask {
				c.help()
			}
		}()
	}
}

func (c *crew) share(m *machine, in instruction, tasks int) {
	helpers.once.Do(startHelpers)
	c.machine, c.instruction, c.tasks = m, in, tasks
	c.next.Store(0)
	c.seats.Store(0)
	for range min(len(m.threads), tasks) - 1 {
		c.helpers.Add(1)
		select {
		case helpers.ask <- c:
		default:
			c.helpers.Done()
		}
	}
	c.labour(&m.threads[0])
	c.helpers.Wait()
}

func (c *crew) help() {
	t := &c.machine.threads[c.seats.Add(1)]
	t.ready(c.machine.program)
	main := c.machine.threads[0].bases
	copy(t.bases[firstBase:], main[firstBase:])
	c.labour(t)
	clear(t.bases[firstBase:])
	c.helpers.Done()
}

func (c *crew) labour(t *thread) {
	for {
		task := int(c.next.Add(1)) - 1
		if task >= c.tasks {
			return
		}
		c.instruction.run(t, task)
	}
}
