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

// CSVOptions says how a text table is read. The zero value detects the delimiter and the header, knows no comments and
// takes every column.
type CSVOptions struct {
	Comment   rune     // lines that start with it are skipped; 0: none
	Delimiter rune     // parts the fields; 0: the first of tab, ';', ',' that is in the first row, else Whitespace
	Header    Header   // "" is HeaderAuto
	Columns   []string // names or indices from 0, in the order wanted; a name wins over an index; empty: all
	Only      *Match   // keeps the rows that match; nil: all
	Drop      bool     // leaves rows out in which a chosen field is missing (see Missing), instead of refusing them
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
func ReadCSV(r io.Reader, o CSVOptions) (*Set, error) {
	reader := tableReader{options: o}
	if err := reader.each(r, reader.take); err != nil {
		return nil, err
	}
	return reader.set()
}

// ReadHeader returns the names of the columns that ReadCSV takes, "" for one without; nil without a header.
func ReadHeader(r io.Reader, o CSVOptions) ([]string, error) {
	reader := tableReader{options: o}
	if _, err := reader.begin(r); err != nil || !reader.header {
		return nil, err
	}
	var names []string
	for _, column := range reader.columns {
		names = append(names, reader.names[column])
	}
	return names, nil
}

// tableReader turns rows of text into points.
type tableReader struct {
	options CSVOptions
	header  bool     // the first row is one
	dropped int      // rows with a missing field
	names   []string // of the header, if there is one
	width   int      // fields of a row
	columns []int    // chosen ones
	only    int      // column of options.Only
	data    []float64
}

// begin opens a table, chooses the columns by its first row, and returns the rows of data.
func (t *tableReader) begin(r io.Reader) (rowSource, error) {
	next, err := t.open(r)
	if err != nil {
		return nil, err
	}
	first, at, err := next()
	if errors.Is(err, io.EOF) {
		return nil, errNoRows
	}
	if err != nil {
		return nil, err
	}
	if t.header = t.isHeader(first); t.header {
		return next, t.choose(first, at)
	}
	pending := true
	return func() ([]string, int, error) {
		if pending {
			pending = false
			return first, at, nil
		}
		return next()
	}, t.choose(first, at)
}

// each calls visit with every row of data.
func (t *tableReader) each(r io.Reader, visit func(fields []string, line int) error) error {
	next, err := t.begin(r)
	for err == nil {
		err = t.one(next, visit)
	}
	if errors.Is(err, io.EOF) {
		return nil
	}
	return err
}

// one calls visit with the next row; the error is io.EOF after the last.
func (t *tableReader) one(next rowSource, visit func(fields []string, line int) error) error {
	fields, line, err := next()
	switch {
	case err != nil:
		return err
	case len(fields) != t.width:
		return &CSVError{Line: line, Reason: fmt.Sprintf("this row has %d fields, the first has %d", len(fields),
			t.width)}
	}
	return visit(fields, line)
}

func (t *tableReader) take(fields []string, line int) error {
	if t.options.Only != nil && strings.TrimSpace(fields[t.only]) != t.options.Only.Text {
		return nil
	}
	if t.options.Drop && slices.ContainsFunc(t.columns, func(column int) bool { return Missing(fields[column]) }) {
		t.dropped++
		return nil
	}
	start := len(t.data)
	for _, column := range t.columns {
		value, reason := parseNumber(strings.TrimSpace(fields[column]))
		if reason != "" {
			return &CSVError{Line: line, Column: t.label(column), Text: clip(fields[column]), Reason: reason}
		}
		t.data = append(t.data, value)
	}
	if t.options.Check != nil {
		if err := t.options.Check(t.data[start:]); err != nil {
			return fmt.Errorf("line %d: %w", line, err)
		}
	}
	return nil
}

func (t *tableReader) isHeader(fields []string) bool {
	switch t.options.Header {
	case HeaderYes:
		return true
	case HeaderNo:
		return false
	}
	named := false
	for _, field := range fields {
		field = strings.TrimSpace(field)
		if _, err := strconv.ParseFloat(field, 64); err == nil || errors.Is(err, strconv.ErrRange) {
			return false
		}
		named = named || field != ""
	}
	return named
}

// choose fixes the columns from the first row.
func (t *tableReader) choose(first []string, line int) error {
	t.width = len(first)
	if t.header {
		for _, name := range first {
			t.names = append(t.names, strings.ToValidUTF8(strings.TrimSpace(name), "\uFFFD")) // as Latin-1 is not
		}
	}
	for _, wanted := range t.options.Columns {
		column, err := t.find(wanted, line)
		if err != nil {
			return err
		}
		t.columns = append(t.columns, column)
	}
	if len(t.options.Columns) == 0 {
		for column := range t.width {
			t.columns = append(t.columns, column)
		}
	}
	if t.options.Only != nil {
		column, err := t.find(t.options.Only.Column, line)
		if err != nil {
			return err
		}
		t.only = column
	}
	return nil
}

func (t *tableReader) find(wanted string, line int) (int, error) {
	if column := slices.Index(t.names, wanted); column >= 0 {
		if slices.Contains(t.names[column+1:], wanted) {
			return 0, &CSVError{Line: line, Reason: fmt.Sprintf(
				"several columns are named %q: give the column's index", clip(wanted))}
		}
		return column, nil
	}
	if column, err := strconv.Atoi(wanted); err == nil && column >= 0 && column < t.width {
		return column, nil
	}
	known := fmt.Sprintf("the columns are 0 to %d", t.width-1)
	if len(t.names) > 0 {
		known += ", named " + plaintext.Escape(clip(strings.Join(t.names, ", ")))
	} else {
		known += ", without names"
	}
	return 0, &CSVError{Line: line, Reason: fmt.Sprintf("there is no column %q: %s", clip(wanted), known)}
}

func (t *tableReader) label(column int) string {
	if t.names == nil {
		return strconv.Itoa(column)
	}
	return fmt.Sprintf("%d (%s)", column, plaintext.Escape(clip(t.names[column])))
}

var errNoRows = errors.New("there are no rows of data")

func (t *tableReader) set() (*Set, error) {
	if len(t.data) == 0 {
		if t.options.Only != nil {
			return nil, fmt.Errorf("no row has %q in column %s", clip(t.options.Only.Text), t.label(t.only))
		}
		if t.dropped > 0 {
			return nil, fmt.Errorf("each of the %d rows has a missing field; take fewer columns", t.dropped)
		}
		return nil, errNoRows
	}
	return &Set{Dim: len(t.columns), Data: t.data}, nil
}

// parseNumber returns the finite number written in text, or the reason why there is none.
func parseNumber(text string) (float64, string) {
	if text == "" {
		return 0, "the field is empty; a number is needed"
	}
	value, err := strconv.ParseFloat(text, 64)
	switch {
	case math.IsNaN(value):
		return 0, "NaN is not allowed; a finite number is needed"
	case err == nil && math.IsInf(value, 0):
		return 0, "an infinity is not allowed; a finite number is needed"
	case err != nil && !errors.Is(err, strconv.ErrRange):
		return 0, "this is not a number"
	case strings.ContainsFunc(text, func(r rune) bool { return !strings.ContainsRune("0123456789+-.eE", r) }):
		return 0, "this is not a decimal number, such as -1.5 or 2e-3" // what else Go reads: 1_0, 0x1p4
	case errors.Is(err, strconv.ErrRange):
		return 0, "the number is too large for 64 bits"
	}
	return value, ""
}

// clip shortens a text for an error message.
func clip(text string) string { return plaintext.Clip(text, 80) }
