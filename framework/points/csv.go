package points

import (
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Header says whether a table's first row holds the columns' names.
type Header string

const (
	// HeaderAuto takes the first row as names if none of its fields is a number.
	HeaderAuto Header = "auto"
	// HeaderYes takes the first row as names.
	HeaderYes Header = "yes"
	// HeaderNo takes every row as data.
	HeaderNo Header = "no"
)

// Whitespace is the delimiter of columns separated by any run of spaces and tabs.
const Whitespace rune = ' '

// TableOptions says how a table is read: comment, delimiter and header of one of text, columns and rows of any. The
// zero value detects the delimiter and the header, knows no comments and takes every column.
type TableOptions struct {
	Comment   rune      // lines that start with it are skipped; 0: none
	Delimiter rune      // parts the fields; 0: the first of tab, ';', ',' that is in the first row, else Whitespace
	Header    Header    // "" is HeaderAuto
	Columns   []string  // names or indices from 0, in the order wanted; a name wins over an index; empty: Table.Usual
	Only      *Match    // keeps the rows that match; nil: all
	Drop      bool      // leaves rows out in which a chosen field is missing (see Missing), instead of refusing them
	Codes     []float64 // leaves rows out in which a chosen field holds one of these,
	Marks     []string  // or one of these
	// Check, if given, judges each row that was read; its error stops the reading and is reported with the line.
	Check func(row []float64) error
}

// Match is the condition that a column, given by name or index, holds exactly a text.
type Match struct{ Column, Text string }

// CSVError is a mistake in a text table.
type CSVError struct {
	Line   int    // from 1, counting comments, header and empty lines
	Column string // "2" (index from 0) or "2 (latitude)"; empty if the whole row is meant
	Text   string // what was found
	Reason string // what is wrong with it
}

func (e *CSVError) Error() string {
	where := fmt.Sprintf("line %d", e.Line)
	if e.Column != "" {
		where += ", column " + e.Column
	}
	if e.Text == "" {
		return where + ": " + e.Reason
	}
	return fmt.Sprintf("%s: found %q: %s", where, e.Text, e.Reason)
}

// ReadCSV reads one point a row. Errors about a cell or a row are *CSVError: a missing field, a text that is not a
// number, NaN, an infinity, a number too large, a row with another number of fields than the first. A table without a
// row of data is an error too.
func ReadCSV(r io.Reader, o TableOptions) (*Set, error) {
	table, err := OpenCSV(r, o)
	if err != nil {
		return nil, err
	}
	return table.Read(o)
}

// OpenCSV begins to read a table of text, in UTF-8, UTF-16 or Windows-1252 (Latin-1), with decimal points or commas.
// Delimiter and header are those of the options, or else detected.
func OpenCSV(r io.Reader, o TableOptions) (*Table, error) {
	limit := &rowLimit{r, MostRowBytes}
	rows, table, err := split(limit, o)
	if err != nil {
		return nil, err
	}
	return TextTable(table, limited(rows, limit), o.Header)
}

// TextTable completes a table by rows of text and their lines, the first of which may be a header.
func TextTable(table *Table, next func() (fields []string, line int, err error), header Header) (*Table, error) {
	ahead := rowsAhead(next)
	if err := ahead[0].err; errors.Is(err, io.EOF) {
		return nil, ErrNoRows
	} else if err != nil {
		return nil, err
	}
	table.Before = linesBefore(ahead, header)
	ahead = ahead[table.Before:]
	if header != HeaderNo {
		nameRows(ahead)
	}
	first := ahead[0].fields
	table.Width, table.line = len(first), ahead[0].line
	if isHeader(first, header) {
		if header == HeaderYes || !sameUnits(ahead[0].fields, ahead[1].fields) {
			ahead = table.named(ahead)
		}
	}
	numbers := &numerals{decimal: table.Decimal, groups: table.groups, names: table.Names}
	take := func() (row textRow) {
		if len(ahead) > 0 {
			row, ahead = ahead[0], ahead[1:]
		} else {
			row.fields, row.line, row.err = next()
		}
		return row
	}
	table.Next = func() (Row, error) {
		row := take()
		if row.err != nil {
			return Row{}, row.err
		}
		fields, at := row.fields, row.line
		if len(fields) != table.Width {
			if table.After = linesAfter(row, take, table.Width); table.After > 0 {
				return Row{}, io.EOF
			}
			return Row{}, &CSVError{Line: at, Reason: fmt.Sprintf("this row has %d fields, the first has %d",
				len(fields), table.Width)}
		}
		return Row{Line: at, Texts: fields, numerals: numbers}, nil
	}
	return table, nil
}

// linesAfter counts a row and those that follow it if they end the text, and are of no width or numbers of the table's:
// a few that say where it ends, or where it is from. It is 0 otherwise.
func linesAfter(row textRow, next func() textRow, width int) int {
	const most = 5
	for count := 0; count <= most; count++ {
		if errors.Is(row.err, io.EOF) {
			return count
		}
		if row.err != nil || len(row.fields) == width || slices.ContainsFunc(row.fields, isNumber) {
			return 0
		}
		row = next()
	}
	return 0
}

// named takes the first row for names, and the next for units if it looks like these.
func (t *Table) named(ahead []textRow) []textRow {
	for _, name := range ahead[0].fields {
		t.Names = append(t.Names, strings.ToValidUTF8(strings.TrimSpace(name), "\uFFFD"))
	}
	t.Beneath = belowNames(ahead)
	t.Units = unitsAmong(ahead[1 : 1+t.Beneath])
	return ahead[1+t.Beneath:]
}

// unitsAmong are the fields of the row with most units that are known, or of the only one, unless it has the same text
// for all; nil for none.
func unitsAmong(rows []textRow) (units []string) {
	most := 0
	for _, row := range rows {
		known, different := 0, map[string]bool{}
		for _, field := range row.fields {
			field = strings.Trim(strings.TrimSpace(field), "[]()")
			if different[field] = true; KnownUnit(field) {
				known++
			}
		}
		alone := len(rows) == 1 && len(different) > 1 && !isRule(row.fields)
		if known > most || known == most && units == nil && alone {
			units, most = row.fields, known
		}
	}
	return units
}

// belowNames counts the rows below the names that are no data: units, rules, and what measured each.
func belowNames(ahead []textRow) int {
	const most = 3
	below := ahead[1:]
	data := slices.IndexFunc(below, func(r textRow) bool {
		return r.err != nil || slices.ContainsFunc(r.fields, isNumber)
	})
	if data < 1 || data > most || below[data].err != nil ||
		slices.ContainsFunc(below[:data], func(r textRow) bool { return !areUnits(r.fields, below[data].fields) }) {
		return 0
	}
	return data
}

// isNumber says that a field holds one, perhaps with a unit.
func isNumber(field string) bool {
	field = strings.TrimSpace(field)
	number := groups{blanks: true}.inASCII(numberIn(field))
	return looksLikeNumber(number) || grouped.MatchString(number) || angleInParts.MatchString(field) ||
		degreesMinutes.MatchString(field) || uncertain.MatchString(field)
}

// isRule says that the fields of a row are nothing but lines.
func isRule(fields []string) bool {
	return !slices.ContainsFunc(fields, func(field string) bool { return strings.Trim(field, "-=_ ") != "" })
}

// textRow is a row that was read, or why none was.
type textRow struct {
	fields []string
	line   int
	err    error
}

// areUnits says that a row beneath the names, of short texts or lines alone, holds the units of numbers in a row below.
func areUnits(row, next []string) (are bool) {
	const long = 20
	if len(row) != len(next) {
		return false
	}
	rule := isRule(row)
	for i, field := range row {
		field = strings.TrimSpace(field)
		if isNumber(field) || len(field) > long && !rule {
			return false
		}
		are = are || (rule || !Missing(field)) && looksLikeNumber(strings.TrimSpace(next[i]))
	}
	return are
}

// sameUnits says that a row and the next both hold numbers that are followed by the same units, so that neither holds
// names.
func sameUnits(row, next []string) bool {
	for i := range min(len(row), len(next)) {
		unit := afterNumber(strings.TrimSpace(row[i]))
		if unit != "" && unit == afterNumber(strings.TrimSpace(next[i])) {
			return true
		}
	}
	return false
}

func isHeader(fields []string, choice Header) bool {
	switch choice {
	case HeaderYes:
		return true
	case HeaderNo:
		return false
	}
	named := false
	for _, field := range fields {
		field = strings.TrimSpace(field)
		if looksLikeNumber(field) {
			return false
		}
		named = named || field != ""
	}
	return named
}

// looksLikeNumber says so of what programs write for numbers, with a decimal point or comma, finite or not.
func looksLikeNumber(field string) bool {
	field = withoutPercent(field)
	_, err := strconv.ParseFloat(field, 64)
	return err == nil || errors.Is(err, strconv.ErrRange) || commaNumber.MatchString(field) ||
		millions.MatchString(field) || fortranNumber.MatchString(field)
}

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
// have another number of fields, or half of them empty, and not numbers alone. Names follow them, and numbers these, or
// numbers alone.
func linesBefore(ahead []textRow, header Header) int {
	rows := slices.DeleteFunc(slices.Clone(ahead), func(r textRow) bool { return r.err != nil })
	if len(rows) < steadyRows+2 {
		return 0
	}
	width, before := len(rows[len(rows)-1].fields), 0
	for before < len(rows) && isTitle(rows[before].fields, width) {
		if before++; onlyNumbers(rows[before-1].fields) {
			return 0
		}
	}
	table := rows[before:]
	other := func(r textRow) bool { return len(r.fields) != width }
	if width < 2 || before > mostBefore || len(table) < steadyRows || slices.ContainsFunc(table, other) {
		return 0
	}
	named := header != HeaderNo && isHeader(table[0].fields, HeaderAuto) &&
		(!isHeader(table[1].fields, HeaderAuto) || belowNames(table) > 0)
	bare := header != HeaderYes && !slices.ContainsFunc(table, func(r textRow) bool { return !onlyNumbers(r.fields) })
	switch {
	case named:
		return before
	case !bare:
		return 0
	case before > 0 && mayBeNames(rows[before-1].fields, width):
		return before - 1
	}
	return before
}

// grace is the first word of a line that is a setting of the program of that name.
var grace = regexp.MustCompile(`^@(TYPE|target|with|page|version|[gs]\d+|[xy]axis|title|subtitle|legend|view)?$`)

// isTitle says that a row is none of a table's: it has other fields, or few, or is a setting of Grace.
func isTitle(fields []string, width int) bool {
	return !fills(fields, width) || grace.MatchString(fields[0])
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

func onlyNumbers(fields []string) bool {
	return !slices.ContainsFunc(fields, func(field string) bool { return !looksLikeNumber(strings.TrimSpace(field)) })
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
