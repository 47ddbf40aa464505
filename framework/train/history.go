package train

import (
	"bufio"
	"os"
	"path/filepath"
	"strconv"
)

// HistoryFile is the name of a training's table of loss terms and sampler statistics, one row a step.
const HistoryFile = "history.csv"

// validationColumn is the last column, where there is one: the value on the validation points, empty between looks at them.
const validationColumn = "validation"

// history keeps the rows in memory, in single precision: a hundred thousand steps of eight columns are 3 MB.
type history struct {
	columns []string
	values  []float32
}

func newHistory(columns []string) *history { return &history{columns: columns} }

func (h *history) append(row []float64) {
	for _, v := range row {
		h.values = append(h.values, float32(v))
	}
}

// write saves the table with a header and the step's number in the first column.
func (h *history) write(folder string) error {
	file, err := os.Create(filepath.Join(folder, HistoryFile))
	if err != nil {
		return err
	}
	defer file.Close()
	w := bufio.NewWriter(file)
	w.WriteString("step")
	for _, column := range h.columns {
		w.WriteString("," + column)
	}
	var cell []byte
	for i, v := range h.values {
		if i%len(h.columns) == 0 {
			w.WriteString("\n" + strconv.Itoa(i/len(h.columns)))
		}
		cell = append(cell[:0], ',')
		if empty := v != v && h.columns[i%len(h.columns)] == validationColumn; !empty {
			cell = strconv.AppendFloat(cell, float64(v), 'g', 6, 32)
		}
		w.Write(cell)
	}
	w.WriteString("\n")
	if err := w.Flush(); err != nil {
		return err
	}
	return file.Close()
}
