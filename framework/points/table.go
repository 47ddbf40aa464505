package points

import (
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"ebim/framework/plaintext"
)

// Row is a point of a file: the fields of a line of text, or numbers, NaN where one is missing.
type Row struct {
	Line     int // of a text table, from 1
	Texts    []string
	Numbers  []float64 // nil in a text table; else Texts is nil, or holds the texts of columns that are no numbers
	numerals *numerals
}

// Table is rows of a file, read one after another.
type Table struct {
	Names []string // of the columns, "" for one without; nil where none has one
	Units []string // of the columns, in a row beneath the names; nil where there is none
	// CellUnits follow all numbers of a column, or are NorthSouth, EastWest, Clock or Uncertain; nil for none, and
	// before a survey.
	CellUnits []string
	Width     int // number of columns
	// Usual are the columns that say where points are, by index, where a format has others beside them, such as
	// normals and colors; nil: all.
	Usual []int
	// File is the path that errors name; empty for none.
	File string
	// Next is the next row, valid until the next call; io.EOF after the last.
	Next func() (Row, error)

	// Of a table of text:
	Delimiter rune   // Whitespace for any run of blanks; 0 of other files
	Decimal   byte   // '.' or ',', 0 where the first lines have neither
	Encoding  string // unless it is UTF-8
	Before    int    // rows before the table, which are left out
	After     int    // and lines after it, known where its end has been read
	Levels    int    // rows that names are joined of; 0 where they stand in one
	Beneath   int    // rows of units and the like beneath the names, which are left out, too

	groups groups // of a table of text

	line int // of the first row
	rows int // read
}

// located names the file in an error other than io.EOF.
func (t *Table) located(err error) error {
	if err == nil || t.File == "" || errors.Is(err, io.EOF) {
		return err
	}
	return fmt.Errorf("%s: %w", t.File, err)
}

// isText says that a column holds a text, which in a text table may be of a number.
func (r *Row) isText(column int) bool {
	return r.Numbers == nil || r.Texts != nil && r.Texts[column] != ""
}

// text is what a column holds, NaN where a number is missing.
func (r *Row) text(column int) string {
	if r.isText(column) {
		return strings.TrimSpace(r.Texts[column])
	}
	return strconv.FormatFloat(r.Numbers[column], 'g', -1, 64)
}

// missing says that a column has no number in this row, where there might be one.
func (r *Row) missing(column int) bool {
	if r.isText(column) {
		return Missing(r.Texts[column])
	}
	return math.IsNaN(r.Numbers[column]) || math.IsInf(r.Numbers[column], 0)
}

// number is a column's finite number, or the reason why there is none.
func (r *Row) number(column int) (float64, string) {
	if r.Numbers == nil {
		return r.numerals.parseCell(column, strings.TrimSpace(r.Texts[column]))
	}
	value := r.Numbers[column]
	switch {
	case r.isText(column):
		return 0, "this is not a number"
	case math.IsNaN(value), math.IsInf(value, 0):
		return 0, "a finite number is needed"
	}
	return value, ""
}

// next counts rows.
func (t *Table) next() (Row, error) {
	row, err := t.Next()
	if err == nil {
		t.rows++
	}
	return row, err
}

// mistake is what is wrong in a column of the row that was read last.
func (t *Table) mistake(row *Row, column int, reason string) error {
	if row.Numbers == nil {
		return &CSVError{Line: row.Line, Column: t.label(column), Text: clip(row.Texts[column]), Reason: reason}
	}
	found := row.text(column)
	if row.isText(column) {
		found = strconv.Quote(clip(found))
	}
	return fmt.Errorf("row %d, column %s (both from 0): found %s; a finite number is needed", t.rows-1,
		t.label(column), found)
}

func (t *Table) label(column int) string {
	if t.Names == nil {
		return strconv.Itoa(column)
	}
	return fmt.Sprintf("%d (%s)", column, plaintext.Escape(clip(t.Names[column])))
}

// ColumnNames are those of the columns that Read takes, "" for one without; nil without names.
func (t *Table) ColumnNames(o TableOptions) ([]string, error) {
	if t.Names == nil {
		return nil, nil
	}
	chosen, err := t.choose(o)
	var names []string
	for _, column := range chosen {
		names = append(names, t.Names[column])
	}
	return names, t.located(err)
}

// Read reads all rows that are left. Errors say in which line, or row, and column something is not a finite number.
func (t *Table) Read(o TableOptions) (*Set, error) {
	reader, err := t.reader(o)
	for err == nil {
		err = reader.one()
	}
	if !errors.Is(err, io.EOF) {
		return nil, t.located(err)
	}
	set, err := reader.set()
	return set, t.located(err)
}

// tableReader turns rows into points.
type tableReader struct {
	*Table
	options TableOptions
	columns []int // chosen ones
	only    int   // column of options.Only
	dropped int   // rows with a missing field
	data    []float64
}

func (t *Table) reader(o TableOptions) (*tableReader, error) {
	reader := &tableReader{Table: t, options: o}
	var err error
	if reader.columns, err = t.choose(o); err == nil && o.Only != nil {
		reader.only, err = t.find(o.Only.Column)
	}
	return reader, err
}

// choose finds the columns that are wanted.
func (t *Table) choose(o TableOptions) ([]int, error) {
	switch {
	case len(o.Columns) == 0 && t.Usual != nil:
		return t.Usual, nil
	case len(o.Columns) == 0:
		return Range(0, t.Width), nil
	}
	var columns []int
	for _, wanted := range o.Columns {
		column, err := t.find(wanted)
		if err != nil {
			return nil, err
		}
		columns = append(columns, column)
	}
	return columns, nil
}

// find is a column by its name, or else by its index from 0.
func (t *Table) find(wanted string) (int, error) {
	reason := ""
	if column := slices.Index(t.Names, wanted); column >= 0 {
		if !slices.Contains(t.Names[column+1:], wanted) {
			return column, nil
		}
		reason = fmt.Sprintf("several columns are named %q: give the column's index", clip(wanted))
	} else if column, err := strconv.Atoi(wanted); err == nil && column >= 0 && column < t.Width {
		return column, nil
	} else {
		reason = fmt.Sprintf("there is no column %q: the columns are 0 to %d, ", clip(wanted), t.Width-1)
		if t.Names != nil {
			reason += "named " + plaintext.Escape(clip(strings.Join(t.Names, ", ")))
		} else {
			reason += "without names"
		}
	}
	if t.line > 0 {
		return 0, &CSVError{Line: t.line, Reason: reason}
	}
	return 0, errors.New(reason)
}

// one takes the next row; the error is io.EOF after the last.
func (t *tableReader) one() error {
	row, err := t.next()
	if err != nil {
		return err
	}
	if t.options.Only != nil && row.text(t.only) != t.options.Only.Text {
		return nil
	}
	if t.leaveOut(&row) {
		t.dropped++
		return nil
	}
	start := len(t.data)
	for _, column := range t.columns {
		value, reason := row.number(column)
		if reason != "" {
			return t.mistake(&row, column, reason)
		}
		t.data = append(t.data, value)
	}
	if t.options.Check == nil {
		return nil
	}
	switch err := t.options.Check(t.data[start:]); {
	case err != nil && row.Numbers == nil:
		return fmt.Errorf("line %d: %w", row.Line, err)
	case err != nil:
		return fmt.Errorf("row %d (from 0): %w", t.rows-1, err)
	}
	return nil
}

// leaveOut says that a number is missing in a row that may be left out.
func (t *tableReader) leaveOut(row *Row) bool {
	o := &t.options
	return o.Drop && slices.ContainsFunc(t.columns, row.missing) ||
		o.Codes != nil && slices.ContainsFunc(t.columns, func(column int) bool {
			value, reason := row.number(column)
			return reason == "" && slices.Contains(o.Codes, value)
		}) ||
		o.Marks != nil && slices.ContainsFunc(t.columns, func(column int) bool {
			return row.isText(column) && slices.Contains(o.Marks, row.text(column))
		})
}

// ErrNoRows is that of a table that has none.
var ErrNoRows = errors.New("there are no rows of data")

func (t *tableReader) set() (*Set, error) {
	if len(t.data) == 0 {
		if t.options.Only != nil {
			return nil, fmt.Errorf("no row has %q in column %s", clip(t.options.Only.Text), t.label(t.only))
		}
		if t.dropped > 0 {
			return nil, fmt.Errorf("each of the %d rows has a missing field; take fewer columns", t.dropped)
		}
		return nil, ErrNoRows
	}
	return &Set{Dim: len(t.columns), Data: t.data}, nil
}

// clip shortens a text for an error message.
func clip(text string) string { return plaintext.Clip(text, 80) }
