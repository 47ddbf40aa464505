package train

import (
	"io"
	"os"
	"path/filepath"
	"time"

	"ebim/framework/runs/history"
)

// rowsEvery is how often those who watch are given new rows.
const rowsEvery = 500 * time.Millisecond

// show gives those who watch the rows that are new, where that is due or they are the last.
func (r *running) show(now time.Time, last bool) {
	w := r.watch
	if w == nil || !last && now.Sub(w.shown) < rowsEvery {
		return
	}
	w.shown, w.text = now, w.text[:0]
	if w.history == nil {
		w.history = r.History(r.Start)
		w.text = history.AppendHeader(w.text, r.history.columns)
	}
	w.text = r.history.appendRows(w.text, w.rows, r.history.rows())
	w.rows = r.history.rows()
	_, _ = w.history.Write(w.text) // which is the watcher's own affair
}

// ShowHistory writes the history of a finished training's folder to those who watch.
func ShowHistory(folder string, to io.Writer) error {
	text, err := os.ReadFile(filepath.Join(folder, HistoryFile))
	if err != nil {
		return err
	}
	_, _ = to.Write(text) // which is the watcher's own affair
	return nil
}
