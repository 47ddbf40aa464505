package train

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"slices"
	"time"

	"ebim/framework/network"
)

// Watcher looks at a training while it goes on, and changes nothing of it. Of a training with several starts its methods may be called
// from several goroutines.
type Watcher interface {
	// History begins the history of one of the starts, counted from 0. What is written is the text of history.csv as it grows: the
	// header, then whole rows, those of a training that goes on from a checkpoint from the first step on.
	History(start int) io.Writer
	// NextLook returns the first step after some that have been made after which Look shall be called; 0 for none.
	NextLook(made, total int) int
	// Look is told that so many steps of one of the starts have been made. save writes the parameters of that moment below a folder, as
	// a finished training has them in its own. ctx is the training's.
	Look(ctx context.Context, start, made int, save func(folder string) error)
}

// rowsEvery is how often a watcher is given new rows.
const rowsEvery = 500 * time.Millisecond

// watch is what a training's watcher has been told.
type watch struct {
	Watcher
	start    int
	history  io.Writer // nil before the first rows
	text     []byte
	rows     int
	told     time.Time
	nextLook int // 0 for none
}

// beginWatch prepares the looks of a training, which may go on from a checkpoint. There is nil for no watcher.
func (r *running) beginWatch() {
	if r.Watcher == nil {
		return
	}
	r.watch = &watch{Watcher: r.Watcher, start: r.Start}
	r.watch.nextLook = r.Watcher.NextLook(r.step, r.total)
}

// tell gives the watcher the rows that are new, where that is due or they are the last.
func (r *running) tell(now time.Time, last bool) {
	w := r.watch
	if w == nil || !last && now.Sub(w.told) < rowsEvery {
		return
	}
	w.told, w.text = now, w.text[:0]
	if w.history == nil {
		w.history = w.History(w.start)
		w.text = r.history.appendHeader(w.text)
	}
	w.text = r.history.appendRows(w.text, w.rows, r.history.rows())
	w.rows = r.history.rows()
	_, _ = w.history.Write(w.text) // which is the watcher's own affair
}

// look lets the watcher look at the parameters where it wants to.
func (r *running) look(ctx context.Context) {
	w := r.watch
	if w == nil || w.nextLook == 0 || r.step < w.nextLook {
		return
	}
	w.Look(ctx, w.start, r.step, func(folder string) error {
		arrays := slices.Clone(r.problem.Parameters)
		network.Fill(arrays, r.evaluated().Arrays()[0].Data)
		return SaveParameters(filepath.Join(folder, ParametersFolder), arrays)
	})
	w.nextLook = w.NextLook(r.step, r.total)
}

// untilWatched returns the number of steps until the watcher looks, or what is given where that is less.
func (r *running) untilWatched(left int) int {
	if r.watch == nil || r.watch.nextLook == 0 {
		return left
	}
	return max(1, min(left, r.watch.nextLook-r.step))
}

// ShowHistory writes the history of a finished training's folder to a watcher's.
func ShowHistory(folder string, to io.Writer) error {
	text, err := os.ReadFile(filepath.Join(folder, HistoryFile))
	if err != nil {
		return err
	}
	_, _ = to.Write(text) // which is the watcher's own affair
	return nil
}
