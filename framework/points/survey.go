package points

import (
	"bufio"
	"errors"
	"io"
	"math"
	"slices"
	"strings"
)

// Missing says that a field of a text table stands for a number that isn't there: it is empty, NA, N/A, NaN, null,
// none, ? or infinite.
func Missing(field string) bool {
	return slices.Contains([]string{"", "na", "n/a", "nan", "null", "none", "?", "inf", "+inf", "-inf", "infinity",
		"-infinity"}, strings.ToLower(strings.TrimSpace(field)))
}

// Column is what a survey found in a column of a text table.
type Column struct {
	Name      string // of the header, or empty
	Numbers   int    // fields that hold one
	Missing   int    // fields that are missing
	Texts     int    // fields that are neither
	Text      string // the first of these
	Line      int    // of Text, from 1
	Low, High float64
	Whole     bool // all numbers are whole
	Counting  bool // each number is the one before it plus 1
	last      float64
}

// Survey is what there is in a text table.
type Survey struct {
	Delimiter rune // Whitespace for any run of blanks
	Header    bool // the first row holds names
	Rows      int  // of data
	Line      int  // of the first of them, from 1
	Columns   []Column
}

// SurveyCSV reads a text table whatever it holds, by the options but for the choice of columns. A row with another
// number of fields than the first is an error, as is a table without a row of data.
func SurveyCSV(r io.Reader, o CSVOptions) (*Survey, error) {
	buffered := bufio.NewReaderSize(lineEnds{bufio.NewReader(r)}, 1<<16)
	if mark, err := buffered.Peek(3); err == nil && string(mark) == "\ufeff" {
		_, _ = buffered.Discard(3)
	}
	if o.Delimiter == 0 {
		o.Delimiter = detectDelimiter(buffered, o.Comment)
	}
	next, err := openTable(buffered, o)
	if err != nil {
		return nil, err
	}
	s := &Survey{Delimiter: o.Delimiter}
	reader := tableReader{options: CSVOptions{Header: o.Header}}
	for {
		fields, line, err := next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, err
		}
		if !reader.opened {
			reader.opened, s.Header = true, reader.isHeader(fields)
			if err := reader.choose(fields, s.Header, line); err != nil {
				return nil, err
			}
			s.Columns = make([]Column, reader.width)
			for i, name := range reader.names {
				s.Columns[i].Name = name
			}
			if s.Header {
				continue
			}
		}
		if err := reader.checkWidth(fields, line); err != nil {
			return nil, err
		}
		if s.Rows == 0 {
			s.Line = line
		}
		s.Rows++
		for i := range fields {
			s.Columns[i].take(fields[i], line)
		}
	}
	if s.Rows == 0 {
		return nil, errNoRows
	}
	return s, nil
}

func (c *Column) take(field string, line int) {
	value, reason := parseNumber(strings.TrimSpace(field))
	switch {
	case Missing(field):
		c.Missing++
		return
	case reason != "":
		if c.Texts == 0 {
			c.Text, c.Line = clip(field), line
		}
		c.Texts++
		return
	case c.Numbers == 0:
		c.Low, c.High, c.Whole, c.Counting = value, value, true, true
	default:
		c.Counting = c.Counting && value == c.last+1
	}
	c.Numbers++
	c.Low, c.High, c.last = min(c.Low, value), max(c.High, value), value
	c.Whole = c.Whole && value == math.Trunc(value)
}
