package points

import (
	"slices"
	"strings"
)

// fixedEnds are where the fields of a table end that has columns of fixed widths, in bytes of a line: lines of most
// numbers have all of theirs there, and those of fewer some, as where cells are blank. It is nil for other texts.
func fixedEnds(head string, comment rune) []int {
	const looked = 200
	var ends [][]int
	for line := range tableLines(head, comment) {
		if at := numberEnds(line); strings.HasSuffix(line, "\n") && len(at) > 1 {
			ends = append(ends, at)
		}
		if len(ends) > looked {
			break
		}
	}
	var widest []int
	for _, at := range ends {
		if len(at) > len(widest) {
			widest = at
		}
	}
	full := 0
	for _, at := range ends {
		if slices.ContainsFunc(at, func(end int) bool { return !slices.Contains(widest, end) }) {
			return nil
		}
		if len(at) == len(widest) {
			full++
		}
	}
	if full < steadyRows {
		return nil
	}
	return widest
}

// numberEnds are where the numbers of a line end; nil where it has something else.
func numberEnds(line string) (ends []int) {
	for at, end := range fieldSpans(line) {
		if !isNumber(line[at:end]) {
			return nil
		}
		ends = append(ends, end)
	}
	return ends
}

// fieldSpans are where the fields between blanks start and end.
func fieldSpans(line string) func(yield func(start, end int) bool) {
	return func(yield func(start, end int) bool) {
		for at := 0; at < len(line); {
			rest := strings.TrimLeft(line[at:], " \t\r\n")
			at = len(line) - len(rest)
			end := strings.IndexAny(rest, " \t\r\n")
			if end < 0 {
				end = len(rest)
			}
			if end == 0 || !yield(at, at+end) {
				return
			}
			at += end
		}
	}
}

// filled are the fields of a line of numbers in columns of fixed widths, with empty ones where it has none.
func filled(line string, fields []string, ends []int) []string {
	if ends == nil || len(fields) >= len(ends) {
		return fields
	}
	of := numberEnds(line)
	if len(of) != len(fields) || slices.ContainsFunc(of, func(end int) bool { return !slices.Contains(ends, end) }) {
		return fields
	}
	all := make([]string, len(ends))
	for i, end := range of {
		all[slices.Index(ends, end)] = fields[i]
	}
	return all
}
