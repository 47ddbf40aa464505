package progress

import (
	"io"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// board holds the running tasks of bars and lines; every field but out, clock and every is guarded by the mutex.
type board struct {
	out   io.Writer
	clock Clock
	every time.Duration // least time between two showings of one task
	first time.Duration // from a task's start to its first showing
	size  func() (width, height int)

	mutex  sync.Mutex
	tasks  []*task
	whole  *whole // nil where nothing is known of all runs, or there is one
	drawn  int    // live lines on the terminal, above the cursor
	closed bool
}

// Start implements Reporter.
func (b *board) Start(label Label) Task {
	now := b.clock()
	t := &task{board: b, label: label, started: now}
	t.due.Store(now.Add(b.first).UnixNano())
	b.mutex.Lock()
	defer b.mutex.Unlock()
	b.tasks = append(b.tasks, t)
	b.redraw("")
	return t
}

// Message implements Reporter.
func (b *board) Message(text string) {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	b.redraw(text)
}

// Close implements Reporter.
func (b *board) Close() {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	b.tasks, b.whole = nil, nil
	b.redraw("")
	b.closed = true
}

// step records a task's state and shows it.
func (b *board) step(t *task, now time.Time, done, total int, values []Value) {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	if t.over || now.UnixNano() < t.due.Load() {
		return
	}
	t.due.Store(now.Add(b.every).UnixNano())
	t.record(now, done, total, values)
	if b.size != nil {
		b.redraw("")
	} else {
		b.redraw(t.line(now))
	}
}

// end takes a task off the board and leaves one line about it.
func (b *board) end(t *task, outcome string) {
	now := b.clock()
	b.mutex.Lock()
	defer b.mutex.Unlock()
	if t.over {
		return
	}
	t.over = true
	b.tasks = slices.DeleteFunc(b.tasks, func(other *task) bool { return other == t })
	took := now.Sub(t.started)
	if outcome == Done && !t.stepped.Load() && took < long {
		b.redraw("")
		return
	}
	how, reason, explained := strings.Cut(outcome, ": ")
	line := t.label.String() + ": " + how + " after " + Duration(took)
	if explained {
		line += ": " + reason
	}
	b.redraw(line)
}

// long is how long a stage without steps must take to leave a line.
const long = 10 * time.Second

// task is one running stage on a board; every field but due and stepped is guarded by the board's mutex.
type task struct {
	board   *board
	due     atomic.Int64 // Unix nanoseconds before which a step isn't shown
	stepped atomic.Bool  // steps were reported, shown or not
	label   Label
	started time.Time
	over    bool

	counted     bool
	firstDone   int // a resumed stage starts counting above zero
	firstAt     time.Time
	done, total int
	values      []Value
}

// Due implements Task.
func (t *task) Due() bool { return t.board.clock().UnixNano() >= t.due.Load() }

// Step implements Task.
func (t *task) Step(done, total int, values ...Value) {
	if !t.stepped.Load() { // a store after every step would keep the line from other cores
		t.stepped.Store(true)
	}
	now := t.board.clock()
	if now.UnixNano() < t.due.Load() {
		return
	}
	t.board.step(t, now, done, total, values)
}

// End implements Task.
func (t *task) End(outcome string) { t.board.end(t, outcome) }

func (t *task) record(now time.Time, done, total int, values []Value) {
	if !t.counted || done < t.firstDone {
		t.counted, t.firstDone, t.firstAt = true, done, now
	}
	t.done, t.total = done, total
	t.values = append(t.values[:0], values...) // the caller may reuse its slice
}

// left estimates the time until the stage ends from the mean speed so far.
func (t *task) left(now time.Time) (time.Duration, bool) {
	made, missing := t.done-t.firstDone, t.total-t.done
	if made <= 0 || missing < 0 || t.total <= 0 {
		return 0, false
	}
	perStep := float64(now.Sub(t.firstAt)) / float64(made)
	return time.Duration(perStep * float64(missing)), true
}
