package train

import (
	"os"
	"path/filepath"

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
