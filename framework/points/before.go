package points

import (
	"errors"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Rows before a table's names are at most mostBefore, and the widths of at least steadyRows after them are the same.
const (
	mostBefore = 20
	steadyRows = 5
)

// rowsAhead are the first rows, the last of them perhaps an error.
func rowsAhead(next func() ([]string, int, error)) []textRow {
	var ahead []textRow
	for len(ahead) <= mostBefore+steadyRows {
		fields, line, err := next()
		ahead = append(ahead, textRow{slices.Clone(fields), line, err})
		if err != nil {
			break
		}
	}
	return ahead
}

// linesBefore counts the rows before those of a table, as devices and programs write titles and dates of exports: they
// have another number of fields, or half of them empty, and not numbers alone, or a line drawn or names beneath them.
// Names follow them, and numbers these, or numbers alone.
func linesBefore(ahead []textRow, header Header) int {
	rows := slices.DeleteFunc(slices.Clone(ahead), func(r textRow) bool { return r.err != nil })
	if len(rows) < steadyRows+2 {
		return 0
	}
	width, before, counted := len(rows[len(rows)-1].fields), 0, false
	for before < len(rows) && isTitle(rows[before:], width, header) {
		if onlyNumbers(rows[before].fields) {
			if counted = true; !mayBeBefore(rows, before) {
				return 0
			}
		}
		before++
	}
	before = max(before, titlesAsWide(rows, width))
	table := rows[before:]
	other := func(r textRow) bool { return len(r.fields) != width && !isLine(r.fields, width) }
	if width < 2 || before > mostBefore || len(table) < steadyRows || slices.ContainsFunc(table, other) {
		return 0
	}
	named := header != HeaderNo && isHeader(table[0].fields, HeaderAuto) &&
		(!isHeader(table[1].fields, HeaderAuto) || belowNames(table) > 0)
	bare := header != HeaderYes && !slices.ContainsFunc(table, func(r textRow) bool { return !onlyNumbers(r.fields) })
	switch {
	case named:
		return before - levelsAbove(rows, before)
	case !bare, counted:
		return beforeLateNames(rows, before, header)
	case before > 0 && mayBeNames(rows[before-1].fields, width):
		return before - 1
	}
	return before
}

// titlesAsWide counts the rows before names that follow one of another width, where none of them has a number: a title
// may have as many delimiters as the table.
func titlesAsWide(rows []textRow, width int) int {
	const words = 3 // of a title, that a name does not have
	number := func(r textRow) bool { return slices.ContainsFunc(r.fields, isNumber) }
	asNames := func(r textRow) bool {
		return len(r.fields) == width && !slices.ContainsFunc(r.fields, func(field string) bool {
			return len(strings.Fields(field)) >= words
		})
	}
	for at := len(rows) - 2; at >= 0; at-- {
		if len(rows[at].fields) == width || isLine(rows[at].fields, width) {
			continue
		}
		names := rows[at+1].fields
		if len(names) == width && isHeader(names, HeaderAuto) && allDiffer(names) &&
			!slices.ContainsFunc(rows[:at+1], number) && !slices.ContainsFunc(rows[:at], asNames) {
			return at + 1
		}
		return 0
	}
	return 0
}

// beforeLateNames counts the rows before names that end a preamble some of whose rows are as wide as the table; 0 where
// no such names are seen.
func beforeLateNames(rows []textRow, before int, header Header) int {
	if before == 0 || header == HeaderNo {
		return 0
	}
	text := func(r textRow) bool { return !slices.ContainsFunc(r.fields, isNumber) }
	for at := before + 1; at < len(rows)-steadyRows; at++ {
		if allDiffer(rows[at].fields) && isHeader(rows[at].fields, HeaderAuto) &&
			!slices.ContainsFunc(rows[at+1:], text) {
			return at
		}
	}
	return 0
}

// levelsAbove counts the rows above names that hold names, too, as of cells that were merged, without which these would
// be shared.
func levelsAbove(rows []textRow, before int) int {
	end := before + 1 + belowNames(rows[before:])
	if _, of := levels(rows[before:end]); of > 1 || allDiffer(rows[before].fields) {
		return 0
	}
	for above := 1; above <= before; above++ {
		if _, of := levels(rows[before-above : before+1]); of == above+1 {
			return above
		}
	}
	return 0
}

// grace is the first word of a line that is a setting of the program of that name.
var grace = regexp.MustCompile(`^@(TYPE|target|with|page|version|[gs]\d+|[xy]axis|title|subtitle|legend|view)?$`)

// isTitle says that the first of some rows is none of a table's: it has other fields, or few, is a setting of Grace, or
// has beneath it what only titles have.
func isTitle(rows []textRow, width int, header Header) bool {
	return !fills(rows[0].fields, width) || grace.MatchString(rows[0].fields[0]) || len(rows) > steadyRows &&
		header != HeaderNo && (underlined(rows, width) || aboveNames(rows) || countsNames(rows))
}

// mayBeBefore says that numbers alone may stand before a table: one, such as a rate, the numbers of columns, or values
// beneath names of their own.
func mayBeBefore(rows []textRow, at int) bool {
	width := len(rows[at].fields)
	return width == 1 || countsNames(rows[at:]) || at > 1 && countsNames(rows[at-2:]) && len(rows[at-2].fields) == width
}

// countsNames says that the first row numbers the names in the next.
func countsNames(rows []textRow) bool {
	for i, field := range rows[0].fields {
		if strings.TrimSpace(field) != strconv.Itoa(i+1) {
			return false
		}
	}
	return len(rows) > 1 && len(rows[1].fields) == len(rows[0].fields) && isHeader(rows[1].fields, HeaderAuto)
}

// underlined says that a line drawn beneath the first row parts it from names.
func underlined(rows []textRow, width int) bool {
	return isLine(rows[1].fields, width) && len(rows[2].fields) == width && isHeader(rows[2].fields, HeaderAuto)
}

// aboveNames says that the first row has numbers among texts, and the next a name for each column, and no number as the
// one after it has.
func aboveNames(rows []textRow) bool {
	title, names, next := rows[0].fields, rows[1].fields, rows[2].fields
	return len(names) > 2 && len(title) == len(names) && len(next) == len(names) &&
		slices.ContainsFunc(title, isNumber) && !onlyNumbers(title) &&
		!slices.ContainsFunc(names, isNumber) && !slices.ContainsFunc(names, Missing) && allDiffer(names) &&
		slices.ContainsFunc(next, isNumber) && !slices.ContainsFunc(rows[3:], func(r textRow) bool {
		return len(r.fields) != len(names) || !slices.ContainsFunc(r.fields, isNumber)
	})
}

// mayBeNames says that a row above numbers has a name for each column, of which some are empty, or for all but that of
// the rows.
func mayBeNames(fields []string, width int) bool {
	return (len(fields) == width || len(fields) == width-1) && !grace.MatchString(fields[0])
}

// fills says that a row has the fields of a table, and more than half of them.
func fills(fields []string, width int) bool {
	filled := 0
	for _, field := range fields {
		if strings.TrimSpace(field) != "" {
			filled++
		}
	}
	return len(fields) == width && 2*filled > width
}

// nameRows gives the first column an empty name where there is one name less than columns, as in R's tables, whose rows
// have names, too: texts, or numbers from 1 on.
func nameRows(ahead []textRow) {
	names := ahead[0].fields
	if len(ahead) < 3 || ahead[1].err != nil || !isHeader(names, HeaderAuto) {
		return
	}
	counts, texts := true, true
	for i, row := range ahead[1:] {
		if row.err != nil {
			if !errors.Is(row.err, io.EOF) {
				return
			}
			break
		}
		if len(row.fields) != len(names)+1 || strings.TrimSpace(row.fields[len(names)]) == "" {
			return
		}
		first := strings.TrimSpace(row.fields[0])
		counts, texts = counts && first == strconv.Itoa(i+1), texts && first != "" && !looksLikeNumber(first)
	}
	if !counts && !texts {
		return
	}
	ahead[0].fields = append([]string{""}, names...)
}
