package page

import (
	"bytes"
	"fmt"
	"os"
	"strings"

	"ebim/framework/runs/live"
)

// mostHistory bounds an answer of a history, in bytes.
const mostHistory = 1 << 20

// readHistory returns whole lines of a history from a byte of its file on.
func readHistory(path string, from int64) (*History, error) {
	lines, next, restarted, err := live.ReadLines(path, from, mostHistory)
	if err != nil {
		return nil, err
	}
	if restarted {
		from = 0
	}
	return &History{From: from, Next: next, More: len(lines) > mostHistory/2, Text: string(lines)}, nil
}

// mostThinned bounds a history that is thinned, in bytes: some hundred thousand steps of many columns.
const mostThinned = 256 << 20

// thinnedHistory returns a whole history with at most so many rows, at least 2: evenly spaced ones, the first and the last among them.
// Between them what rarely has a value, such as that on validation points, keeps its rows instead of their neighbors.
func thinnedHistory(path string, most int) (*History, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if info.Size() > mostThinned {
		return nil, fmt.Errorf("%s has %d MB; a report shows histories of up to %d MB", path, info.Size()>>20, mostThinned>>20)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	lines := bytes.Split(bytes.TrimRight(text, "\n"), []byte("\n"))
	h := &History{Next: int64(len(text)), Every: 1}
	rows := lines[1:]
	if len(rows) <= most {
		h.Text = string(text)
		return h, nil
	}
	h.Every = (len(rows) + most - 1) / most
	var kept strings.Builder
	kept.Write(append(lines[0], '\n'))
	for k := range most {
		first, end := k*len(rows)/most, (k+1)*len(rows)/most
		row := rows[first]
		if k == most-1 {
			row = rows[end-1]
		} else if k > 0 {
			for _, other := range rows[first:end] {
				if filled(other) > filled(row) {
					row = other
				}
			}
		}
		kept.Write(row)
		kept.WriteByte('\n')
	}
	h.Text = kept.String()
	return h, nil
}

// filled counts the cells of a row that are not empty.
func filled(row []byte) int {
	count := 0
	for cell := range bytes.SplitSeq(row, []byte(",")) {
		if len(cell) > 0 {
			count++
		}
	}
	return count
}
