package points

import (
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
	reader := tableReader{options: CSVOptions{Comment: o.Comment, Delimiter: o.Delimiter, Header: o.Header}}
	s := &Survey{}
	err := reader.each(r, func(fields []string, line int) error {
		if s.Rows++; s.Rows == 1 {
			s.Line, s.Columns = line, make([]Column, reader.width)
			for i, name := range reader.names {
				s.Columns[i].Name = name
			}
		}
		for i, field := range fields {
			s.Columns[i].take(field, line)
		}
		return nil
	})
	if err == nil && s.Rows == 0 {
		err = errNoRows
	}
	s.Delimiter, s.Header = reader.options.Delimiter, reader.header
	return s, err
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
