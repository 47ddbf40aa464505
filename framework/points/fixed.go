package points

import (
	"regexp"
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

// betweenBlanks is a field.
var betweenBlanks = regexp.MustCompile(`\S+`)

// numberEnds are where the numbers of a line end; nil where it has something else.
func numberEnds(line string) (ends []int) {
	for _, at := range betweenBlanks.FindAllStringIndex(line, -1) {
		if !isNumber(line[at[0]:at[1]]) {
			return nil
		}
		ends = append(ends, at[1])
	}
	return ends
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
