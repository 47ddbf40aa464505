package results

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// Widths of what is wrapped, in characters.
const (
	leastLabel = 16 // of labels beside all columns
	partLabel  = 24 // of labels in parts
	mostCell   = 30
)

// fitted splits a grid of cells, the head first, into parts of at most a width, each with the labels: as it is if that
// fits, or with wrapped heads, labels and cells, or with some of the columns each.
func fitted(rows [][]string, width int) [][][]string {
	if total, _ := measure(rows); width <= 0 || total <= width {
		return [][][]string{rows}
	}
	f := fitting{rows: slices.Clone(rows), width: width}
	for i := range rows {
		f.rows[i] = slices.Clone(rows[i])
	}
	for j := 1; j < len(rows[0]); j++ { // heads no wider than what is below, if their words are not
		below := 0
		for _, row := range rows[1:] {
			below = max(below, utf8.RuneCountInString(row[j]))
		}
		f.rows[0][j] = wrapped(rows[0][j], below)
	}
	if f.whole() {
		return [][][]string{f.rows}
	}
	for j := 1; j < len(rows[0]); j++ {
		f.wrap(f.rows[1:], j, mostCell)
	}
	if f.whole() {
		return [][][]string{f.rows}
	}
	f.wrap(f.rows, 0, partLabel)
	return f.parts()
}

// fitting is a grid that is wrapped.
type fitting struct {
	rows  [][]string
	width int
}

// measure returns the width of a grid with its lines, and of its columns.
func measure(rows [][]string) (total int, widths []int) {
	total, widths = 1, make([]int, len(rows[0]))
	for j := range widths {
		for _, row := range rows {
			for line := range strings.SplitSeq(row[j], "\n") {
				widths[j] = max(widths[j], utf8.RuneCountInString(line))
			}
		}
		total += widths[j] + 3
	}
	return total, widths
}

func (f *fitting) wrap(rows [][]string, column, most int) {
	for _, row := range rows {
		row[column] = wrapped(row[column], most)
	}
}

// whole wraps labels beside all columns, and reports whether the grid fits then.
func (f *fitting) whole() bool {
	total, widths := measure(f.rows)
	if room := f.width - (total - widths[0]); room >= leastLabel {
		f.wrap(f.rows, 0, room)
	}
	total, _ = measure(f.rows)
	return total <= f.width
}

// parts takes as many columns as fit, each time; one that is too wide by itself is wrapped.
func (f *fitting) parts() (parts [][][]string) {
	_, widths := measure(f.rows)
	for first := 1; first < len(widths); {
		end, room := first, f.width-1-widths[0]-3
		for ; end < len(widths) && (end == first || widths[end]+3 <= room); end++ {
			room -= widths[end] + 3
		}
		part := make([][]string, len(f.rows))
		for i, row := range f.rows {
			part[i] = append([]string{row[0]}, row[first:end]...)
			if room < 0 {
				part[i][1] = wrapped(part[i][1], widths[first]+room)
			}
		}
		parts, first = append(parts, part), end
	}
	return parts
}

// wrapped breaks a text between words, into lines of at most the given number of characters unless a word is longer.
func wrapped(text string, most int) string {
	line, out := 0, strings.Builder{}
	for _, word := range strings.Fields(text) {
		n := utf8.RuneCountInString(word)
		switch {
		case line == 0:
		case line+1+n > most:
			out.WriteByte('\n')
			line = 0
		default:
			out.WriteByte(' ')
			line++
		}
		out.WriteString(word)
		line += n
	}
	return out.String()
}
