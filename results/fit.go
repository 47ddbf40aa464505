package results

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// Widths of what is wrapped, in characters.
const (
	leastLabel = 16 // beside all columns
	partLabel  = 24 // in parts
	mostCell   = 30 // of cells that are wrapped
)

// fitted splits a grid of cells, the head first, into parts of at most a width, each with the labels: as it is if that
// fits, or with wrapped heads and labels, or with some of the columns each.
func fitted(rows [][]string, width int) [][][]string {
	widths := make([]int, len(rows[0]))
	measure := func() (total int) {
		total = 1
		for j := range widths {
			widths[j] = 0
			for _, row := range rows {
				for line := range strings.SplitSeq(row[j], "\n") {
					widths[j] = max(widths[j], utf8.RuneCountInString(line))
				}
			}
			total += widths[j] + 3
		}
		return total
	}
	if total := measure(); width <= 0 || total <= width {
		return [][][]string{rows}
	}
	rows = slices.Clone(rows)
	for i := range rows {
		rows[i] = slices.Clone(rows[i])
	}
	for j := 1; j < len(widths); j++ { // heads no wider than what is below, if their words are not
		below := 0
		for _, row := range rows[1:] {
			below = max(below, utf8.RuneCountInString(row[j]))
		}
		rows[0][j] = wrapped(rows[0][j], below)
	}
	label := func(most int) {
		for i := range rows {
			rows[i][0] = wrapped(strings.ReplaceAll(rows[i][0], "\n", " "), most)
		}
	}
	whole := func() bool {
		others := measure() - widths[0]
		if width-others >= leastLabel {
			label(width - others)
		}
		return measure() <= width
	}
	if whole() {
		return [][][]string{rows}
	}
	for j := 1; j < len(widths); j++ {
		for i := range rows[1:] {
			rows[1+i][j] = wrapped(rows[1+i][j], mostCell)
		}
	}
	if whole() {
		return [][][]string{rows}
	}
	label(partLabel)
	measure()
	var parts [][][]string
	for first := 1; first < len(widths); {
		end, room := first, width-1-widths[0]-3
		for ; end < len(widths) && (end == first || widths[end]+3 <= room); end++ {
			room -= widths[end] + 3
		}
		part := make([][]string, len(rows))
		for i, row := range rows {
			part[i] = append([]string{row[0]}, row[first:end]...)
			if room < 0 { // a single column
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
