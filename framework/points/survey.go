package points

import (
	"errors"
	"io"
	"maps"
	"math"
	"slices"
	"strings"
)

// Column is what a survey found in a column.
type Column struct {
	Name      string           // of the header, or empty
	Numbers   int              // fields that hold one
	Missing   int              // fields that are missing
	Texts     int              // fields that are neither
	Text      string           // the first of these
	Line      int              // of Text, from 1
	Low, High float64          // without codes
	Codes     []float64        // numbers that seem to stand for missing ones, which are counted among these
	Marks     []string         // texts that seem to, likewise
	Whole     bool             // all numbers are whole
	Padded    bool             // some whole numbers have zeros in front, as labels do
	Long      int              // whole numbers of more digits than 64 bits hold, as those of things have
	Leap      float64          // the largest difference of a number from the one before it
	Ones      int              // numbers that are the one before plus 1
	Same      int              // numbers that are the one before
	Falls     int              // numbers that are less than the one before
	Rising    bool             // no number is less than the one before it
	Even      bool             // each number is as far from the one before it, but for rounding
	few       map[float64]bool // the first few different numbers
	seen      map[float64]bool // different whole numbers; nil where they can be no labels
	repeats   bool             // some number was met again,
	scattered bool             // and not just after itself
	texts     map[string]bool  // the first few different texts
	ends      [2]end           // the least and the greatest number
	onward    int              // numbers that are up to a quarter of a day after the one before, as hours
	last      float64
	step      float64 // of the first two
}

// Survey is what there is in a table.
type Survey struct {
	*Table
	Rows    int // of data
	Line    int // of the first of them, from 1, in a table of text
	Columns []Column
}

// Survey reads all rows, whatever they hold. A table without a row of data is an error.
func (t *Table) Survey() (*Survey, error) {
	s := &Survey{Table: t, Columns: make([]Column, t.Width)}
	for i, name := range t.Names {
		s.Columns[i].Name = name
	}
	var numerals *numerals
	for {
		row, err := t.Next()
		switch {
		case errors.Is(err, io.EOF) && s.Rows > 0:
			t.CellUnits = numerals.unitsInCells(t.Width)
			for i := range s.Columns {
				s.Columns[i].findCodes()
				s.Columns[i].findMarks(s.Line)
			}
			return s, nil
		case errors.Is(err, io.EOF):
			return s, t.located(ErrNoRows)
		case err != nil:
			return s, t.located(err)
		}
		if s.Rows++; s.Rows == 1 {
			s.Line = row.Line
		}
		for i := range s.Columns {
			s.Columns[i].take(&row, i)
		}
		if row.numerals != nil {
			t.Decimal, numerals = row.numerals.decimal, row.numerals
		}
	}
}

// MostCounted is up to how many different numbers of a column are counted.
const MostCounted = 50

// FewSteps is the number of different numbers below which a column may hold labels or set points.
const FewSteps = 12

// Different is how many different numbers the column has; MostCounted for more.
func (c *Column) Different() int { return len(c.few) }

// HasTexts says that the column has so many different texts, as far as they are counted.
func (c *Column) HasTexts(count int) bool { return len(c.texts) == min(count, mostMarks+1) }

// LeastSerial is the least number that is taken for one of a device.
const LeastSerial = 1e6

// mostSeen bounds the different numbers that are kept of a column.
const mostSeen = 1 << 20

// see notes a whole number, unless it can't matter any more whether it was there before.
func (c *Column) see(value float64) {
	again := c.Numbers > 0 && value == c.last
	switch {
	case c.seen == nil: // given up
	case !c.Whole, c.seen[value] && !again && value < LeastSerial:
		c.repeats, c.scattered, c.seen = true, true, nil
	case c.seen[value]:
		c.repeats, c.scattered = true, c.scattered || !again
	case len(c.seen) < mostSeen:
		c.seen[value] = true
	}
}

// Grouped says that all numbers are whole and those that are equal follow each other, as far as they are kept.
func (c *Column) Grouped() bool { return c.Whole && !c.scattered }

// Unique says that all numbers are whole and differ, as far as they are kept.
func (c *Column) Unique() bool { return c.Whole && !c.repeats }

// Numbering says that all numbers are whole, that they differ, as far as they are kept, and that they nearly fill their
// range.
func (c *Column) Numbering() bool {
	const filled = 1.1
	return c.Unique() && c.High-c.Low+1 <= filled*float64(c.Numbers)
}

// Serials is the number of different numbers of a column of whole ones from LeastSerial on; 0 where it is not known.
func (c *Column) Serials() int {
	if c.Low < LeastSerial || len(c.seen) == mostSeen {
		return 0
	}
	return len(c.seen)
}

// Holds says that the column's texts are some.
func (c *Column) Holds(texts ...string) bool {
	if c.Texts == 0 {
		return false
	}
	for text := range c.texts {
		if !slices.Contains(texts, text) {
			return false
		}
	}
	return true
}

// GoesOn says that numbers, as hours of the day, are soon after those before them, as of rows that were written then.
func (c *Column) GoesOn() bool {
	const most = 0.7 // of the numbers
	return float64(c.onward) >= most*float64(c.Numbers-1)
}

// Counting says that each number is the one before it plus 1.
func (c *Column) Counting() bool { return c.Numbers > 0 && c.Ones == c.Numbers-1 }

func (c *Column) take(row *Row, i int) {
	if row.missing(i) {
		c.Missing++
		return
	}
	value, reason := row.number(i)
	if reason != "" {
		if c.Texts == 0 {
			c.Text, c.Line, c.texts = clip(row.text(i)), row.Line, map[string]bool{}
		}
		if c.Texts++; len(c.texts) <= mostMarks {
			c.texts[row.text(i)] = true
		}
		return
	}
	switch c.Numbers {
	case 0:
		c.Low, c.High, c.Whole, c.Rising, c.Even = value, value, true, true, true
		c.seen = map[float64]bool{}
		c.ends = [2]end{{value: -value, next: math.Inf(-1)}, {value: value, next: math.Inf(-1)}}
	case 1:
		c.step = value - c.last
	}
	if c.Numbers > 0 {
		if value == c.last+1 {
			c.Ones++
		}
		c.Leap = max(c.Leap, math.Abs(value-c.last))
		if step := value - c.last; 0 <= step && step <= 6 || step <= -18 && step >= -24 {
			c.onward++
		}
		if value == c.last {
			c.Same++
		}
		if value < c.last {
			c.Falls++
			c.Rising = false
		}
		c.Even = c.Even && c.step != 0 && math.Abs(value-c.last-c.step) <= unevenness*math.Abs(c.step)
	}
	c.Whole = c.Whole && value == math.Trunc(value)
	c.see(value)
	if c.Numbers++; len(c.few) < MostCounted {
		if c.few == nil {
			c.few = map[float64]bool{}
		}
		c.few[value] = true
	}
	c.ends[0].take(-value)
	c.ends[1].take(value)
	c.Low, c.High, c.last = min(c.Low, value), max(c.High, value), value
	if row.isText(i) {
		c.Padded = c.Padded || padded(row.text(i))
		if tooLong(row.text(i)) {
			c.Long++
		}
	}
}

// tooLong says that a text is a whole number of more digits than a float of 64 bits holds. Large quantities end in
// zeros.
func tooLong(text string) bool {
	const most = 15
	return len(text) > most && strings.Trim(text, "0123456789") == "" && !strings.HasSuffix(text, "0000")
}

// padded says that a text is a whole number with a zero in front.
func padded(text string) bool {
	return len(text) > 1 && text[0] == '0' && strings.Trim(text, "0123456789") == ""
}

// unevenness is what rounding may change of a step.
const unevenness = 0.02

// findCodes takes the least and the greatest number for missing ones where they are codes. Of few different numbers,
// such as set points or prices, any may be meant.
func (c *Column) findCodes() {
	if c.Different() < FewSteps {
		return
	}
	least, greatest := &c.ends[0], &c.ends[1] // least are negatives
	count, others := c.Numbers, least.next+greatest.next
	if least.isCode(-least.value, others, count) {
		c.code(-least.value, least.count)
		c.Low = -least.next
	}
	if greatest.isCode(greatest.value, others, count) {
		c.code(greatest.value, greatest.count)
		c.High = greatest.next
	}
}

const (
	mostMarks     = 3   // different ones of a column
	mostMarked    = 0.1 // of its fields
	longestMark   = 12  // bytes
	leastUnmarked = 20  // numbers
)

// findMarks takes the texts of a column of numbers for missing ones where they are short, few and seldom, as MM, DNF or
// #NV are, and none is in the first row, which may hold names.
func (c *Column) findMarks(first int) {
	if c.Texts == 0 || c.Line == first && first > 0 || len(c.texts) > mostMarks || c.Numbers < leastUnmarked ||
		float64(c.Texts) > mostMarked*float64(c.Texts+c.Numbers) {
		return
	}
	for text := range c.texts {
		if len(text) > longestMark {
			return
		}
	}
	c.Marks = slices.Sorted(maps.Keys(c.texts))
	c.Missing, c.Texts, c.Text, c.Line = c.Missing+c.Texts, 0, "", 0
}

func (c *Column) code(number float64, count int) {
	c.Codes = append(c.Codes, number)
	c.Numbers, c.Missing = c.Numbers-count, c.Missing+count
}
