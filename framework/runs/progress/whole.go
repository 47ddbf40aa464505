package progress

import (
	"fmt"
	"strings"
	"time"
)

// Whole is how much is done of all the runs of a command.
type Whole struct {
	Done, Total int // runs that have ended, and all
	Computed    int // ended runs that computed something
	Running     int // runs that are computed now
	// Ended says of the run that has just ended what became of it; empty where nothing was computed.
	Ended string
}

// whole is what a board knows of all runs.
type whole struct {
	Whole
	started, updated time.Time
}

// Overall implements Reporter: a line for each run that ends, with how much is done of all, which on a terminal is a
// line below the running stages.
func (b *board) Overall(w Whole) {
	now := b.clock()
	b.mutex.Lock()
	defer b.mutex.Unlock()
	if b.whole == nil {
		b.whole = &whole{started: now}
	}
	b.whole.Whole, b.whole.updated = w, now
	text := w.Ended
	if b.size == nil && text != "" && w.Done < w.Total {
		text += "; " + b.whole.line(now)
	}
	if w.Total < 2 {
		b.whole = nil
	}
	if text != "" || b.size != nil {
		b.redraw(text)
	}
}

// left estimates the time until all is done, by what it was when the latest run ended. Runs that were reused take none;
// those that were running then are taken for half done.
func (w *whole) left(now time.Time) (time.Duration, bool) {
	half := float64(w.Running) / 2
	if w.Computed == 0 || w.Done >= w.Total {
		return 0, false
	}
	perRun := float64(w.updated.Sub(w.started)) / (float64(w.Computed) + half)
	all := time.Duration(perRun * max(float64(w.Total-w.Done)-half, 0))
	return max(all-now.Sub(w.updated), 0), true
}

// line is what is done as plain text.
func (w *whole) line(now time.Time) string {
	text := fmt.Sprintf("%d of %d runs done", w.Done, w.Total)
	if left, ok := w.left(now); ok {
		text += "  about " + Duration(left) + " left"
	}
	return text
}

// bar is the same with a bar.
func (w *whole) bar(now time.Time) string {
	const cells = 20
	full := w.Done * cells / w.Total
	text := w.line(now)
	runs, left, _ := strings.Cut(text, "  ")
	return strings.TrimSpace(fmt.Sprintf("%s  %s%s  %s", runs, strings.Repeat("█", full), strings.Repeat("░",
		cells-full), left))
}
