package train

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"slices"
	"time"

	"ebim/framework/network"
	"ebim/framework/runs/history"
)

// rowsEvery is how often a watcher is given new rows.
const rowsEvery = 500 * time.Millisecond

// beginWatch prepares the looks of a training, which may go on from a checkpoint. There is nil for no watcher.
func (r *running) beginWatch() {
	if r.Watcher == nil {
		return
	}
	r.watch = &watch{Watcher: r.Watcher, start: r.Start}
	r.watch.nextLook = r.Watcher.NextLook(r.step, r.total)
}

// show gives the watcher the rows that are new, where that is due or they are the last.
func (r *running) show(now time.Time, last bool) {
	w := r.watch
	if w == nil || !last && now.Sub(w.shown) < rowsEvery {
		return
	}
	w.shown, w.text = now, w.text[:0]
	if w.history == nil {
		w.history = w.History(w.start)
		w.text = history.AppendHeader(w.text, r.history.columns)
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
