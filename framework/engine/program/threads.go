package program

import (
	"runtime"
	"sync"
	"sync/atomic"
)

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
