package points

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
)

// TableOptions says how a table is read: comment, delimiter and header of one of text, columns and rows of any. The
// zero value detects the delimiter and the header, knows no comments and takes every column.
type TableOptions struct {
	Comment   rune      // lines that start with it are skipped; 0: none
	Delimiter rune      // parts the fields; 0: the first of tab ; | , that is in the first row, else Whitespace
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
		if len(fields) != table.Width || isNote(fields) {
			rows, ends := linesAfter(row, take, table.Width)
			if ends {
				table.After = len(rows)
				return Row{}, io.EOF
			}
			fields, ahead = rows[0].fields, append(rows[1:], ahead...)
		}
		if len(fields) != table.Width {
			return Row{}, &CSVError{Line: at, Reason: fmt.Sprintf("this row has %d fields, the first has %d; it begins"+
				" with %q", len(fields), table.Width, clip(strings.Join(fields, table.between())))}
		}
		return Row{Line: at, Texts: fields, numerals: numbers}, nil
	}
	return table, nil
}

// between is what parts the fields of a row; a comma where that is not known.
func (t *Table) between() string {
	if t.Delimiter == 0 {
		return ","
	}
	return string(t.Delimiter)
}

// linesAfter are a row and those that follow it, up to a few, and whether they end the text: lines of no width or
// numbers of the table's, or notes, that say where it ends, or where it is from.
func linesAfter(row textRow, next func() textRow, width int) (rows []textRow, ends bool) {
	const most = 5
	for len(rows) <= most {
		if errors.Is(row.err, io.EOF) {
			return rows, true
		}
		rows = append(rows, textRow{slices.Clone(row.fields), row.line, row.err}) // fields are valid until the next
		if row.err != nil || len(row.fields) == width && !isNote(row.fields) ||
			slices.ContainsFunc(row.fields, isNumber) {
			return rows, false
		}
		row = next()
	}
	return append(rows, row), false
}

// isNote reports whether a row of three fields or more is one text at its beginning, as spreadsheets write notes.
func isNote(fields []string) bool {
	return len(fields) > 2 && !isBlank(fields[0]) && !isNumber(fields[0]) &&
		!slices.ContainsFunc(fields[1:], func(field string) bool { return !isBlank(field) })
}

func isBlank(field string) bool { return strings.TrimSpace(field) == "" }

// named takes the first row for names, or the first few whose names are joined, and the next for units if it looks like
// these.
func (t *Table) named(ahead []textRow) []textRow {
	beneath := belowNames(ahead)
	rows := slices.DeleteFunc(slices.Clone(ahead[:1+beneath]), func(r textRow) bool { return isRule(r.fields) })
	names, of := levels(rows)
	if of > 1 {
		t.Levels = of
	} else {
		names, of = ahead[0].fields, 1
	}
	if t.Delimiter == Whitespace {
		names = withoutCommas(names)
	}
	for _, name := range names {
		t.Names = append(t.Names, strings.ToValidUTF8(strings.TrimSpace(name), "\uFFFD"))
	}
	t.Beneath = beneath - of + 1
	t.Units = unitsAmong(rows[min(of, len(rows)):])
	return ahead[1+beneath:]
}
