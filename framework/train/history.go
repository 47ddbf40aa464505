package train

import (
	"io"
	"os"
	"path/filepath"
	"time"

	"ebim/framework/runs/history"
)

// HistoryFile is the name of a training's table of loss terms and sampler statistics, one row a step.
const HistoryFile = history.Name

// table keeps the rows in memory, in single precision: a hundred thousand steps of eight columns are 3 MB.
type table struct {
	columns []string
	values  []float32
}

func (h *table) append(row []float64) {
	for _, v := range row {
		h.values = append(h.values, float32(v))
	}
}

// rows is the number of steps.
func (h *table) rows() int { return len(h.values) / len(h.columns) }

// write saves the table with a header and the step's number in the first column.
func (h *table) write(folder string) error {
	file, err := os.Create(filepath.Join(folder, HistoryFile))
	if err != nil {
		return err
	}
	defer file.Close()
	text := history.AppendHeader(nil, h.columns)
	for from := 0; from == 0 || from < h.rows(); from += rowsAtOnce {
		if _, err := file.Write(h.appendRows(text, from, min(from+rowsAtOnce, h.rows()))); err != nil {
			return err
		}
		text = text[:0]
	}
	return file.Close()
}

// rowsAtOnce bounds the text that is made before it is written.
const rowsAtOnce = 4096

// appendRows appends the lines of the steps from one to before another.
func (h *table) appendRows(text []byte, from, to int) []byte {
	width := len(h.columns)
	for step := from; step < to; step++ {
		text = history.AppendRow(text, h.columns, step, h.values[step*width:(step+1)*width])
	}
	return text
}

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
