package live

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"os"
	"strconv"
	"strings"
)

// ReadLines returns the whole lines of a growing file from an offset in bytes on, at most so many bytes of them, and the offset behind
// them. A last line that is not ended yet is left for the next time. restarted says that the file is shorter than the offset,
// because another computation writes it now: the lines are those from its beginning then.
func ReadLines(path string, offset int64, most int) (lines []byte, next int64, restarted bool, err error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, offset, false, err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return nil, offset, false, err
	}
	if !info.Mode().IsRegular() {
		return nil, offset, false, fmt.Errorf("%s is not a file", path)
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
		return nil, offset, restarted, fmt.Errorf("%s is damaged: a line at byte %d is longer than %d bytes", path, offset, most)
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

// Next returns the rows that have been added since the last call, the step's number first in each; NaN stands for an empty cell. There
// may be more at once than it returns: more says so. restarted says that the rows begin anew, as another computation writes the file.
func (t *Tail) Next() (rows [][]float64, more, restarted bool, err error) {
	lines, next, restarted, err := ReadLines(t.Path, t.offset, mostAtOnce)
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
			return nil, false, false, fmt.Errorf("the history %s is damaged: a line has %d cells, the header %d", t.Path, len(cells), 1+len(t.columns))
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
