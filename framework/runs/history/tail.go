package history

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"ebim/framework/regular"
)

// Lines returns the whole lines of a growing file from an offset in bytes, at most most bytes, and the offset behind
// them. An unfinished last line is left for the next call. restarted says that the file is shorter than the offset,
// because another computation writes it now: then the lines are those from its beginning.
func Lines(path string, offset int64, most int) (lines []byte, next int64, restarted bool, err error) {
	file, err := regular.Open(path)
	if err != nil {
		return nil, offset, false, err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return nil, offset, false, err
	}
	if restarted = offset < 0 || info.Size() < offset; restarted {
		offset = 0
	}
	lines, err = io.ReadAll(io.NewSectionReader(file, offset, int64(most)))
	if err != nil {
		return nil, offset, restarted, err
	}
	end := bytes.LastIndexByte(lines, '\n') + 1
	if end == 0 && len(lines) == most {
		return nil, offset, restarted, fmt.Errorf("%s is damaged: a line at byte %d is longer than %d bytes", path,
			offset, most)
	}
	return lines[:end], offset + int64(end), restarted, nil
}

// Tail reads a history as it grows.
type Tail struct {
	Path string

	offset  int64
	columns []string
}

// mostAtOnce bounds the bytes that a Tail reads in one go.
const mostAtOnce = 8 << 20

// Columns returns the names of the columns after the step's number; nil before the header has been read.
func (t *Tail) Columns() []string { return t.columns }

// Next returns the rows added since the last call, the step's number first in each; NaN stands for an empty cell. more
// says that it left some for the next call. restarted says that the rows begin anew, as another computation writes the
// file.
func (t *Tail) Next() (rows [][]float64, more, restarted bool, err error) {
	lines, next, restarted, err := Lines(t.Path, t.offset, mostAtOnce)
	if err != nil {
		return nil, false, false, err
	}
	if restarted {
		t.columns = nil
	}
	more = next-t.offset > mostAtOnce/2
	for line := range strings.Lines(string(lines)) {
		cells := strings.Split(strings.TrimSuffix(line, "\n"), ",")
		if t.columns == nil {
			t.columns = append([]string{}, cells[1:]...)
			continue
		}
		if len(cells) != 1+len(t.columns) {
			return nil, false, false, fmt.Errorf("the history %s is damaged: the line %q has %d cells, the header %d",
				t.Path, line, len(cells), 1+len(t.columns))
		}
		row := make([]float64, len(cells))
		for i, cell := range cells {
			if row[i] = math.NaN(); cell == "" {
				continue
			}
			if row[i], err = strconv.ParseFloat(cell, 64); err != nil {
				return nil, false, false, fmt.Errorf("the history %s is damaged: %q is not a number", t.Path, cell)
			}
		}
		rows = append(rows, row)
	}
	t.offset = next
	return rows, more, restarted, nil
}
