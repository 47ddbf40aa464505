package stage

import (
	"context"
	"slices"
	"sync"
)

// gate lets a number of stages compute at once. Among those waiting the one with the lowest order goes first, so that
// the first runs are finished first instead of all runs being half done.
type gate struct {
	mutex   sync.Mutex
	free    int
	waiting []*ticket
}

type ticket struct {
	order   int
	granted chan struct{}
}

// enter waits for a place; the caller leaves it with leave.
func (g *gate) enter(ctx context.Context, order int) error {
	if ctx.Err() != nil {
		return errInterrupted
	}
	g.mutex.Lock()
	if g.free > 0 {
		g.free--
		g.mutex.Unlock()
		return nil
	}
	mine := &ticket{order, make(chan struct{})}
	g.waiting = append(g.waiting, mine)
	g.mutex.Unlock()
	select {
	case <-mine.granted:
		return nil
	case <-ctx.Done():
	}
	g.mutex.Lock()
	defer g.mutex.Unlock()
	if i := slices.Index(g.waiting, mine); i >= 0 {
		g.waiting = slices.Delete(g.waiting, i, i+1)
	} else {
		g.pass() // granted at the same moment
	}
	return errInterrupted
}

func (g *gate) leave() {
	g.mutex.Lock()
	defer g.mutex.Unlock()
	g.pass()
}

// pass hands a place to the first in order, or keeps it free.
func (g *gate) pass() {
	if len(g.waiting) == 0 {
		g.free++
		return
	}
	first := 0
	for i, t := range g.waiting {
		if t.order < g.waiting[first].order {
			first = i
		}
	}
	close(g.waiting[first].granted)
	g.waiting = slices.Delete(g.waiting, first, first+1)
}
