package train

import (
	"bufio"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
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

// rows is the number of steps.
func (h *history) rows() int { return len(h.values) / len(h.columns) }

// write saves the table with a header and the step's number in the first column.
func (h *history) write(folder string) error {
	file, err := os.Create(filepath.Join(folder, HistoryFile))
	if err != nil {
		return err
	}
	defer file.Close()
	text := h.appendHeader(nil)
	for from := 0; from == 0 || from < h.rows(); from += rowsAtOnce {
		if _, err := file.Write(h.appendRows(text, from, min(from+rowsAtOnce, h.rows()))); err != nil {
			return err
		}
		text = text[:0]
	}
	return file.Close()
}

// appendHeader appends the line of the columns' names.
func (h *history) appendHeader(text []byte) []byte {
	text = append(text, "step"...)
	for _, column := range h.columns {
		text = append(append(text, ','), column...)
	}
	return append(text, '\n')
}

// rowsAtOnce bounds the text that is made before it is written.
const rowsAtOnce = 4096

// appendRows appends the lines of the steps from one to before another.
func (h *history) appendRows(text []byte, from, to int) []byte {
	width := len(h.columns)
	for step := from; step < to; step++ {
		text = strconv.AppendInt(text, int64(step), 10)
		for i, v := range h.values[step*width : (step+1)*width] {
			text = append(text, ',')
			if empty := v != v && h.columns[i] == validationColumn; !empty {
				text = strconv.AppendFloat(text, float64(v), 'g', 6, 32)
			}
		}
		text = append(text, '\n')
	}
	return text
}

// Series is one column of a history: the values of all steps.
type Series struct {
	Name   string
	Values []float64
}

// ReadHistory reads a history file: a header, then a row for each step, the step's number first. An empty cell, in a column
// that has no value in most rows, is NaN.
func ReadHistory(path string) ([]Series, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	if !lines.Scan() {
		return nil, fmt.Errorf("the history %s is empty; run again with --fresh", path)
	}
	var columns []Series
	for _, name := range strings.Split(lines.Text(), ",")[1:] {
		columns = append(columns, Series{Name: name})
	}
	for row := 2; lines.Scan(); row++ {
		cells := strings.Split(lines.Text(), ",")
		if len(cells) != len(columns)+1 {
			return nil, fmt.Errorf("the history %s is damaged: line %d has %d cells, the header %d; run again with --fresh",
				path, row, len(cells), len(columns)+1)
		}
		for i, cell := range cells[1:] {
			value := math.NaN()
			if cell != "" {
				if value, err = strconv.ParseFloat(cell, 64); err != nil {
					return nil, fmt.Errorf("the history %s is damaged: line %d: %q is not a number; run again with --fresh", path, row, cell)
				}
			}
			columns[i].Values = append(columns[i].Values, value)
		}
	}
	return columns, lines.Err()
}

// LowestValidation returns the lowest value on the validation points in a history's columns, and whether there is any.
func LowestValidation(columns []Series) (lowest float64, validated bool) {
	lowest = math.Inf(1)
	for _, column := range columns {
		if column.Name != validationColumn {
			continue
		}
		for _, v := range column.Values {
			if v < lowest {
				lowest, validated = v, true
			}
		}
	}
	return lowest, validated
}
